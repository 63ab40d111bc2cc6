import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { expect, test } from 'vitest'
import { hasWrongLimit, limitWith, readFileSize, shortened, writeFileSize, wrongParts } from './file-limit-draft.ts'

const { fileLimits } = relaySettingsDefaults

test('reads and writes a size in its unit, and an empty field as no limit', () => {
  expect(readFileSize('1.5 GB')).toEqual({ value: 1.5, unit: 'GB' })
  expect(readFileSize(undefined)).toEqual({ value: null, unit: 'MB' })
  expect(writeFileSize(1.5, 'GB')).toBe('1.5 GB')
  expect(limitWith({ total: '1 GB', days: 3 }, { total: writeFileSize(null, 'GB') })).toEqual({ days: 3 })
})

test('reports each value that the relay would refuse', () => {
  expect([...wrongParts({ total: '0 MB', files: 0, maxfile: '5 MB', days: 1.5 })].sort()).toEqual([
    'days',
    'files',
    'total',
  ])
  expect(hasWrongLimit({ fileLimits })).toBe(false)
  expect(hasWrongLimit({ fileLimits: { ...fileLimits, blocked: { days: 0 } } })).toBe(true)
})

test('fewer days than before shorten what is stored; more, or the first limit removed, do not', () => {
  const thirty = { fileLimits: { ...fileLimits, free: { days: 30 }, paid: { days: 30 } } }
  const next = { fileLimits: { ...fileLimits, free: { days: 7 }, paid: { days: 60 }, blocked: { days: 1 } } }
  expect(shortened(thirty, next)).toEqual(['free', 'blocked'])
  expect(shortened(thirty, { fileLimits })).toEqual([])
})
