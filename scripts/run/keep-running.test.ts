import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { keepRunning } from './keep-running.mjs'
import type { Part } from './part.mjs'

let print: MockInstance<typeof console.log>
beforeEach(() => {
  print = vi.spyOn(console, 'log').mockImplementation(() => {})
})

function fakePart() {
  const { promise: ended, resolve: end } = Promise.withResolvers<Awaited<Part['ended']>>()
  const nothing = () => undefined
  const part: Part = {
    name: 'wallet',
    ready: Promise.resolve({}),
    ended,
    lastWords: () => 'out of memory',
    isRunning: () => true,
    isWaiting: () => false,
    tell: nothing,
    left: [],
    stop: nothing,
    kill: nothing,
  }
  return { part, end: () => end({ code: 9, signal: null }) }
}

function keep({ lives, livesMs = 0 }: { lives: number; livesMs?: number }) {
  const parts = [fakePart()]
  const pauses: number[] = []
  let clock = 0
  const isOver = () => parts.length > lives
  const done = keepRunning((parts[0] as { part: Part }).part, {
    startAgain: () => {
      const next = fakePart()
      parts.push(next)
      clock += livesMs
      next.end()
      return next.part
    },
    isOver,
    pause: async milliseconds => void pauses.push(milliseconds),
    now: () => {
      clock += livesMs
      return clock
    },
  })
  parts[0]?.end()
  return { done, pauses, parts }
}

test('a part that ends when everything ends is not started again', async () => {
  const { done, parts, pauses } = keep({ lives: 0 })
  await done
  expect([parts.length, pauses]).toEqual([1, []])
  expect(print).not.toHaveBeenCalled()
})

test('restarts a crashing process with exponential backoff up to a minute', async () => {
  const { done, pauses } = keep({ lives: 8 })
  await done
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map(seconds => seconds * 1000))
  const said = print.mock.calls.flat()
  expect(said[0]).toContain('The wallet ended unexpectedly (with status 9)')
  expect(said[0]).toContain('out of memory')
  expect(said).toContain('The wallet is back.')
})

test('restarts a process immediately after minutes of running, despite earlier crashes', async () => {
  const { done, pauses } = keep({ lives: 3, livesMs: 6 * 60_000 })
  await done
  expect(pauses).toEqual([1000, 1000, 1000])
})
