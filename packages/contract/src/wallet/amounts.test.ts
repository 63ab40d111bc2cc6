import { expect, test } from 'vitest'
import { feeSatsOf } from './amounts.ts'

test('WALLET-25: a fee is the size times the rate, the next whole satoshi', () => {
  expect(feeSatsOf(141, 3.5)).toBe(494)
  expect(feeSatsOf(141, 3)).toBe(423)
  expect(feeSatsOf(1, 0.1)).toBe(1)
})

test('WALLET-25: a rate with decimals costs no satoshi more for being a binary fraction', () => {
  expect(100 * 1.1).toBeGreaterThan(110)
  expect(feeSatsOf(100, 1.1)).toBe(110)
  expect(feeSatsOf(1000, 4.35)).toBe(4350)
})
