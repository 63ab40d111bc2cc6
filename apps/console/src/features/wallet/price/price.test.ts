import { describe, expect, it } from 'vitest'
import { priceTicks } from './price-axis.ts'
import { directionOf, priceChange } from './price-change.ts'

const rates = (...prices: number[]) => prices.map((usd, at) => ({ at, usd }))

describe('R-70: the change of the price', () => {
  it('cannot be told from fewer than two rates', () => {
    expect([priceChange([]), priceChange(rates(1))]).toEqual([null, null])
  })
  it('is that of the last against the first, whatever lies between', () => {
    expect([priceChange(rates(100, 500, 110)), priceChange(rates(100, 1, 75))]).toEqual([0.1, -0.25])
  })
  it('WALLET-07: goes up, down, or neither where two decimals show none', () => {
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
