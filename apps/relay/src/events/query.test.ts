import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, hex, idsOf, save } from '../../test/support/drafts.ts'
import { engine, openStore } from '../../test/support/open-store.ts'
import { QueryTooCostly } from './event-store.ts'
import type { Filter } from './filter.ts'
import { type ReadScope, readAll } from './read-scope.ts'

// Random filters shall match random events. Two authors and ids share 48 bits, all that the indexes store.
const twin = (name: string, last: string) => `${hex(name).slice(0, 12)}${hex(last).slice(12)}`
const authors = [hex('a'), hex('b'), twin('a', 'c'), hex('d')]
const quiet = hex('quiet')
const kinds = [1, 6, 7, 1984, 40, 30_023]
const values = ['x', 'y', 'ü "quoted"', '', hex('e1')]
const letters = ['e', 'p', 't', 'T', 'd']
// PostgreSQL has a part for each quarter, and one for what is older.
const times = [100, 101, 102, 103, 1_612_000_000, 1_612_000_001, 1_620_000_000, 1_636_000_000, 1_644_000_000]

const eventArbitrary: fc.Arbitrary<NostrEvent> = fc
  .record({
    pubkey: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...authors) }, fc.constant(quiet)),
    kind: fc.constantFrom(...kinds),
    created_at: fc.constantFrom(...times),
    tags: fc.array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...values, ...values, ...values, 'rare')),
        },
        fc.tuple(fc.constantFrom('long', 't'), fc.constantFrom(...values), fc.constant('more')),
        fc.constant<string[]>(['t']),
        fc.constant<string[]>(['d']),
        fc.constant<string[]>([]),
      ),
      { maxLength: 4 },
    ),
    content: fc.string({ maxLength: 5 }),
    twinOf: fc.option(fc.nat(3)),
    nonce: fc.nat(),
  })
  .map(({ twinOf, nonce, tags, ...parts }) => {
    const event = draft({ ...parts, tags: tags.map(tag => [...tag]), content: `${parts.content} ${nonce}` })
    return twinOf === null ? event : { ...event, id: twin(`twin ${twinOf}`, event.id) }
  })

const some = <T>(items: readonly T[]) => fc.option(fc.subarray([...items]), { nil: undefined })
const filterArbitrary: fc.Arbitrary<Filter> = fc.record({
  authors: some([...authors, quiet]),
  kinds: some([...kinds, 9]),
  tags: fc.option(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...letters), fc.subarray([...values, 'rare'])), {
      maxLength: 2,
      selector: ([l]) => l,
    }),
    { nil: undefined },
  ),
  since: fc.option(fc.constantFrom(...times), { nil: undefined }),
  until: fc.option(fc.constantFrom(...times), { nil: undefined }),
  limit: fc.option(fc.nat(12), { nil: undefined }),
})

const scopeArbitrary: fc.Arbitrary<ReadScope> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(readAll) },
  {
    weight: 3,
    arbitrary: fc.record({
      partyKinds: fc.subarray(kinds),
      hidesPreferences: fc.boolean(),
      keys: fc.subarray([...authors, hex('e1')]),
      held: fc.constantFrom('own', 'pending', 'all'),
    }),
  },
)

function naively(events: readonly NostrEvent[], filters: readonly Filter[], scope: ReadScope): string[] {
  const found = new Set<NostrEvent>()
  for (const filter of filters) {
    const matching = events.filter(
      event =>
        mayHave(scope, event) &&
        (!filter.ids || filter.ids.includes(event.id)) &&
        (!filter.authors || filter.authors.includes(event.pubkey)) &&
        (!filter.kinds || filter.kinds.includes(event.kind)) &&
        (filter.since === undefined || event.created_at >= filter.since) &&
        (filter.until === undefined || event.created_at <= filter.until) &&
        (filter.tags ?? []).every(([letter, wanted]) => valuesOf(event, letter).some(value => wanted.includes(value))),
    )
    for (const event of matching.sort(inOrder).slice(0, filter.limit ?? matching.length)) found.add(event)
  }
  return events
    .filter(event => found.has(event))
    .sort(inOrder)
    .map(({ id }) => id)
}

