import { expect, test } from 'vitest'
import type { Coin } from '../coin.ts'
import { largestFirst, selectCoins, sumOf, worthSpending } from './select-coins.ts'
import { feeWith, type Task } from './task.ts'

const script = `0014${'aa'.repeat(20)}`
const task: Task = { kind: 'p2wpkh', rate: 2, paidSats: 10_000, paidScripts: [script], changeScript: script }

const coin = (valueSats: number, txid = 'a', vout = 0): Coin => {
  return { txid, vout, valueSats, script, branch: 0, index: 0, confirmed: true }
}
const select = (values: number[], changes: Partial<Task> = {}) => {
  const found = selectCoins(
    values.map((value, position) => coin(value, `${position}`)),
    { ...task, ...changes },
  )
  return found && { values: found.coins.map(({ valueSats }) => valueSats), withChange: found.withChange }
}

test('a coin that costs what it is worth is not spent', () => {
  expect(worthSpending([coin(136), coin(137)], task)).toEqual([coin(137)])
})

test('coins are ordered by value, then by name, then by output', () => {
  const ordered = [coin(9), coin(5, 'a', 1), coin(5, 'a', 2), coin(5, 'b', 0), coin(5, 'c', 0)]
  for (const mixed of [ordered.toReversed(), [2, 4, 0, 3, 1].map(at => ordered[at] as Coin)])
    expect(mixed.sort(largestFirst)).toEqual(ordered)
  expect(sumOf(ordered)).toBe(29)
})

test('pays with the fewest coins, the last as small as possible, in any order', () => {
  const found = { values: [15_000], withChange: true }
  expect([select([50_000, 20_000, 15_000]), select([15_000, 20_000, 50_000])]).toEqual([found, found])
  expect(select([7000, 6500, 6000, 5000, 4500])).toEqual({ values: [7000, 4500], withChange: true })
})

test('too much for no change and too little for one: the rest is fee', () => {
  expect(select([11_300], { rate: 10 })).toEqual({ values: [11_300], withChange: false })
  expect(select([11_099], { rate: 10 })).toBeNull()
  // The coins of a replaced payment can suffice alone.
  const fixed = { inputs: 1, sumSats: 10_420 }
  expect(select([], { fixed })).toEqual({ values: [], withChange: false })
  expect(select([], { fixed: { inputs: 1, sumSats: 10_220 } })).toEqual({ values: [], withChange: false })
  expect(select([], { fixed: { inputs: 1, sumSats: 10_219 } })).toBeNull()
})

test('coins that would suffice, but not in one transaction, are refused with its limit', () => {
  const large = { kind: { inputWeight: 100_000 }, rate: 1, paidSats: 110_000 } as const
  expect(() => select(Array<number>(4).fill(60_000), large)).toThrow('more than 3 coins')
  expect(select(Array<number>(3).fill(60_000), large)).toBeNull()
  expect(select(Array<number>(4).fill(30_000), large)).toBeNull()
})

test('coins of the same value are tried once and found all the same', () => {
  const rest = 13_000 + 628
  expect(select([...Array<number>(12).fill(4000), rest - 12_000], { paidSats: 13_000 })).toEqual({
    values: [4000, 4000, 4000, rest - 12_000],
    withChange: false,
  })
})

test('leaves no excess that could be an output', () => {
  const large = { kind: { inputWeight: 100_000 }, rate: 1, paidSats: 0, paidScripts: [] } as const
  const value = Math.ceil(feeWith({ ...task, ...large }, 3, false) / 3) + 50
  expect(select([value, value, value], large)).toBeNull()
})

test('separates too many coins from too little money, to the satoshi', () => {
  const large: Task = { ...task, kind: { inputWeight: 100_000 }, rate: 1 }
  const most = 4 * 60_000 - feeWith(large, 3, false)
  const selectFor = (paidSats: number) => select(Array<number>(4).fill(60_000), { ...large, paidSats })
  expect(() => selectFor(most)).toThrow('more than 3 coins')
  expect(selectFor(most + 1)).toBeNull()
})
