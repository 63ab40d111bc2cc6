import { describe, expect, it } from 'vitest'
import { formatExactSats, formatSats, formatSignedSats } from '../../../ui/text/sats.ts'
import { formatUsd, rateNearest, readRates, usdOf } from '../../../ui/text/usd.ts'

describe('WALLET-04, R-56: satoshis for a glance', () => {
  it.each([
    [0, '0'],
    [500, '500'],
    [999, '999'],
    [12.5, '12.50'],
    [1000, '1.0K'],
    [1500, '1.5K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [999_999, '1.0M'],
    [1_000_000, '1.0M'],
    [2_500_000, '2.5M'],
    [-1500, '-1.5K'],
  ])('%d is %s', (sats, text) => {
    expect(formatSats(sats, 'en')).toBe(text)
  })

  it('follow the language', () => {
    expect(formatSats(1500, 'de')).toBe('1,5K')
  })
})

it('shows paid satoshis exactly', () => {
  expect([formatExactSats(1_234_567, 'en'), formatSignedSats(5, 'en'), formatSignedSats(-5, 'en')]).toEqual([
    '1,234,567 sats',
    '+5 sats',
    '-5 sats',
  ])
})

describe('the rate of a time', () => {
  const row = (day: number, Rate: string) => ({ Rate, TimestampHornets: `2026-01-0${day}T00:00:00Z` })
  const rates = readRates([row(3, '300'), row(1, '100'), row(2, 'none'), row(5, '500'), row(4, '-1')])

  it('is unknown without rates, and so is what satoshis are worth', () => {
    expect([rateNearest([], 0), usdOf(1000, null)]).toEqual([null, null])
  })

  it.each([
    ['2025-12-01', 100],
    ['2026-01-01T23:00:00Z', 100],
    ['2026-01-02T01:00:00Z', 300],
    ['2026-01-04T01:00:00Z', 500],
    ['2027-01-01', 500],
  ])('WALLET-12: nearest to %s is %d', (at, usd) => {
    expect(rateNearest(rates, Date.parse(at))).toBe(usd)
  })

  it('CONST-07: a bitcoin is a hundred million satoshis', () => {
    expect([usdOf(100_000_000, 64_000.12), formatUsd(usdOf(150_000, 64_000) ?? 0, 'en')]).toEqual([64_000.12, '$96.00'])
  })
})

it('a value under half a cent is not shown as zero', () => {
  expect([formatUsd(0.0006, 'en'), formatUsd(0, 'en'), formatUsd(0.005, 'en'), formatUsd(-12.424, 'en')]).toEqual([
    '< $0.01',
    '$0.00',
    '$0.01',
    '-$12.42',
  ])
})
