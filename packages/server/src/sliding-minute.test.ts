import { expect, test } from 'vitest'
import { SlidingMinute } from './sliding-minute.ts'

test('counts the events of the last 60 seconds, each for as long', () => {
  const minute = new SlidingMinute()
  for (const second of [100, 100, 130]) minute.add(second)
  expect([100, 130, 159, 160, 189, 190].map(second => minute.sum(second))).toEqual([2, 3, 3, 1, 1, 0])
})

test('resets a slot when its second is reused', () => {
  const minute = new SlidingMinute()
  for (const second of [0, 100, 100, 160]) minute.add(second)
  expect([minute.sum(0), minute.sum(160), minute.sum(159)]).toEqual([1, 1, 0])
})
