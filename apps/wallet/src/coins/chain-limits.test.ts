import { expect, test } from 'vitest'
import { assertFits, fitsOn } from './chain-limits.ts'
import type { Unconfirmed } from './left-behind.ts'

const one = (vsize: number, descendants?: Unconfirmed['descendants']): Unconfirmed => {
  return { txid: 'a', vsize, feeSats: 1, parents: [], ...(descendants && { descendants }) }
}

test('nodes take 25 transactions in a row, the new one included', () => {
  const row = Array<Unconfirmed>(25).fill(one(100))
  expect([fitsOn(row.slice(1), 100), fitsOn(row, 100)]).toEqual([true, false])
  expect(() => assertFits(row, 100)).toThrow('at most 25')
  expect(() => assertFits(row.slice(1), 100)).not.toThrow()
})

test('limits a chain to 101,000 vbytes, and a single transaction separately', () => {
  expect([fitsOn([one(100_000)], 1000), fitsOn([one(100_000)], 1001)]).toEqual([true, false])
  expect([fitsOn([], 102_000), fitsOn([one(1)], 102_000)]).toEqual([true, false])
})

test('an ancestor takes 24 descendants and 101,000 vbytes with them; unknown ones do not count', () => {
  const fits = (count: number, vsize: number) => fitsOn([one(100, { count, vsize })], 1000)
  expect([fits(24, 100_000), fits(25, 100_000), fits(24, 100_001)]).toEqual([true, false, false])
  expect(fitsOn([one(100), one(100, { count: 25, vsize: 0 })], 1)).toBe(false)
})
