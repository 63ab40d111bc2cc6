import type { NostrEvent } from '@hornets/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draft, hex, save } from '../../../../../test/support/drafts.ts'
import { openStore } from '../../../../../test/support/open-store.ts'
import { cacheSettingsOf } from '../../../cache-settings.ts'
import type { EventStore, QueryOptions } from '../../../event-store.ts'
import type { Filter } from '../../../filter.ts'
import { type ReadScope, readAll } from '../../../read-scope.ts'

let opened: Awaited<ReturnType<typeof openStore>>
let store: EventStore
const [alice, bob] = [hex('alice'), hex('bob')]
const options = { enabled: true, max_entries: 3, ttl_seconds: 12 }

beforeEach(async () => {
  opened = await openStore()
  store = opened.store
  store.setCache(cacheSettingsOf(options))
})
afterEach(() => opened.close())

const read = async (filter: Filter, options: Partial<QueryOptions> = {}, meanwhile?: () => Promise<unknown>) => {
  const found: string[] = []
  for await (const batch of store.query([{ limit: 100, ...filter }], { scope: readAll, ...options })) {
    for (const text of batch.texts()) found.push((JSON.parse(text) as NostrEvent).id)
    batch.bytes.fill(0)
    await meanwhile?.()
  }
  return found
}
const ask = (filter: Filter, scope: ReadScope = readAll) => read(filter, { scope })
const seen = () => {
  const { hits, misses } = store.cacheState
  return [hits, misses]
}
const note = (parts: Partial<NostrEvent> = {}) =>
  draft({ pubkey: alice, kind: 1, created_at: opened.clock.now, tags: [], content: `${Math.random()}`, ...parts })

