import { expect, it } from 'vitest'
import { withSlowness } from './slowness.ts'

it('measures wall time per second of processor time, at least one', () => {
  const slownessOf = (millis: number, user: number, system: number) => {
    let isDone = false
    const now = () => 5000 + (isDone ? millis : 0)
    const used = () => (isDone ? { user: 100 + user, system: 200 + system } : { user: 100, system: 200 })
    const done = withSlowness(
      () => {
        isDone = true
        return 'read'
      },
      { now, used },
    )
    expect(done.result).toBe('read')
    return done.slowness
  }
  expect([slownessOf(3000, 800_000, 200_000), slownessOf(1000, 1_000_000, 300_000)]).toEqual([3, 1])
})
