import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('takes from each customer in turn, and keeps the order of each', () => {
  const queue = new FairQueue<string>(1)
  for (let at = 0; at < 5; at++) queue.push('many', `many ${at}`, 1)
  queue.push('one', 'one', 1)
  queue.push('two', 'two', 1)
  expect(queue.take(4, 10)).toEqual(['many 0', 'one', 'two', 'many 1'])
  expect(queue.size).toBe(3)
  expect(queue.takeAll()).toEqual(['many 2', 'many 3', 'many 4'])
  expect([queue.size, queue.take(1, 1)]).toEqual([0, []])
})

it('gives a customer with costly items fewer turns', () => {
  const queue = new FairQueue<string>(10)
  for (let at = 0; at < 3; at++) queue.push('heavy', 'heavy', 40)
  for (let at = 0; at < 9; at++) queue.push('light', 'light', 10)
  expect(queue.takeAll().join(' ')).toBe('heavy light light light light heavy light light light light heavy light')
})

it('takes no more than asked for, but always one', () => {
  const queue = new FairQueue<number>(10)
  for (const cost of [50, 5, 5, 5]) queue.push('anyone', cost, cost)
  expect(queue.take(10, 20)).toEqual([50])
  expect(queue.take(10, 12)).toEqual([5, 5])
  expect(queue.take(10, 12)).toEqual([5])
})
