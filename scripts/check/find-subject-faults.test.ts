import { expect, test } from 'vitest'
import { findSubjectFaults } from './find-subject-faults.ts'

test.each(['Fix the port', 'Speed up the first start', `Add ${'x'.repeat(68)}`])('accepts %s', subject => {
  expect(findSubjectFaults(subject)).toEqual([])
})

test.each([
  ['Show what an event costs', "begins with 'Show'"],
  ['Say that a machine waits', "begins with 'Say'"],
  ['fix the settings form', "begins with 'fix'"],
  ['Fix a form', 'has 10 characters'],
  [`Add ${'x'.repeat(69)}`, 'has 73 characters'],
  ['Fix the settings form.', 'ends with a full stop'],
])('refuses %s', (subject, fault) => {
  expect(findSubjectFaults(subject)).toEqual([expect.stringContaining(fault)])
})
