import { expect, it } from 'vitest'
import { UsedOnce } from './used-once.ts'

it('takes each id once until it expires', () => {
  const clock = { now: 1000 }
  const used = new UsedOnce(() => clock.now)
  expect([used.use('a', 2000), used.use('a', 2000), used.use('b', 2000)]).toEqual([true, false, true])
  clock.now = 2000
  expect(used.use('a', 3000)).toBe(false)
  clock.now = 2001
  expect(used.use('a', 3000)).toBe(true)
})

it('takes nothing more while it is full, and forgets only what has expired', () => {
  const clock = { now: 1000 }
  const used = new UsedOnce(() => clock.now, 2)
  expect([used.use('a', 1500), used.use('b', 2000), used.use('c', 2000)]).toEqual([true, true, false])
  clock.now = 1501
  expect([used.use('c', 2500), used.use('b', 2000), used.use('d', 2500)]).toEqual([true, false, false])
})
