import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurn } from '../events/in-turn.ts'

const { signal } = new AbortController()

/** Milliseconds of a part that takes `workMs`, during which others store `stored` events. */
async function took(workMs: number, stored: number, { stop = signal, max = 30_000 } = {}): Promise<number> {
  let mark = 0
  const begun = performance.now()
  await inTurn(
    { mark: () => mark },
    stop,
    async () => {
      await pause(workMs)
      mark += stored
      return 0
    },
    max,
  )
  return performance.now() - begun
}

it('rests nine times as long as a part took while others store events', async () => {
  expect(await took(250, 1)).toBeGreaterThan(2490)
})

it('rests no longer than its limit', async () => {
  expect(await took(200, 1, { max: 300 })).toBeLessThan(1800)
})

it('does not rest if all events that arrive are its own, or once the job is stopped', async () => {
  expect(await took(200, 0)).toBeLessThan(1800)
  expect(await took(200, 1, { stop: AbortSignal.abort() })).toBeLessThan(1800)
})
