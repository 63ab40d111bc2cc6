import { expect, test } from 'vitest'
import { countResults } from './count-results.mjs'

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((one, index) => ({ fullName: `test ${index}`, status: one })),
})

test('a file that failed without a failed test counts as a failure', () => {
  expect(countResults({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countResults({ testResults: [file('failed', 'passed')] })).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('skipped and unfinished tests are neither passed nor failed', () => {
  const testResults = [file('passed', 'passed', 'skipped', 'todo', 'pending')]
  expect(countResults({ testResults })).toEqual({ passed: 1, failed: 0, skipped: 3 })
})

test('tests of all files are added up', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')]
  expect(countResults({ testResults })).toEqual({ passed: 3, failed: 1, skipped: 0 })
})
