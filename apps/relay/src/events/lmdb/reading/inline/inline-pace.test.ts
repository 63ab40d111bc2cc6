import { expect, it } from 'vitest'
import { InlinePace } from './inline-pace.ts'

function untilTried(pace: InlinePace): number {
  for (let asked = 1; ; asked += 1) if (pace.mayTry()) return asked
}

it('tries every query inline while answers are quick', () => {
  const pace = new InlinePace(() => false)
  for (let asked = 0; asked < 10; asked += 1) {
    expect(pace.mayTry()).toBe(true)
    pace.note(false)
  }
})

it('leaves twice as many to readers after each late answer, up to 64', () => {
  const pace = new InlinePace(() => false)
  const gaps = Array.from({ length: 9 }, () => {
    pace.note(true)
    return untilTried(pace) - 1
  })
  expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
})

it('tries every question again once one was quick, and leaves fewer to readers after the next late one', () => {
  const pace = new InlinePace(() => false)
  for (let late = 0; late < 4; late += 1) pace.note(true)
  expect(untilTried(pace)).toBe(9)
  pace.note(false)
  expect(untilTried(pace)).toBe(1)
  pace.note(false)
  pace.note(true)
  expect(untilTried(pace)).toBe(5)
})

it('leaves all to readers while the disk is read, and tries again after that', () => {
  let isReading = false
  const pace = new InlinePace(() => isReading)
  pace.note(true)
  pace.note(true)
  isReading = true
  for (let asked = 0; asked < 200; asked += 1) expect(pace.mayTry()).toBe(false)
  isReading = false
  expect(untilTried(pace) - 1).toBe(2)
  isReading = true
  expect(pace.mayTry()).toBe(true)
})
