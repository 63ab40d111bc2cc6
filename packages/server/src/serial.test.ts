import { expect, it } from 'vitest'
import { Listeners } from './listeners.ts'
import { Serial } from './serial.ts'

it('works run one after the other, in order, and a failure holds up none behind it', async () => {
  const serial = new Serial()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise(resolve => setImmediate(resolve))
    log.push(`${name} ends`)
    return name
  }
  const first = serial.run(work('a'))
  const failing = serial.run(async () => {
    throw new Error('no')
  })
  const last = serial.run(work('b'))
  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all([first, last])).toEqual(['a', 'b'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

it('a listener that fails is reported, and the others hear all the same, until they stop listening', () => {
  const errors: unknown[] = []
  const heard: string[] = []
  const listeners = new Listeners<string>(error => errors.push(error))
  listeners.add(() => {
    throw new Error('deaf')
  })
  const hear = (value: string) => heard.push(value)
  const stop = listeners.add(hear)
  listeners.add(hear)
  listeners.tell('one')
  stop()
  stop()
  listeners.tell('two')
  expect(heard).toEqual(['one', 'one', 'two'])
  expect(errors).toEqual([new Error('deaf'), new Error('deaf')])
})
