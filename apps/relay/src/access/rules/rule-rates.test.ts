import { expect, test } from 'vitest'
import { RuleRates } from './rule-rates.ts'

const limit = { id: 'a', times: 2, per: 'hour' } as const

function tryAll(rates: RuleRates, senders: readonly string[]): boolean[] {
  return senders.map(sender => {
    const hasRoom = rates.hasRoom(limit, sender)
    if (hasRoom) rates.count([limit], sender)
    return hasRoom
  })
}

test('lets no more pass within any hour than the limit', () => {
  const clock = { now: 0 }
  const rates = new RuleRates(() => clock.now)
  expect(tryAll(rates, ['x'])).toEqual([true])
  clock.now = 3_599_999
  expect(tryAll(rates, ['x', 'x'])).toEqual([true, false])
  clock.now = 3_600_000
  expect(tryAll(rates, ['x', 'x', 'y'])).toEqual([true, false, true])
})

test('forgets who was quiet for longest once it remembers too much', () => {
  const rates = new RuleRates(() => 0, 3)
  expect(tryAll(rates, ['x', 'x', 'y', 'z'])).toEqual([true, true, true, true])
  expect(tryAll(rates, ['x', 'y', 'z'])).toEqual([true, true, true])
})
