import { expect, it } from 'vitest'
import { formatAmount, formatShare } from './formats.ts'

it('a tiny share is not shown as zero', () => {
  expect(formatShare(0.00001, 'en')).toBe('< 0.1%')
  expect(formatShare(0, 'en')).toBe('0.0%')
  expect(formatShare(0.926, 'en')).toBe('92.6%')
})

it('DASH-05: an amount has the decimals asked for', () => {
  expect(formatAmount(1.25, 'GB', 3, 'en')).toBe('1.250 GB')
  expect(formatAmount(1.25, 'GB', 3, 'de')).toBe('1,250 GB')
})
