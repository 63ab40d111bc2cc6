import { expect, it } from 'vitest'
import { emitter } from './emitter.ts'

it('starts with the first listener, stops after the last, and starts again for the next', () => {
  const log: string[] = []
  const { emit, subscribe } = emitter(() => {
    log.push('start')
    return () => log.push('stop')
  })
  const leave = subscribe(() => log.push('one'))
  const leaveToo = subscribe(() => log.push('two'))
  emit()
  leave()
  leave()
  emit()
  leaveToo()
  leaveToo()
  emit()
  subscribe(() => log.push('three'))()
  expect(log).toEqual(['start', 'one', 'two', 'two', 'stop', 'start', 'stop'])
})
