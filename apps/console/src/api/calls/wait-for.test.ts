import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitFor } from './wait-for.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives up after ten minutes without work, not while the relay works', async () => {
  let answers: 'working' | 'waiting' = 'working'
  const ended = vi.fn()
  void waitFor(async () => answers).then(ended)
  await vi.advanceTimersByTimeAsync(3_600_000)
  answers = 'waiting'
  await vi.advanceTimersByTimeAsync(599_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ended).toHaveBeenCalledExactlyOnceWith(undefined)
})

it('ends with what it finds', async () => {
  const found = waitFor(async seconds => (seconds === 3 ? { seconds } : 'waiting'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await found).toEqual({ seconds: 3 })
})
