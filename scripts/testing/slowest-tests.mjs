/**
 * @typedef {object} TimedReport the parts of Vitest's JSON report that we read
 * @property {{ name: string, assertionResults: { fullName: string, duration?: number | null }[] }[]} testResults
 */

/**
 * The slowest tests, slowest first.
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
