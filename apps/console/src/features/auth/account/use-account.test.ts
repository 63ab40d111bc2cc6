import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Account } from './account.ts'
import { followAccount } from './use-account.ts'

const silent: Account = { answered: false, exists: false, allowSignup: false, setupTokenRequired: false }
const claimed: Account = { ...silent, answered: true, exists: true }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follow(...answers: readonly Account[]) {
  const read = vi.fn(async () => answers[Math.min(read.mock.calls.length, answers.length) - 1] as Account)
  const heard: unknown[] = []
  const followed = followAccount(read)
  const listen = () => followed.subscribe(() => heard.push(followed.get()))
  return { ...followed, read, heard, listen }
}

it('starts the extension search on the first listener, once even if mounted twice', async () => {
  const { read, heard, listen, get } = follow(claimed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).not.toHaveBeenCalled()
  listen()()
  listen()
  expect(get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([read.mock.calls.length, heard]).toEqual([1, [claimed]])
})

it('retries a silent server every 5 seconds until it answers', async () => {
  const { read, heard, listen } = follow(silent, silent, claimed)
  listen()
  await vi.advanceTimersByTimeAsync(4999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual([silent, silent, claimed])
})

it('stops after an answer, and runs no timer without a listener', async () => {
  const { read, listen, retry } = follow(silent, claimed)
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
  const leave = listen()
  await vi.advanceTimersByTimeAsync(0)
  leave()
  listen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})

it('asks immediately on demand, and restarts the interval', async () => {
  const { read, listen, retry, heard } = follow(silent, silent, claimed, silent)
  listen()
  await vi.advanceTimersByTimeAsync(3000)
  retry()
  await vi.advanceTimersByTimeAsync(4999)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([silent, silent, claimed, silent])
})

it('waits once, although two questions were open at the same time', async () => {
  const { read, listen, retry } = follow(silent)
  listen()
  retry()
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([read.mock.calls.length, vi.getTimerCount()]).toEqual([2, 1])
})

it('stops without listeners, even if an answer arrives later', async () => {
  const { read, listen, get } = follow(silent)
  const leave = listen()
  await vi.advanceTimersByTimeAsync(0)
  leave()
  expect(vi.getTimerCount()).toBe(0)
  const leaveEarly = listen()
  vi.advanceTimersByTime(0)
  leaveEarly()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([read.mock.calls.length, get(), vi.getTimerCount()]).toEqual([2, silent, 0])
})
