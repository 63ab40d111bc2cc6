import { expect, test } from 'vitest'
import type { TransactionPlan } from '../coin.ts'
import { findLowestRate } from './lowest-rate.ts'

const planOf = (vsize: number, rate: number) => ({ vsize, feeSats: Math.ceil(vsize * rate) }) as TransactionPlan

function find(from: number, vsizeAt: (rate: number) => number, needed: (vsize: number) => number, least = 0) {
  const looks: number[] = []
  const { rate, feeSats } = findLowestRate({
    from,
    planAt: one => {
      looks.push(one)
      return planOf(vsizeAt(one), one)
    },
    isTaken: plan => plan.feeSats >= Math.ceil(plan.vsize * Math.max(needed(plan.vsize), least)),
    rateFor: needed,
  })
  return { rate, feeSats, looks }
}

test('the rate that the size needs is the lowest, from above and from below', () => {
  const needs = () => 7
  expect(find(20, () => 100, needs)).toEqual({ rate: 7, feeSats: 700, looks: [20, 7] })
  expect(find(3, () => 100, needs)).toEqual({ rate: 7, feeSats: 700, looks: [3, 7] })
  expect(find(7, () => 100, needs).looks).toEqual([7])
})

test('tries the next thousandth if the required rate is refused', () => {
  expect(
    find(
      2,
      () => 1000,
      () => 2,
      2.002,
    ),
  ).toEqual({ rate: 2.002, feeSats: 2002, looks: [2, 2.001, 2.002, 2, 2.001] })
})

test('a lower rate can need fewer coins, and then a higher rate: the lowest lies in between', () => {
  const vsizeAt = (rate: number) => (rate >= 5 ? 300 : 200)
  const needs = (vsize: number) => (vsize === 300 ? 3 : 8)
  expect(find(9, vsizeAt, needs)).toEqual({ rate: 8, feeSats: 2400, looks: [9, 3, 8, 3] })
})

test('uses the lowest tried rate if lower ones keep failing', () => {
  const { rate, looks } = find(
    100,
    at => 1000 - Math.round(at),
    vsize => 1000 - vsize - 1,
  )
  expect([rate, looks.length]).toEqual([85, 16])
})

test('throws with the final rate if no rate is accepted', () => {
  expect(() =>
    find(
      1,
      () => 100,
      () => 1,
      1000,
    ),
  ).toThrow('got none up to 1.016 sat/vB')
})
