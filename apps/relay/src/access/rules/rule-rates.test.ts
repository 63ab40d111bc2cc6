import { expect, test } from 'vitest'
import { RuleRates } from './rule-rates.ts'
import type { Limit } from './sender-times.ts'

const limits: readonly Limit[] = [{ id: 'a', times: 2, per: 'hour' }]

function tryAll(rates: RuleRates, senders: readonly string[], by = limits): boolean[] {
  return senders.map(sender => {
    const times = rates.of(by, sender)
    const hasRoom = by.every((_, slot) => times.hasRoom(slot))
    if (hasRoom) rates.count(times, [...by.keys()], sender)
    return hasRoom
  })
}

test('lets no more pass within any hour than the limit (ACCESS-42)', () => {
  const clock = { now: 0 }
  const rates = new RuleRates(() => clock.now)
  expect(tryAll(rates, ['x'])).toEqual([true])
  clock.now = 3_599_999
  expect(tryAll(rates, ['x', 'x'])).toEqual([true, false])
  clock.now = 3_600_000
  expect(tryAll(rates, ['x', 'x', 'y'])).toEqual([true, false, true])
})

test('keeps what a limit has counted when others are added and removed', () => {
  const clock = { now: 0 }
  const rates = new RuleRates(() => clock.now)
  const [hour, day] = [limits[0] as Limit, { id: 'b', times: 3, per: 'day' } as const]
  expect(tryAll(rates, ['x', 'x'], [hour, day])).toEqual([true, true])
  expect(tryAll(rates, ['x'], [{ id: 'c', times: 1, per: 'hour' }, day, hour])).toEqual([false])
  clock.now = 3_600_000
  expect(tryAll(rates, ['x', 'x'], [day])).toEqual([true, false])
  clock.now = 86_399_999
  expect(tryAll(rates, ['x'], [day])).toEqual([false])
  clock.now = 86_400_000
  expect(tryAll(rates, ['x', 'x', 'x'], [day])).toEqual([true, true, false])
})

test('forgets who was quiet for longest once it remembers too much', () => {
  const rates = new RuleRates(() => 0, 3)
  expect(tryAll(rates, ['x', 'x', 'y', 'z'])).toEqual([true, true, true, true])
  expect(tryAll(rates, ['x', 'y', 'z'])).toEqual([true, true, true])
})
