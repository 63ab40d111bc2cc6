import { expect, it } from 'vitest'
import { slowestFiles, slowestTests } from './slowest-tests.mjs'

it('names the slowest tests of all files, slowest first, and takes one that did not run for quick', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', assertionResults: [{ fullName: 'quick', duration: 2 }, { fullName: 'skipped' }] },
      { name: 'b.test.ts', assertionResults: [{ fullName: 'slow', duration: 900 }] },
    ],
  }
  expect(slowestTests(report, 2)).toEqual([
    { file: 'b.test.ts', title: 'slow', millis: 900 },
    { file: 'a.test.ts', title: 'quick', millis: 2 },
  ])
})

it('names the slowest files, slowest first', () => {
  const testResults = [
    { name: 'a.test.ts', startTime: 1000, endTime: 1500 },
    { name: 'b.test.ts', startTime: 2000, endTime: 5000 },
    { name: 'not started.test.ts' },
  ]
  expect(slowestFiles({ testResults }, 2)).toEqual([
    { file: 'b.test.ts', seconds: 3 },
    { file: 'a.test.ts', seconds: 0.5 },
  ])
})
