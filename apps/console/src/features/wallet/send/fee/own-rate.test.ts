import { expect, it } from 'vitest'
import { isSteep, rateErrorOf } from './own-rate.ts'

it('a fee rate of one’s own below what nodes take, or above what they take for a mistake, is refused in the words of the wallet', () => {
  expect(rateErrorOf(0, 1)?.template).toMatch(/^Fee too low/)
  expect(rateErrorOf(1.234, 1.235)?.figures).toEqual({ lowest_rate: 1.235 })
  expect(rateErrorOf(10_000.5, 1)?.message).toBe('Fee too high: at most 10,000 sat/vB')
  expect([rateErrorOf(1, 1), rateErrorOf(1.235, 1), rateErrorOf(10_000, 1)]).toEqual([undefined, undefined, undefined])
})

it('a fee rate far above the high tier is warned of', () => {
  expect([isSteep(50, 5), isSteep(50.1, 5)]).toEqual([false, true])
})