describe('cached answers', () => {
  test('serve the same filters again, with bytes that no reader can change', async () => {
    const event = note()
    await save(store, event)
    expect(await read({ kinds: [1] }, { margins: { before: 3, after: 2 } })).toEqual([event.id])
    expect(await read({ kinds: [1] }, { margins: { before: 7, after: 1 } })).toEqual([event.id])
    expect(await ask({ kinds: [1] })).toEqual([event.id])
    expect(seen()).toEqual([2, 1])
    expect(store.cacheState).toMatchObject({ entries: 1, bytes: expect.any(Number) })
  })

  test('are bounded by entries and age, and gone once switched off (CACHE-01)', async () => {
    for (const kind of [1, 2, 3, 4, 1]) await ask({ kinds: [kind] })
    expect([seen(), store.cacheState.entries]).toEqual([[0, 5], 3])
    opened.clock.now += 11
    await ask({ kinds: [1] })
    expect(seen()).toEqual([1, 5])
    opened.clock.now += 1
    await ask({ kinds: [1] })
    expect(seen()).toEqual([1, 6])
    store.setCache(cacheSettingsOf({ ...options, enabled: false }))
    await ask({ kinds: [1] })
    expect([seen(), store.cacheState]).toMatchObject([[1, 6], { entries: 0, bytes: 0 }])
  })

  test('are off by default, and once on, 1000 are kept for 10 s each (CACHE-01, R-111)', async () => {
    store.setCache(cacheSettingsOf({}))
    await ask({ kinds: [1] })
    expect([seen(), store.cacheState.entries]).toEqual([[0, 0], 0])
    store.setCache(cacheSettingsOf({ enabled: 'true' }))
    for (let kind = 0; kind <= 1000; kind++) await ask({ kinds: [kind] })
    expect([seen(), store.cacheState.entries]).toEqual([[0, 1001], 1000])
    for (const [seconds, expected] of [
      [9, [1, 1001]],
      [1, [1, 1002]],
    ] as const) {
      opened.clock.now += seconds
      await ask({ kinds: [1000] })
      expect(seen()).toEqual(expected)
    }
  })

  test('end with a write, a replacement, a deletion, a removal or an expiry, and stay for other kinds (CACHE-04)', async () => {
    const first = note()
    expect(await ask({ kinds: [7] })).toEqual([])
    expect(await ask({ kinds: [1] })).toEqual([])
    await save(store, first)
    expect(await ask({ kinds: [1] })).toEqual([first.id])
    expect(await ask({ authors: [alice] })).toEqual([first.id])
    const deletion = note({ kind: 5, tags: [['e', first.id]] })
    await save(store, deletion)
    expect([await ask({ kinds: [1] }), await ask({ authors: [alice] })]).toEqual([[], [deletion.id]])
    const hits = store.cacheState.hits
    expect([await ask({ kinds: [7] }), store.cacheState.hits]).toEqual([[], hits + 1])

    const profile = note({ kind: 0 })
    await save(store, profile)
    expect(await ask({ kinds: [0] })).toEqual([profile.id])
    const newer = note({ kind: 0, created_at: opened.clock.now + 1 })
    await save(store, newer)
    expect(await ask({ kinds: [0] })).toEqual([newer.id])
    await store.removeByAuthor(alice)
    expect(await ask({ kinds: [0] })).toEqual([])

    const brief = note({ tags: [['expiration', String(opened.clock.now + 5)]] })
    await save(store, brief)
    expect(await ask({ kinds: [1] })).toEqual([brief.id])
    opened.clock.now += 4
    expect(await ask({ kinds: [1] })).toEqual([brief.id])
    opened.clock.now += 1
    expect(await ask({ kinds: [1] })).toEqual([])
  })

  test('end when a held event is blocked or released (CACHE-04)', async () => {
    const event = note()
    await store.save({ event, json: JSON.stringify(event), isHeld: true })
    const scope = { ...readAll, held: 'pending' } as const
    expect(await ask({ kinds: [1] }, scope)).toEqual([event.id])
    await store.hold(event.id, 'blocked')
    expect(await ask({ kinds: [1] }, scope)).toEqual([])
    await store.hold(event.id, null)
    expect(await ask({ kinds: [1] }, scope)).toEqual([event.id])
  })

  test('are never served to a reader with fewer rights (CACHE-04)', async () => {
    const letter = note({ kind: 4, tags: [['p', bob]] })
    await save(store, letter)
    const scope = (keys: string[]) => ({ ...readAll, partyKinds: [4], keys })
    expect(await ask({ kinds: [4] }, scope([bob]))).toEqual([letter.id])
    expect(await ask({ kinds: [4] }, scope([]))).toEqual([])
    expect(await ask({ authors: [alice] }, scope([alice]))).toEqual([letter.id])
    expect(await ask({ authors: [alice] }, scope([hex('eve')]))).toEqual([])
    const entries = () => store.cacheState.entries
    store.setCache(cacheSettingsOf(options))
    const { hits } = store.cacheState
    const further = (rule: object) => ask({ kinds: [1] }, { ...readAll, ...rule })
    for (const muted of [['x'], ['y'], ['x']]) await further({ muted })
    expect([entries(), store.cacheState.hits]).toEqual([2, hits + 1])
    await further({ muted: new Set(['x']) })
    expect(entries()).toBe(2)
  })

  test('from reader threads are kept too, unless a commit touched them meanwhile (CACHE-04)', async () => {
    const event = note()
    await save(store, event)
    const aside = { isAside: true }
    expect(await read({ kinds: [1] }, aside, () => save(store, note()))).toEqual([event.id])
    expect(store.cacheState.entries).toBe(0)
    expect(await read({ kinds: [1] }, aside)).toHaveLength(2)
    expect(await ask({ kinds: [1] })).toHaveLength(2)
    expect(seen()[0]).toBe(1)
    const upTo = store.mark()
    await save(store, note())
    expect(await read({ kinds: [1] }, { upTo })).toHaveLength(2)
    expect(await ask({ kinds: [1] })).toHaveLength(3)
  })
})
