import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import type { Part } from './part.mjs'
import { restartable } from './relay.mjs'

function startAll() {
  const print: MockInstance<typeof console.log> = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const ends: ((code: number) => void)[] = []
  const stops: number[] = []
  const part = restartable((): Part => {
    const number = ends.length
    const { promise: ended, resolve } = Promise.withResolvers<Awaited<Part['ended']>>()
    ends.push(code => resolve({ code, signal: null }))
    const nothing = () => undefined
    return {
      name: 'relay',
      ready: Promise.resolve({}),
      ended,
      lastWords: () => `words of ${number}`,
      isRunning: () => true,
      isWaiting: () => false,
      tell: nothing,
      left: [],
      stop: () => void stops.push(number),
      kill: nothing,
    }
  })
  return { part, ends, stops, print }
}

test('starts a relay again that ended to be restarted, and says so', async () => {
  const { part, ends, stops, print } = startAll()
  ends[0]?.(75)
  await vi.waitFor(() => expect(print).toHaveBeenCalledWith('The relay has been restarted, as asked in the console.'))
  expect([ends.length, part.isRunning(), part.lastWords()]).toEqual([2, true, 'words of 1'])
  part.stop()
  expect(stops).toEqual([1])
})

test('starts no relay again that ended otherwise, or while everything stops', async () => {
  const crashed = startAll()
  crashed.ends[0]?.(1)
  expect(await crashed.part.ended).toEqual({ code: 1, signal: null })
  expect([crashed.ends.length, crashed.part.isRunning()]).toEqual([1, false])
  const stopped = startAll()
  stopped.part.stop()
  stopped.ends[0]?.(75)
  expect(await stopped.part.ended).toEqual({ code: 75, signal: null })
  expect(stopped.ends).toHaveLength(1)
})
