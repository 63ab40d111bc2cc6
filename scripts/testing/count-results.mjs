/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed files that could not be loaded count as one each
 * @property {number} skipped
 *
 * @typedef {object} VitestReport the parts of Vitest's JSON report that we read
 * @property {{ name: string, status: string, assertionResults: { fullName: string, status: string, duration?: number | null }[] }[]} testResults
 */

/**
 * A file that failed without a failed test counts as one failure, so that it is not mistaken for an empty one.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countResults({ testResults }) {
  const tests = testResults.flatMap(file => file.assertionResults)
  const brokenFiles = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(one => one.status === 'failed'),
  )
  const passed = tests.filter(one => one.status === 'passed').length
  const failed = tests.filter(one => one.status === 'failed').length
  return { passed, failed: failed + brokenFiles.length, skipped: tests.length - passed - failed }
}
