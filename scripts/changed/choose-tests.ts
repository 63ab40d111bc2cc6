/** A test file's expected time in seconds, while no run has measured it. */
const usually: readonly (readonly [RegExp, number])[] = [
  [/^e2e\//, 25],
  [/^apps\/console\/test\//, 20],
  [/^apps\/wallet\/test\//, 8],
  [/^(apps\/relay\/test|bench\/test|scripts\/test)\//, 4],
]
const usuallyUnit = 0.3

/** The cost in seconds of starting a file: a process, and its imports. Unit tests share processes. */
const toStart = { unit: 0.1, process: 2 }

const isUnit = (path: string) => !usually.some(([place]) => place.test(path))

/** Seconds that a test file takes in one worker. */
function expectedSeconds(path: string, measured: Readonly<Record<string, number>>): number {
  const seconds = measured[path] ?? usually.find(([place]) => place.test(path))?.[1] ?? usuallyUnit
  return seconds + (isUnit(path) ? toStart.unit : toStart.process)
}

export interface Choice {
  readonly chosen: readonly string[]
  readonly leftOut: readonly string[]
}

/** Less than the whole time, because files do not fill the workers evenly. */
const usable = 0.85

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
    const fits = needed <= Math.min(room, time.seconds)
    if (fits) room -= needed
    ;(fits ? chosen : leftOut).push(path)
  }
  return { chosen, leftOut }
}
