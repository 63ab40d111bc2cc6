/**
 * @typedef {object} TimedReport the parts of Vitest's JSON report that we read
 * @property {{ name: string, assertionResults: { fullName: string, duration?: number | null }[] }[]} testResults
 */

/**
 * Slowest first.
 * @param {TimedReport} report
 * @param {number} count how many
 * @returns {{ file: string, title: string, millis: number }[]}
 */
export function slowestTests({ testResults }, count) {
  return testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ file: name, title: fullName, millis: duration ?? 0 })),
    )
    .sort((one, other) => other.millis - one.millis)
    .slice(0, count)
}

/**
 * @param {import('./test-seconds.mjs').FileTimes} report
 * @param {number} count how many
 * @returns {{ file: string, seconds: number }[]}
 */
export function slowestFiles({ testResults }, count) {
  return testResults
    .map(({ name, startTime = 0, endTime = startTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}
