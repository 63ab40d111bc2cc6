import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  formatBytes,
  formatCompact,
  formatDuration,
  formatMoment,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRelative,
  separatorOfCells,
} from './format.ts'
import { shortenMiddle } from './shorten.ts'

describe('numbers', () => {
  it('are grouped as the language groups them', () => {
    expect(formatNumber(128_402.5, {}, 'en')).toBe('128,402.5')
    expect(formatNumber(128_402.5, {}, 'de')).toBe('128.402,5')
    expect(formatCompact(139_000, 'en')).toBe('139K')
    expect(formatPercent(0.926, 'en')).toBe('92.6%')
  })
})

it('shows only the time for today, and a date with the same hour digits otherwise', () => {
  vi.useFakeTimers({ now: new Date(2026, 4, 17, 12) })
  onTestFinished(() => void vi.useRealTimers())
  expect(formatMoment(new Date(2026, 4, 17, 0, 5), 'de')).toBe('00:05')
  expect(formatMoment(new Date(2025, 4, 17, 9, 5), 'de')).toBe('17.05.2025, 09:05')
  expect(formatMoment(new Date(2026, 4, 17, 9, 5), 'en')).toMatch(/^9:05\sAM$/)
})

it('cells are parted by what numbers leave free', () => {
  expect(['en', 'de', 'fr', 'ja'].map(lng => separatorOfCells(lng))).toEqual([
    'comma',
    'semicolon',
    'semicolon',
    'comma',
  ])
})

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1.4 * 1024 ** 3, '1.4 GB'],
    [12.34 * 1024 ** 2, '12.3 MB'],
    [5000 * 1024 ** 4, '5,000 TB'],
  ])('%d are %s, 1024-based', (bytes, words) => {
    expect(formatBytes(bytes, 'en')).toBe(words)
  })
})

describe('times', () => {
  it.each([
    [-1, '1 second ago'],
    [-119, '1 minute ago'],
    [-7200, '2 hours ago'],
    [86_400, 'tomorrow'],
    [0, 'now'],
  ])('%d seconds off is %s', (seconds, words) => {
    expect(formatRelative(seconds, 'en')).toBe(words)
  })

  it.each([
    [0, '< 1 min'],
    [59, '< 1 min'],
    [3600, '1 hr'],
    [3660, '1 hr 1 min'],
    [12 * 86_400 + 4 * 3600 + 1800, '12 days 4 hr'],
    [-5, '< 1 min'],
  ])('%d seconds last %s', (seconds, words) => {
    expect(formatDuration(seconds, 'en')).toBe(words)
  })

  it('names months in the language, independent of the time zone', () => {
    expect(formatMonth('2026-03', 'short', 'de')).toBe('Mär')
    expect(formatMonth('2026-01', 'long', 'en')).toBe('January 2026')
  })
})

describe('keys', () => {
  it('are not shortened where that would save nothing', () => {
    expect(shortenMiddle('0123456789abcdef0', 10, 6)).toBe('0123456789abcdef0')
  })
  it('keep their start and their end', () => {
    expect(shortenMiddle('0123456789abcdefghij', 10, 6)).toBe('0123456789…efghij')
  })
})
