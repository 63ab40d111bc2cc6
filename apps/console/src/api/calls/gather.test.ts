import { expect, it } from 'vitest'
import { gatherCalls } from './gather.ts'

function handTimers() {
  const due: (() => void)[] = []
  return { set: (callback: () => void) => due.push(callback), pass: () => due.shift()?.() }
}

it('makes the first call immediately, and one more after the pause for a burst', () => {
  const [timers, ran] = [handTimers(), [] as string[]]
  const call = gatherCalls<string>(key => ran.push(key), 2000, timers)
  for (let burst = 0; burst < 50; burst++) call('statistics')
  expect(ran).toEqual(['statistics'])
  timers.pass()
  expect(ran).toEqual(['statistics', 'statistics'])
  timers.pass()
  expect(ran).toHaveLength(2)
})

it('throttles each key separately', () => {
  const ran: string[] = []
  const call = gatherCalls<string>(key => ran.push(key), 2000, handTimers())
  call('statistics')
  call('access')
  expect(ran).toEqual(['statistics', 'access'])
})

it('makes calls immediately again after a quiet pause', () => {
  const [timers, ran] = [handTimers(), [] as string[]]
  const call = gatherCalls<string>(key => ran.push(key), 2000, timers)
  call('access')
  timers.pass()
  call('access')
  expect(ran).toHaveLength(2)
})
