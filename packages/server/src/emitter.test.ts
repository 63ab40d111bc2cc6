import { expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

it('a listener that fails is reported, and the others hear all the same, until they stop listening', () => {
  const errors: unknown[] = []
  const heard: string[] = []
  const changes = new Emitter<string>(error => errors.push(error))
  changes.subscribe(() => {
    throw new Error('deaf')
  })
  const hear = (value: string) => heard.push(value)
  const stop = changes.subscribe(hear)
  changes.subscribe(hear)
  changes.emit('one')
  stop()
  stop()
  changes.emit('two')
  expect(heard).toEqual(['one', 'one', 'two'])
  expect(errors).toEqual([new Error('deaf'), new Error('deaf')])
})
