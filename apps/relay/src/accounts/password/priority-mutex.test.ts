import { expect, it } from 'vitest'
import { PriorityMutex } from './priority-mutex.ts'

function makeWorks() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>(resolve => ends.push(resolve))
  }
  const endNext = async () => {
    ends.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { begun, work, endNext }
}

it('asks strangers to come back while too many wait, but not known callers', async () => {
  const mutex = new PriorityMutex()
  const { begun, work, endNext } = makeWorks()
  const waiting = [mutex.run(work('stranger 0'))]
  await new Promise(resolve => setImmediate(resolve))
  for (let at = 1; at <= 150; at++) waiting.push(mutex.run(work(`stranger ${at}`)))
  await expect(mutex.run(work('one too many'))).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 })
  const known = mutex.run(work('known'), true)
  await endNext()
  expect(begun).toEqual(['stranger 0', 'known'])
  for (let left = 0; left < 152; left++) await endNext()
  await Promise.all([...waiting, known])
  expect(begun).toHaveLength(152)
})

it('runs tasks one at a time in order within each line, even after failures', async () => {
  const mutex = new PriorityMutex()
  const order: number[] = []
  let running = 0
  const step = (number: number) => async () => {
    expect(++running).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    order.push(number)
    running--
    if (number === 2) throw new Error('failed')
  }
  const first = mutex.run(step(1))
  await Promise.resolve()
  const results = await Promise.allSettled([first, ...[2, 3, 4].map(number => mutex.run(step(number), number === 4))])
  expect(order).toEqual([1, 4, 2, 3])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})