/** An event's tag values for this letter; an addressable event's first d tag counts even without a value. */
function valuesOf(event: NostrEvent, letter: string): string[] {
  const values = event.tags.filter(tag => tag[0] === letter && tag.length > 1).map(tag => tag[1] ?? '')
  const first = event.tags.find(tag => tag[0] === 'd')
  return event.kind >= 30_000 && letter === 'd' && !first?.[1] ? [...values, ''] : values
}

/** Two-party kinds go to their author and the keys they name. */
function mayHave({ partyKinds, keys }: ReadScope, { kind, pubkey, tags }: NostrEvent): boolean {
  if (!partyKinds.includes(kind) || keys.includes(pubkey)) return true
  return tags.some(([name, value]) => name === 'p' && value !== undefined && keys.includes(value))
}

function inOrder(a: NostrEvent, b: NostrEvent): number {
  const compared = engine === 'lmdb' ? 12 : 64
  return b.created_at - a.created_at || compare(a.id.slice(0, compared), b.id.slice(0, compared))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const readers: [string, { inlineSteps?: number }][] = [
  ['on the thread that asks', {}],
  ['by the readers', { inlineSteps: 0 }],
  ['by both, as it turns out to be costly', { inlineSteps: 300 }],
]
describe.each(engine === 'lmdb' ? readers : [['by the database', {}] as const])('queries read %s', (_name, options) => {
  let opened: Awaited<ReturnType<typeof openStore>>
  const events = fc
    .sample(eventArbitrary, { numRuns: 900, seed: 7 })
    .map((event, at) => (event.kind === 30_023 ? { ...event, pubkey: hex(`author ${at}`) } : event))

  const openFilled = async () => {
    const filled = await openStore(options)
    await Promise.all(events.map(event => save(filled.store, event)))
    return filled
  }
  beforeAll(async () => {
    opened = await openFilled()
  })
  afterAll(() => opened.close())

  it('give what a naive matcher gives over the same events, in the same order', async () => {
    const { store, close } = await openFilled()
    const ids = fc.option(fc.subarray(events.map(({ id }) => id).concat(hex('none')), { maxLength: 20 }), {
      nil: undefined,
      freq: 4,
    })
    const filters = fc.array(
      fc.tuple(filterArbitrary, ids).map(([filter, some]) => ({ ...filter, ids: some })),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(filters, scopeArbitrary, async (list, scope) => {
        expect(await idsOf(store, list, { scope })).toEqual(naively(events, list, scope))
        const withoutLimits = list.map(filter => ({ ...filter, limit: undefined }))
        expect(await store.count(list, { scope })).toBe(naively(events, withoutLimits, scope).length)
      }),
      { numRuns: engine === 'lmdb' ? 400 : 150 },
    )
    await close()
  }, 30_000)

  it('leave out what was stored after the mark', async () => {
    const mark = opened.store.mark()
    const late = draft({ created_at: 100, content: 'late', kind: 30, pubkey: quiet, tags: [['x', 'late']] })
    await save(opened.store, late)
    const ways: Filter[] = [{ kinds: [30] }, { tags: [['x', ['late']]] }, { authors: [quiet], since: 100, until: 100 }]
    for (const filter of ways) {
      expect(await idsOf(opened.store, [filter])).toContain(late.id)
      expect(await idsOf(opened.store, [filter], { upTo: mark })).not.toContain(late.id)
    }
    await opened.store.removeById(late.id)
  })

  it('send each JSON as it was stored, byte for byte', async () => {
    const event = draft({ content: 'é \u2028 😀 "quoted"', kind: 31 })
    const json = ` ${JSON.stringify(event, null, 1)}`
    await opened.store.save({ event, json })
    const answer = opened.store.query([{ ids: [event.id] }], { scope: readAll })
    for await (const batch of answer) expect([...batch.texts()]).toEqual([json])
    expect(await opened.store.find(event.id)).toBe(json)
  })
})

it('finds what came into a quarter that had no events when others were read', async () => {
  const { store, close } = await openStore()
  const [old, older] = [1_636_000_000, 1_612_000_000].map(created_at => draft({ created_at }))
  await Promise.all([old, older].map(event => save(store, event ?? draft({}))))
  expect(await idsOf(store, [{ kinds: [1], limit: 1 }])).toEqual([old?.id])
  const late = [1_700_000_000, 1_620_000_000, 100].map(created_at => draft({ created_at }))
  await Promise.all(late.map(event => save(store, event)))
  const [newest, middle, oldest] = late.map(({ id }) => id)
  expect(await idsOf(store, [{ kinds: [1], limit: 1 }])).toEqual([newest])
  expect(await idsOf(store, [{ kinds: [1], limit: 5 }])).toEqual([newest, old?.id, middle, older?.id, oldest])
  await close()
})

describe('a query that asks for too much', () => {
  it('fails by name, and the next one is answered', async () => {
    const opened = await openStore({ queryMillisMax: 0, inlineSteps: 100 })
    await Promise.all(Array.from({ length: 500 }, (_, at) => save(opened.store, draft({ content: `${at}` }))))
    await expect(opened.store.count([{ authors: [hex('alice')], since: 1 }], { scope: readAll })).rejects.toThrow(
      QueryTooCostly,
    )
    await expect(idsOf(opened.store, [{ authors: [hex('alice')] }])).rejects.toThrow(QueryTooCostly)
    await expect(idsOf(opened.store, [{ ids: [hex('none')] }])).resolves.toEqual([])
    await opened.close()
  })
})

describe('events that a reader cannot see', () => {
  const party = { scope: { partyKinds: [4], hidesPreferences: true, keys: [hex('bob')], held: 'own' } } as const

  it('neither comes nor counts, nor takes a place under the limit', async () => {
    const opened = await openStore()
    const note = draft({ content: 'for all', created_at: 1 })
    const toBob = draft({ kind: 4, content: 'for bob', created_at: 2, tags: [['p', hex('bob')]] })
    const fromBob = draft({ kind: 4, content: 'by bob', created_at: 3, pubkey: hex('bob') })
    const toCarol = draft({ kind: 4, content: 'for carol', created_at: 4, tags: [['p', hex('carol')]] })
    await Promise.all([note, toBob, fromBob, toCarol].map(event => save(opened.store, event)))
    expect(await idsOf(opened.store, [{ limit: 3 }], party)).toEqual([fromBob.id, toBob.id, note.id])
    expect(await idsOf(opened.store, [{ kinds: [4], authors: [hex('alice')] }], party)).toEqual([toBob.id])
    expect(await opened.store.count([{}], party)).toBe(3)
    expect(await opened.store.count([{ kinds: [4] }], { scope: { ...party.scope, keys: [] } })).toBe(0)
    await opened.close()
  })

  it('are the preferences of others, but not their other lists of that kind', async () => {
    const opened = await openStore()
    const enabled = (pubkey: string, value: string, created_at: number) =>
      draft({
        kind: 10_010,
        pubkey,
        created_at,
        tags: [
          ['enabled', value],
          ['p', hex('bob')],
        ],
      })
    const ofAlice = enabled(hex('alice'), 'true', 1)
    const ofBob = enabled(hex('bob'), 'true', 2)
    const ofCarol = enabled(hex('carol'), 'false', 3)
    const list = draft({ kind: 10_010, pubkey: hex('dan'), created_at: 4, tags: [['mute', 'enabled']] })
    await Promise.all([ofAlice, ofBob, ofCarol, list].map(event => save(opened.store, event)))
    const ask = { kinds: [10_010] }
    expect(await idsOf(opened.store, [ask], party)).toEqual([list.id, ofBob.id])
    expect(await idsOf(opened.store, [{ ...ask, tags: [['p', [hex('bob')]]] }], party)).toEqual([ofBob.id])
    expect(await idsOf(opened.store, [{ ids: [ofAlice.id] }], party)).toEqual([])
    expect(await opened.store.count([ask], party)).toBe(2)
    expect(await opened.store.count([{}], { scope: { ...party.scope, keys: [] } })).toBe(1)
    await opened.close()
  })
})

describe('abandoned reads', () => {
  it('stop immediately, so that the next one is answered', async () => {
    const opened = await openStore()
    await Promise.all(Array.from({ length: 200 }, (_, at) => save(opened.store, draft({ content: `${at}` }))))
    const keys = Array.from({ length: 5000 }, (_, at) => hex(`author ${at}`))
    const costly = Array.from({ length: engine === 'lmdb' ? 32 : 4 }, () => ({ authors: keys }))
    const gone = new AbortController()
    const { signal } = gone
    const started = performance.now()
    await opened.store.count(costly, { scope: readAll })
    const alone = performance.now() - started
    const counts = Array.from({ length: 20 }, () => opened.store.count(costly, { scope: readAll, signal }))
    const settled = Promise.allSettled(counts)
    gone.abort()
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
    const after = performance.now()
    expect(await idsOf(opened.store, [{ kinds: [1], limit: 1 }])).toHaveLength(1)
    expect(performance.now() - after).toBeLessThan(Math.max(alone * 10, 15_000))
    await opened.close()
  }, 30_000)
})

describe('lists that combine in millions of ways', () => {
  it('cost no more than what is there', async () => {
    const opened = await openStore()
    const note = draft({ kind: 7, tags: [['t', 'x']] })
    await save(opened.store, note)
    const many = Array.from({ length: 2500 }, (_, at) => at)
    const authors = [...many.map(at => hex(`${at}`)), hex('alice')]
    const values = [...many.map(String), 'x']
    expect(
      await idsOf(opened.store, [
        { authors, kinds: many },
        { kinds: many, tags: [['t', values]] },
      ]),
    ).toEqual([note.id])
    await opened.close()
  }, 30_000)
})

describe('authors who wrote today and a long time ago', () => {
  it('are read newest first and nothing twice, though the scan by time is given up between', async () => {
    const opened = await openStore()
    const rare = ['a', 'b', 'c'].flatMap(name =>
      [1, 6, 7].flatMap(kind => [100, 9000].map(time => draft({ pubkey: hex(name), kind, created_at: time }))),
    )
    const others = Array.from({ length: 1500 }, (_, at) => draft({ created_at: 200 + at, content: `${at}` }))
    await Promise.all([...rare, ...others].map(event => save(opened.store, event)))
    const found = await idsOf(opened.store, [{ authors: ['a', 'b', 'c'].map(hex), limit: 800 }])
    expect(found).toEqual(rare.sort(inOrder).map(({ id }) => id))
    await opened.close()
  })
})

describe('long responses', () => {
  it('are read in chunks on demand, and can be abandoned', async () => {
    const opened = await openStore()
    await Promise.all(Array.from({ length: 1000 }, (_, at) => save(opened.store, draft({ content: `${at}`, kind: 1 }))))
    const sizes: number[] = []
    for await (const chunk of opened.store.query([{ kinds: [1] }], { scope: readAll })) sizes.push(chunk.length)
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1000)
    for await (const chunk of opened.store.query([{ kinds: [1] }], { scope: readAll })) {
      expect(chunk.length).toBeLessThan(1000)
      break
    }
    expect(await opened.store.count([{ kinds: [1] }], { scope: readAll })).toBe(1000)
    await opened.close()
  })
})

