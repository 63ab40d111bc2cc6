import { expect, it } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

it('runs work on one key in order and different keys in parallel, and forgets idle keys', async () => {
  const mutex = new KeyedMutex()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise(resolve => setImmediate(resolve))
    log.push(`${name} ends`)
    if (name === 'a1') throw new Error('no')
    return name
  }
  const results = await Promise.allSettled([
    mutex.run('a', work('a1')),
    mutex.run('a', work('a2')),
    mutex.run('b', work('b1')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(log.filter(line => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(log.slice(0, 2)).toEqual(['a1 begins', 'b1 begins'])
  expect(mutex.size).toBe(0)
  expect(await mutex.run('a', work('a3'))).toBe('a3')
})
