import { expect, it } from 'vitest'
import { byteUnit, formatInUnit } from './byte-unit.ts'

it('DASH-04: an axis of GB stays in GB as long as it can be read, also with nothing on it', () => {
  for (const largest of [0, 0.01, 0.4, 5000]) expect(byteUnit(largest, 'GB')).toEqual({ unit: 'GB', factor: 1 })
})

it('shows values below a hundredth of a unit in the next smaller one, down to KB', () => {
  expect(byteUnit(0.0099, 'GB')).toEqual({ unit: 'MB', factor: 1024 })
  expect(byteUnit(0.000_002, 'GB')).toEqual({ unit: 'KB', factor: 1024 ** 2 })
  expect(byteUnit(0.000_000_001, 'GB')).toEqual({ unit: 'KB', factor: 1024 ** 2 })
  expect(byteUnit(0.004, 'MB')).toEqual({ unit: 'KB', factor: 1024 })
})

it('DASH-05: shows decimals, and uses a smaller unit for values that would round to zero', () => {
  expect(formatInUnit(1.25, 'GB', 3, 'en')).toBe('1.250 GB')
  expect(formatInUnit(0.25, 'GB', 3, 'de')).toBe('0,250 GB')
  expect(formatInUnit(0.003, 'GB', 3, 'en')).toBe('0.003 GB (3.07 MB)')
  expect(formatInUnit(0, 'MB', 2, 'en')).toBe('0.00 MB')
})
