import { expect, test } from 'vitest'
import { countResults } from './count-results.mjs'
import { filesToTryAgain, withSecondTry } from './second-try.mjs'

const file = (name: string, tests: Record<string, string>, status = 'failed') => ({
  name: `/project/${name}`,
  status,
  assertionResults: Object.entries(tests).map(([fullName, one]) => ({ fullName, status: one })),
})
const wallet = 'e2e/wallet.test.ts'

test('every failed file is tried again, unit tests too, those that passed are not', () => {
  const testResults = [
    file(wallet, { pays: 'failed' }),
    file('apps/console/test/shell/lock.test.ts', {}),
    file('apps/wallet/src/plan/planner.test.ts', { 'never dust': 'failed' }),
    file('scripts/test/start.test.ts', { starts: 'passed' }, 'passed'),
  ]
  expect(filesToTryAgain({ testResults })).toEqual([
    `/project/${wallet}`,
    '/project/apps/console/test/shell/lock.test.ts',
    '/project/apps/wallet/src/plan/planner.test.ts',
  ])
})

test('repeats at most eight files', () => {
  const testResults = Array.from({ length: 9 }, (_, index) => file(`e2e/${index}.test.ts`, {}))
  expect(filesToTryAgain({ testResults })).toEqual([])
  expect(filesToTryAgain({ testResults: testResults.slice(1) })).toHaveLength(8)
})

test('the second try counts, test by test, and what passed only then is named', () => {
  const other = file('e2e/shell.test.ts', { opens: 'passed' }, 'passed')
  const first = { testResults: [other, file(wallet, { pays: 'failed', 'takes back': 'failed', shows: 'passed' })] }
  const second = { testResults: [file(wallet, { pays: 'passed', 'takes back': 'failed', shows: 'passed' })] }
  const { report, onlyThen } = withSecondTry(first, second)
  expect(countResults(report)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(onlyThen).toEqual([`/project/${wallet}: pays`])
})

test('a file that did not run again keeps its failure', () => {
  const { report, onlyThen } = withSecondTry({ testResults: [file(wallet, {})] }, { testResults: [] })
  expect([countResults(report).failed, onlyThen]).toEqual([1, []])
})
