import { expect, test } from 'vitest'
import { isPlausible } from './plausible.ts'

const tiers = (low: number, med: number, high: number) => ({ low, med, high })

test.each([
  ['tiers in the wrong order', tiers(9, 4, 20), undefined],
  ['a middle tier above the high one', tiers(2, 30, 20), undefined],
  ['more than the ceiling, with nothing to compare', tiers(2, 4, 501), undefined],
  ['more than tenfold', tiers(2, 4, 201), tiers(5, 10, 20)],
  ['more than the ceiling, though less than tenfold', tiers(2, 4, 501), tiers(50, 80, 100)],
])('%s is not believed', (_what, given, before) => {
  expect(isPlausible(given, before, 500)).toBe(false)
})

test.each([
  ['up to tenfold', tiers(2, 4, 200), tiers(5, 10, 20)],
  ['a rise out of a quiet mempool', tiers(10, 30, 50), tiers(1, 1, 1)],
  ['any fall', tiers(1, 1, 1), tiers(100, 200, 300)],
  ['what stays below the ceiling, with nothing to compare', tiers(2, 4, 500), undefined],
])('%s is believed', (_what, given, before) => {
  expect(isPlausible(given, before, 500)).toBe(true)
})
