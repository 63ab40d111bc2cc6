import { describe, expect, it } from 'vitest'
import { formatAmount, formatBytes, formatMonth, formatMonthShort, formatShare, formatShort } from './formats.ts'

describe('figures of charts', () => {
  it('a tiny share is not told as nothing', () => {
    expect(formatShare(0.00001, 'en')).toBe('< 0.1%')
    expect(formatShare(0, 'en')).toBe('0.0%')
    expect(formatShare(0.926, 'en')).toBe('92.6%')
  })

  it('DASH-05: an amount has the decimals asked for', () => {
    expect(formatAmount(1.25, 'GB', 3, 'en')).toBe('1.250 GB')
    expect(formatAmount(1.25, 'GB', 3, 'de')).toBe('1,250 GB')
  })

  it('bytes are told in the unit that fits, 1024-based', () => {
    expect([0, 0.4, 1023, 1024, 1024 ** 3 * 1.5].map(bytes => formatBytes(bytes, 'en'))).toEqual([
      '0 byte',
      '0 byte',
      '1,023 byte',
      '1 kB',
      '1.5 GB',
    ])
  })

  it('months follow the locale, whatever the time zone', () => {
    expect([formatMonth('2026-01', 'en'), formatMonthShort('2026-01', 'de')]).toEqual(['January 2026', 'Jan'])
  })

  it('totals are short', () => {
    expect([950, 138_670].map(value => formatShort(value, 'en'))).toEqual(['950', '139K'])
  })
})
