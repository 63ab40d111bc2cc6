import { expect, it } from 'vitest'
import { Listeners } from './listeners.ts'

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
