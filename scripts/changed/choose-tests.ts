import { expectedSeconds, isUnitTest } from '../testing/order/expected-seconds.ts'

export interface Choice {
  readonly chosen: readonly string[]
  readonly leftOut: readonly string[]
}

/** Less than the whole time, because files do not fill the workers evenly, and may take longer than last time. */
const usable = 0.75
/** What unit tests get of the time before any server or browser is started. */
const forUnitTests = 0.5

/** `tests`: likeliest first; half of the time (seconds) is for unit tests. Shorter ones fill the rest. */
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
