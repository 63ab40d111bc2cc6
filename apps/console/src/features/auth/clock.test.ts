import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followClock } from './clock.tsx'
import { lookForExtension } from './signers/use-extension.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('AUTH-40: the clock of the lock looks at the time each 10 s', () => {
  const tell = vi.fn()
  const stop = followClock(tell)
  vi.advanceTimersByTime(9_999)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_001)
  expect(tell).toHaveBeenCalledTimes(3)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(tell).toHaveBeenCalledTimes(3)
})

it('AUTH-12: looks for the extension every second, and reports it missing after three attempts', () => {
  const told = { onFound: vi.fn(), onMissing: vi.fn() }
  lookForExtension(told)
  vi.advanceTimersByTime(1_999)
  expect(told.onMissing).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([told.onMissing.mock.calls.length, told.onFound.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(60_500)
  vi.stubGlobal('nostr', {})
  vi.advanceTimersByTime(500)
  expect([told.onMissing.mock.calls.length, told.onFound.mock.calls.length]).toEqual([1, 1])
  vi.advanceTimersByTime(60_000)
  expect(told.onFound).toHaveBeenCalledTimes(1)
})
