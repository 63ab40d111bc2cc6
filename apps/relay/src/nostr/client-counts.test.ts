import { expect, it } from 'vitest'
import { ClientCounts, Rate } from './client-counts.ts'

it('counts the last minute, taking the one before as evenly spread', () => {
  let now = 0
  const rate = new Rate(() => now)
  for (let index = 0; index < 60; index++) rate.add()
  expect([rate.total, rate.perMinute()]).toEqual([60, 60])
  now = 59_999
  expect(rate.perMinute()).toBe(60)
  now = 90_000
  expect(rate.perMinute()).toBe(30)
  rate.add()
  expect(rate.perMinute()).toBe(31)
  now = 120_000
  expect(rate.perMinute()).toBe(1)
  now = 600_000
  expect([rate.total, rate.perMinute()]).toEqual([61, 0])
})

it('keeps at most 200 characters of what a program calls itself', () => {
  expect(new ClientCounts(Date.now, 'a'.repeat(5000)).agent).toHaveLength(200)
  expect(new ClientCounts(Date.now, undefined).agent).toBe('')
})
