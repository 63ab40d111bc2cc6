import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from '../coin.ts'
import { inputWeight } from '../tx-size.ts'
import { matchExactly } from './match-exactly.ts'
import { largestFirst, sumOf } from './select-coins.ts'
import { feeWith, needsNoChange, type Task, wasteOf } from './task.ts'

const script = `0014${'aa'.repeat(20)}`
const base: Task = { kind: 'p2wpkh', rate: 2, paidSats: 10_000, paidScripts: [script], changeScript: script }
const inputVbytes = inputWeight('p2wpkh') / 4

function coinsOf(values: readonly number[]): Coin[] {
  const coin = (valueSats: number, vout: number): Coin => {
    return { txid: 'a', vout, valueSats, script, branch: 0, index: 0, confirmed: true }
  }
  return values.map(coin).sort(largestFirst)
}

function leastWaste(coins: readonly Coin[], task: Task, inputsMax: number): number | null {
  let least: number | null = null
  for (let set = 1; set < 2 ** coins.length; set += 1) {
    const chosen = coins.filter((_, at) => set & (1 << at))
    if (chosen.length > inputsMax || !needsNoChange(task, chosen.length, sumOf(chosen))) continue
    const waste = wasteOf(task, chosen.length, sumOf(chosen), false)
    if (least === null || waste < least) least = waste
  }
  return least
}

const exactly = (values: readonly number[], task: Task, inputsMax = 100) =>
  matchExactly(coinsOf(values), task, inputsMax)?.map(({ valueSats }) => valueSats) ?? null

test('finds a set without change and with the least waste, or none', () => {
  const values = fc.array(fc.integer({ min: 300, max: 6000 }), { minLength: 1, maxLength: 9 })
  const rates = fc.constantFrom(0.5, 1, 2, 3.7)
  const arbitrary = fc.tuple(
    values,
    rates,
    fc.nat(),
    fc.nat(120),
    fc.constantFrom(0, 40),
    fc.integer({ min: 1, max: 9 }),
  )
  let found = 0
  fc.assert(
    fc.property(arbitrary, ([some, rate, set, excess, liftSats, inputsMax]) => {
      const coins = coinsOf(some.filter(value => value - inputVbytes * rate >= inputVbytes))
      const chosen = coins.filter((_, at) => set & (1 << at))
      const task = { ...base, rate, liftSats }
      const paidSats = sumOf(chosen) - feeWith(task, chosen.length, false) - excess
      fc.pre(paidSats > 0)
      const least = leastWaste(coins, { ...task, paidSats }, inputsMax)
      const matched = matchExactly(coins, { ...task, paidSats }, inputsMax)
      if (matched) found += 1
      expect(matched && wasteOf({ ...task, paidSats }, matched.length, sumOf(matched), false)).toBe(least)
      expect(matched === null || (matched.length <= inputsMax && new Set(matched).size === matched.length)).toBe(true)
    }),
    { numRuns: 400, seed: 5 },
  )
  expect(found).toBeGreaterThan(100)
})

test('limits a set to the coins of one transaction', () => {
  const task = { ...base, paidSats: 3000 - feeWith(base, 3, false) }
  expect([exactly([1000, 1000, 1000], task, 3), exactly([1000, 1000, 1000], task, 2)]).toEqual([
    [1000, 1000, 1000],
    null,
  ])
})

test('an excess of a satoshi for each vbyte is still no change, one more is', () => {
  const exact = base.paidSats + feeWith(base, 1, false)
  expect([exact - 1, exact, exact + 110, exact + 111].map(value => exactly([value], base))).toEqual([
    null,
    [exact],
    [exact + 110],
    null,
  ])
})

test("counts the full value of a replaced payment's coins", () => {
  const task = { ...base, fixed: { inputs: 1, sumSats: 4000 } }
  const missing = 6000 + feeWith(task, 1, false)
  expect([exactly([missing], task), exactly([missing], base)]).toEqual([[missing], null])
})

test('among hundreds of coins, a pair that fits is found in time', () => {
  const large = Array.from({ length: 300 }, (_, at) => 1_000_000 + at * 7919)
  const pair = [40_123, 30_456]
  const task = { ...base, paidSats: 70_579 - feeWith(base, 2, false) }
  expect(exactly([...large, ...pair], task)).toEqual(pair)
})

test('of hundreds of equal coins, the number that fits is found in time', () => {
  const task = { ...base, paidSats: 30 * 5000 - feeWith(base, 30, false) }
  expect(exactly(Array<number>(400).fill(5000), task)).toEqual(Array<number>(30).fill(5000))
})

test('many coins of one size are tried as one, so that those of another are reached', () => {
  const [large, small] = [103_000, 100_000]
  const task = { ...base, paidSats: 13 * small - feeWith(base, 13, false) }
  const values = [...Array<number>(30).fill(large), ...Array<number>(13).fill(small)]
  expect(exactly(values, task)).toEqual(Array<number>(13).fill(small))
})

test('sets that are already too much are not filled up', () => {
  const more = Array.from({ length: 200 }, (_, at) => 62_000 + at * 17)
  const task = { ...base, paidSats: 91_000 - feeWith(base, 3, false) }
  expect(exactly([...more, 31_000, 30_000, 30_000], task)).toEqual([31_000, 30_000, 30_000])
})

test('sets that cannot become enough are not tried', () => {
  const small = Array.from({ length: 100 }, (_, at) => 2000 + at)
  const large = Array.from({ length: 20 }, (_, at) => 400_000 + at * 3000)
  const task = { ...base, paidSats: 20_000_000 }
  expect(exactly([...large, ...small], task)).toBeNull()
  const last = [9_000_000, 8_000_000]
  const both = { ...base, paidSats: 17_000_000 - feeWith(base, 2, false) }
  expect(exactly([...last, ...large, ...small], both)).toEqual(last)
})

test('a payment that fixed coins match needs no more', () => {
  const task = { ...base, fixed: { inputs: 1, sumSats: base.paidSats } }
  expect(exactly([5000], { ...task, fixed: { inputs: 1, sumSats: base.paidSats + feeWith(task, 0, false) } })).toEqual(
    [],
  )
})

test('coins that together do not suffice, and none at all, match nothing', () => {
  expect([exactly([], base), exactly([5000, 5000], base), exactly([30_000], base)]).toEqual([null, null, null])
})
