import { expectedSeconds, isUnitTest } from '../testing/expected-seconds.ts'

export interface Choice {
  readonly chosen: readonly string[]
  readonly leftOut: readonly string[]
}

/** Less than the whole time, because files do not fill the workers evenly, and may take longer than last time. */
const usable = 0.75
/** What unit tests get of the time before any server or browser is started. */
const forUnitTests = 0.5

/**
 * The tests that fit into a time, chosen in order: first unit tests, for half of the time, then all others. A test that
 * is too long leaves its time to shorter ones after it.
 *
 * @param tests the likeliest to fail first
 * @param time seconds until they must have ended, and the number of files in parallel
 * @param measured seconds of each file's last run
 */
export function chooseTests(
  tests: readonly string[],
  time: { readonly seconds: number; readonly workers: number },
  measured: Readonly<Record<string, number>>,
): Choice {
  const room = time.seconds * time.workers * usable
  const chosen = new Set<string>()
  let used = 0
  const choose = (from: readonly string[], until: number) => {
    for (const path of from) {
      const needed = expectedSeconds(path, measured)
      if (chosen.has(path) || needed > Math.min(until - used, time.seconds * usable)) continue
      used += needed
      chosen.add(path)
    }
  }
  choose(tests.filter(isUnitTest), room * forUnitTests)
  choose(tests, room)
  const isChosen = (path: string) => chosen.has(path)
  return { chosen: tests.filter(isChosen), leftOut: tests.filter(path => !isChosen(path)) }
}
