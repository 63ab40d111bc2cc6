/** @import { VitestReport } from './count-results.mjs' */

/** More failed files than this are not due to a busy machine. */
const atMost = 8

/**
 * In fresh processes: a retry in a changed world proves nothing. None if too many failed. Unit tests keep their order
 * (TEST_SEED), so what is broken fails again.
 * @param {VitestReport} report
 * @returns {string[]}
 */
export function filesToTryAgain({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length <= atMost ? failed : []
}

/**
 * For a file that ran twice, the second counts.
 * @param {VitestReport} first
 * @param {VitestReport} second
 * @returns {{ report: VitestReport, onlyThen: string[] }} with file and title of what passed only then
 */
export function withSecondTry(first, second) {
  const again = new Map(second.testResults.map(file => [file.name, file]))
  const titles = (/** @type {VitestReport['testResults'][number] | undefined} */ file, /** @type {string} */ status) =>
    (file?.assertionResults ?? []).filter(one => one.status === status).map(({ fullName }) => fullName)
  const onlyThen = first.testResults.flatMap(file => {
    const passed = new Set(titles(again.get(file.name), 'passed'))
    return titles(file, 'failed')
      .filter(title => passed.has(title))
      .map(title => `${file.name}: ${title}`)
  })
  return { report: { testResults: first.testResults.map(file => again.get(file.name) ?? file) }, onlyThen }
}
