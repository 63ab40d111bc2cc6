import { expectedSeconds } from '../testing/expected-seconds.ts'

export interface Choice {
  readonly chosen: readonly string[]
  readonly leftOut: readonly string[]
}

/** Less than the whole time, because files do not fill the workers evenly, and may take longer than last time. */
const usable = 0.75

/**
 * The tests that fit into a time, chosen in order; a test that is too long leaves its time to shorter ones after it.
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
  const chosen: string[] = []
  const leftOut: string[] = []
  let room = time.seconds * time.workers * usable
  for (const path of tests) {
    const needed = expectedSeconds(path, measured)
    const fits = needed <= Math.min(room, time.seconds * usable)
    if (fits) room -= needed
    ;(fits ? chosen : leftOut).push(path)
  }
  return { chosen, leftOut }
}
