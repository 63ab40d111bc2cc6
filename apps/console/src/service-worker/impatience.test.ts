import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshOrKept, soonerKept } from './impatience.ts'

const never = () => new Promise<Response>(() => {})
const answer = (text: string, status = 200) => Promise.resolve(new Response(text, { status }))
const kept = () => answer('kept')
const isDown = (status: number) => status === 502
const textOf = async (response: Promise<Response>) => (await response).text()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("SHELL-29: waits for a silent relay once, then serves the document's scripts from the cache", async () => {
  const document = textOf(freshOrKept({ relay: never, kept, isDown }))
  await vi.advanceTimersByTimeAsync(8000)
  expect(await document).toBe('kept')
  expect(await textOf(soonerKept({ relay: never, kept, isDown }))).toBe('kept')

  // Missing files are still fetched, and so is the next document, whose answer ends the impatience.
  expect(await textOf(soonerKept({ relay: () => answer('fresh'), kept: async () => undefined, isDown }))).toBe('fresh')
  expect(await textOf(soonerKept({ relay: () => answer('fresh'), kept, isDown }))).toBe('fresh')
})

it('SHELL-29: asks the relay again after 30 seconds, and ignores answers of proxies and failures', async () => {
  const first = freshOrKept({ relay: never, kept, isDown })
  await vi.advanceTimersByTimeAsync(8000)
  await first
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await textOf(soonerKept({ relay: () => answer('fresh'), kept, isDown }))).toBe('fresh')
  expect(await textOf(freshOrKept({ relay: () => answer('proxy', 502), kept, isDown }))).toBe('kept')
  const fails = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await textOf(soonerKept({ relay: fails, kept, isDown }))).toBe('kept')
  await expect(freshOrKept({ relay: fails, kept: async () => undefined, isDown })).rejects.toThrow('Failed to fetch')
})
