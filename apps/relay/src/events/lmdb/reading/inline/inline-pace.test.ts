import { expect, it } from 'vitest'
import { InlinePace } from './inline-pace.ts'

function untilTried(pace: InlinePace): number {
  for (let asked = 1; ; asked += 1) if (pace.mayTry()) return asked
}

it('tries every query inline while answers are quick', () => {
  const pace = new InlinePace()
  for (let asked = 0; asked < 10; asked += 1) {
    expect(pace.mayTry()).toBe(true)
    pace.note(false)
  }
})

it('leaves twice as many to readers after each late answer, up to 64', () => {
  const pace = new InlinePace()
  const gaps = Array.from({ length: 9 }, () => {
    pace.note(true)
    return untilTried(pace) - 1
  })
  expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
})

it('tries every question again once one was quick, and leaves fewer to readers after the next late one', () => {
  const pace = new InlinePace()
  for (let late = 0; late < 4; late += 1) pace.note(true)
  expect(untilTried(pace)).toBe(9)
  pace.note(false)
  expect(untilTried(pace)).toBe(1)
  pace.note(false)
  pace.note(true)
  expect(untilTried(pace)).toBe(5)
})
