import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** A job that ends on demand, and the jobs started so far. */
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

it('strangers are told to come back once too many of them wait; who is known is not', async () => {
  const turns = new Turns()
  const { begun, work, endNext } = makeWorks()
  const waiting = Array.from({ length: 151 }, (_, at) => turns.run(work(`stranger ${at}`)))
  await expect(turns.run(work('one too many'))).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 })
  const known = turns.run(work('known'), true)
  await endNext()
  expect(begun).toEqual(['stranger 0', 'known'])
  for (let left = 0; left < 152; left++) await endNext()
  await Promise.all([...waiting, known])
  expect(begun).toHaveLength(152)
})

it('runs one at a time, in the order of arrival within each line, whatever became of those before', async () => {
  const turns = new Turns()
  const order: number[] = []
  let running = 0
  const step = (number: number) => async () => {
    expect(++running).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    order.push(number)
    running--
    if (number === 2) throw new Error('failed')
  }
  const results = await Promise.allSettled([1, 2, 3, 4].map(number => turns.run(step(number), number === 4)))
  expect(order).toEqual([1, 4, 2, 3])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})
