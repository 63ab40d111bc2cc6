import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, save } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'
import type { EventBatch } from '../../event-batch.ts'
import { readAll } from '../../read-scope.ts'

const margins = { before: 12, after: 1 }

// Far more often than there are chunks: one lost each time would leave none.
const often = 40

describe.each([
  ['the thread that asks', {}],
  ['a reader', { inlineSteps: 0 }],
])('batches with margins from %s', (_name, options) => {
  let opened: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    opened = await openStore(options)
    await Promise.all(Array.from({ length: 600 }, (_, at) => save(opened.store, draft({ content: `${at}` }))))
  })
  afterAll(() => opened.close())

  const ask = (limit: number, signal?: AbortSignal) =>
    opened.store.query([{ kinds: [1], limit }], { scope: readAll, margins, ...(signal ? { signal } : {}) })
  const isShared = ({ bytes }: EventBatch) => bytes.buffer instanceof SharedArrayBuffer

  it('use shared memory with the same contents as batches without margins', async () => {
    for await (const batch of ask(100)) {
      expect(isShared(batch)).toBe(true)
      for await (const plain of opened.store.query([{ kinds: [1], limit: 100 }], { scope: readAll })) {
        expect(isShared(plain)).toBe(false)
        expect([...batch.texts()]).toEqual([...plain.texts()])
      }
      batch.release()
    }
  })

  it('find free memory again after reading, abandoning or stopping many queries', async () => {
    for (let time = 0; time < often; time += 1) {
      for await (const batch of ask(600)) batch.release()
      for await (const batch of ask(600)) {
        batch.release()
        break
      }
      const stop = new AbortController()
      const stopped = ask(600, stop.signal)[Symbol.asyncIterator]()
      const first = stopped.next().catch(() => ({ done: true }) as const)
      stop.abort()
      const read = await first
      if (!read.done) read.value.release()
      await stopped.return?.()
    }
    await expect
      .poll(async () => {
        for await (const batch of ask(10)) {
          batch.release()
          return isShared(batch)
        }
        return false
      })
      .toBe(true)
  })

  it('use separate memory if none is returned', async () => {
    const kept: EventBatch[] = []
    for (let time = 0; time < often; time += 1) for await (const batch of ask(5)) kept.push(batch)
    expect(isShared(kept.at(-1) as EventBatch)).toBe(false)
    for (const batch of kept) expect(batch.length).toBe(5)
    for (const batch of kept) batch.release()
    for await (const batch of ask(5)) {
      expect(isShared(batch)).toBe(true)
      batch.release()
    }
  })
})