it('gives what it found in time, then says that it was too costly', async () => {
  const opened = await openStore({ queryMillisMax: 20 })
  const { store } = opened
  // As many as no machine reads in that time.
  const count = 20_000
  for (let at = 0; at < count; at += 1) {
    const tags = [
      ['t', 'x'],
      ['p', at === count - 1 ? 'wanted' : 'other'],
    ]
    void save(store, draft({ created_at: 1000 + at, content: `${at}`, tags }))
  }
  await save(
    store,
    draft({
      created_at: 1000 + count,
      tags: [
        ['t', 'x'],
        ['p', 'other'],
      ],
    }),
  )
  const filter = {
    tags: [
      ['t', ['x']],
      ['p', ['wanted', 'other']],
    ] as const,
    limit: count,
  }
  const read = async (time: 'limited' | 'given' | 'unlimited') => {
    let found = 0
    try {
      for await (const batch of store.query([filter], { scope: readAll, isAside: true, time })) found += batch.length
    } catch (error) {
      return [found > 0, error instanceof QueryTooCostly]
    }
    return found
  }
  expect(await read('unlimited')).toBe(count)
  expect(await read('given')).toEqual([true, true])
  const measured = await store.measure([{ ...filter, limit: 100_000 }], { scope: readAll })
  expect(measured.isAll).toBe(false)
  expect(measured.count).toBeLessThan(count)
  await opened.close()
})
