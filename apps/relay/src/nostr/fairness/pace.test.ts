import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

it('asks for rest once more came than the burst, until the steady rate has made up for it', () => {
  let now = 0
  const pace = new Pace(1000, 5000, () => now)
  expect([pace.spend(4000), pace.spend(1000), pace.spend(500)]).toEqual([0, 0, 500])
  now += 500
  expect([pace.spend(0), pace.spend(2000)]).toEqual([0, 2000])
  now += 1_000_000
  expect([pace.spend(5000), pace.spend(1)]).toEqual([0, 1])
})

it('a clock that is set back gives nothing and takes nothing', () => {
  let now = 10_000
  const pace = new Pace(1000, 1000, () => now)
  expect(pace.spend(1000)).toBe(0)
  now = 0
  expect(pace.spend(10)).toBe(10)
})
