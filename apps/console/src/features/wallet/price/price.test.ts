import { describe, expect, it } from 'vitest'
import { priceTicks } from './price-axis.ts'
import { directionOf, knownSince, priceChange } from './price-change.ts'
import { priceHours } from './price-hours.ts'

const rates = (...prices: number[]) => prices.map((usd, at) => ({ at, usd }))

describe('R-70: the change of the price', () => {
  it('WALLET-06: is unknown with fewer than two rates, or after a first rate of zero', () => {
    expect([priceChange([]), priceChange(rates(1)), priceChange(rates(0, 5))]).toEqual([null, null, null])
  })
  it('compares the last rate with the first', () => {
    expect([priceChange(rates(100, 500, 110)), priceChange(rates(100, 1, 75))]).toEqual([0.1, -0.25])
  })
  it('WALLET-07: rises, falls, or stays level if two decimals show no change', () => {
    expect([0.001, -0.001, 0, 0.00001, -0.00001].map(directionOf)).toEqual(['up', 'down', 'flat', 'flat', 'flat'])
  })
})

describe('WALLET-14, R-71, CONST-08: the axis of the price', () => {
  it('reaches from the thousand below to the thousand above, in five intervals', () => {
    expect(priceTicks([61_250, 64_900.5])).toEqual([61_000, 61_800, 62_600, 63_400, 64_200, 65_000])
  })
  it('has a height even when all prices are one', () => {
    expect(priceTicks([64_000])).toEqual([64_000, 64_200, 64_400, 64_600, 64_800, 65_000])
    expect(priceTicks([])).toEqual([])
  })
})

const hour = 3_600_000
const hourly = (...hours: number[]) => hours.map(at => ({ at: at * hour, usd: 60_000 + at }))

describe('the time axis of the price', () => {
  it('keeps a gap for each hour without a rate', () => {
    expect(priceHours(hourly(0, 1, 2, 6, 7)).map(({ at, usd }) => [at / hour, usd])).toEqual([
      [0, 60_000],
      [1, 60_001],
      [2, 60_002],
      [3, null],
      [4, null],
      [5, null],
      [6, 60_006],
      [7, 60_007],
    ])
  })
  it('makes no gap of an hour that came some minutes late, nor of days where rates come daily', () => {
    expect(priceHours(hourly(0, 1, 2.4, 3.4))).toHaveLength(4)
    expect(priceHours(hourly(0, 24, 48, 72))).toHaveLength(4)
    expect(priceHours(hourly(0, 24, 48, 96)).map(({ usd }) => usd)).toEqual([60_000, 60_024, 60_048, null, 60_096])
  })
  it('has nothing for no rates, and no more than 30 days for a clock that was years off', () => {
    expect(priceHours([])).toEqual([])
    expect(priceHours(hourly(0, 1, 2, 200_000))).toHaveLength(724)
  })
})

describe('since when the price is known', () => {
  it('is shown for shorter periods as such, and needs more than two hours for 30 days', () => {
    expect(knownSince(hourly(100, 101, 102))).toBe(100 * hour)
    expect(knownSince(hourly(3, 30 * 24))).toBeUndefined()
    expect(knownSince([])).toBeUndefined()
  })
})
