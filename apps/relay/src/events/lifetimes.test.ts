import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draft, hex, idsOf, save } from '../../test/support/drafts.ts'
import { engine, openStore } from '../../test/support/open-store.ts'
import { EventStoreFull } from './event-store.ts'
import { readAll } from './read-scope.ts'

let opened: Awaited<ReturnType<typeof openStore>>
beforeEach(async () => {
  opened = await openStore()
})
afterEach(() => opened.close())

/** A server takes longer for each. */
const samples = engine === 'lmdb' ? 40 : 8
const alice = hex('alice')
const mallory = hex('mallory')
const all = () => idsOf(opened.store, [{}])

describe('deletion requests (NIP-09)', () => {
  it("do not affect other authors' events (PROTO-11)", async () => {
    const note = draft({ content: 'mine' })
    await save(opened.store, note)
    await save(opened.store, draft({ kind: 5, pubkey: mallory, tags: [['e', note.id]] }))
    const article = draft({ kind: 30_023, tags: [['d', 'one']] })
    await save(opened.store, article)
    await save(opened.store, draft({ kind: 5, pubkey: mallory, tags: [['a', `30023:${alice}:one`]] }))
    expect(await all()).toEqual(expect.arrayContaining([note.id, article.id]))
    expect(await all()).toHaveLength(4)
  })

  it('can not delete deletion requests', async () => {
    const request = draft({ kind: 5, tags: [['e', hex('anything')]] })
    await save(opened.store, request)
    await save(opened.store, draft({ kind: 5, tags: [['e', request.id]] }))
    expect(await all()).toHaveLength(2)
  })

  it('keep what they name from coming, before and after (PROTO-11)', async () => {
    const note = draft({ content: 'x' })
    await save(opened.store, note)
    await save(opened.store, draft({ kind: 5, tags: [['e', note.id]] }))
    expect(await save(opened.store, note)).toBe('deleted')
    expect(await save(opened.store, draft({ content: 'x', pubkey: mallory, id: note.id }))).toBe('stored')
    await opened.reopen()
    expect(await save(opened.store, note)).not.toBe('stored')
  })

  it('delete versions up to their own time, and allow later ones (PROTO-11)', async () => {
    const version = (created_at: number) => draft({ kind: 30_023, created_at, tags: [['d', 'a:b']] })
    await save(opened.store, version(100))
    await save(opened.store, draft({ kind: 5, created_at: 150, tags: [['a', `30023:${alice}:a:b`]] }))
    expect(await save(opened.store, version(120))).toBe('deleted')
    expect(await save(opened.store, version(151))).toBe('stored')
  })

  it('delete lists by their address, whose identifier is empty (PROTO-11)', async () => {
    const lists = [0, 3, 10_002].map(kind => draft({ kind, created_at: 100 }))
    for (const list of lists) await save(opened.store, list)
    const tags = lists.map(({ kind }) => ['a', `${kind}:${alice}:`])
    const request = draft({ kind: 5, created_at: 150, tags })
    await save(opened.store, request)
    expect(await all()).toEqual([request.id])
  })

  it('survive tags of any shape', async () => {
    const tags = [['e'], ['e', 'short'], ['a'], ['a', '30023'], ['a', `1:${alice}:x`], ['a', `99999:${alice}:`], []]
    expect(await save(opened.store, draft({ kind: 5, tags }))).toBe('stored')
  })
})

describe('gift wraps (NIP-59)', () => {
  const wrap = (kind: number) => draft({ kind, pubkey: hex(`once ${kind}`), tags: [['p', alice]] })
  const deletion = (pubkey: string, { id }: NostrEvent) => draft({ kind: 5, pubkey, tags: [['e', id]] })

  it('are deleted by their recipient only', async () => {
    const [wrapped, note] = [wrap(1059), draft({ pubkey: hex('bob'), tags: [['p', alice]] })]
    await Promise.all([save(opened.store, wrapped), save(opened.store, note)])
    const [byMallory, byAlice] = [deletion(mallory, wrapped), deletion(alice, wrapped)]
    await save(opened.store, byMallory)
    expect(await all()).toContain(wrapped.id)
    await save(opened.store, byAlice)
    await save(opened.store, deletion(alice, note))
    expect(await all()).not.toContain(wrapped.id)
    expect(await all()).toContain(note.id)
    expect(await save(opened.store, wrapped)).toBe('deleted')
  })

  it('do not come after their deletion either', async () => {
    const wrapped = wrap(1060)
    await save(opened.store, deletion(alice, wrapped))
    expect(await save(opened.store, wrapped)).toBe('deleted')
  })
})

describe('vanishing (NIP-62)', () => {
  const until = 1_700_000_000
  const request = (created_at = until) => draft({ kind: 62, created_at, tags: [['relay', 'ALL_RELAYS']] })

  it('removes all that the key wrote until then and all gift wraps for it, and nothing else', async () => {
    const gone = [
      ...Array.from({ length: 250 }, (_, at) => draft({ content: `${at}`, kind: at % 4, created_at: until - at })),
      draft({ kind: 5, tags: [['e', hex('x')]] }),
      draft({ kind: 30_023, tags: [['d', 'x']] }),
      draft({
        kind: 1059,
        pubkey: hex('once'),
        tags: [
          ['p', hex('bob')],
          ['p', alice],
        ],
      }),
      draft({ kind: 1060, pubkey: hex('once'), tags: [['p', alice]] }),
    ]
    const stay = [
      draft({ created_at: until + 1 }),
      draft({ pubkey: mallory, tags: [['p', alice]] }),
      draft({ kind: 1059, pubkey: hex('once'), created_at: until + 1, tags: [['p', alice]] }),
      draft({ kind: 1059, pubkey: hex('once'), tags: [['p', mallory]] }),
      request(until - 5),
    ]
    await Promise.all([...gone, ...stay].map(event => save(opened.store, event)))
    const before = (await opened.counted()).count
    expect(await opened.store.vanish(alice, until)).toBe(before - stay.length)
    expect(new Set(await all())).toEqual(new Set(stay.map(({ id }) => id)))
    expect((await opened.counted()).count).toBe(stay.length)
    expect(await opened.store.vanish(alice, until)).toBe(0)
  })

  it('is remembered: refuses all its events from anyone, also after a restart', async () => {
    const [note, wrapped] = [draft(), draft({ kind: 1059, pubkey: hex('once'), tags: [['p', alice]] })]
    const deletion = draft({ kind: 5, tags: [['e', hex('x')]] })
    await opened.store.vanish(alice, until)
    await opened.store.vanish(alice, until - 100)
    await opened.reopen()
    for (const event of [note, wrapped, deletion]) expect(await save(opened.store, event)).toBe('deleted')
    expect(await save(opened.store, request())).toBe('stored')
    expect(await save(opened.store, draft({ created_at: until + 1 }))).toBe('stored')
    expect(await save(opened.store, draft({ pubkey: mallory }))).toBe('stored')
  })

  it('can not be undone by deleting the request', async () => {
    const asked = request()
    await save(opened.store, asked)
    await save(opened.store, draft({ kind: 5, created_at: until + 1, tags: [['e', asked.id]] }))
    expect(await all()).toContain(asked.id)
  })
})

describe('in any order of arrival', () => {
  let runs = 0
  const nextAuthor = () => hex(`author ${runs++}`)
  const stored = (author: string) => idsOf(opened.store, [{ authors: [author] }])

  it('the newest version of each replaceable and addressable event is what stays', async () => {
    const parts = fc.record({
      kind: fc.constantFrom(0, 3, 10_002, 30_023),
      identifier: fc.constantFrom('', 'x', 'y'),
      created_at: fc.integer({ min: 100, max: 104 }),
      content: fc.constantFrom('0', '1', '2'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 30 }), async versions => {
        const author = nextAuthor()
        const newest = new Map<string, NostrEvent>()
        for (const { identifier, ...rest } of versions) {
          const event = draft({ ...rest, pubkey: author, tags: [['d', identifier]] })
          await save(opened.store, event)
          const key = event.kind < 30_000 ? `${event.kind}` : `${event.kind} ${identifier}`
          const best = newest.get(key)
          const later = !best || event.created_at > best.created_at
          if (later || (event.created_at === best.created_at && event.id < best.id)) newest.set(key, event)
        }
        expect(new Set(await stored(author))).toEqual(new Set(Array.from(newest.values(), ({ id }) => id)))
      }),
      { numRuns: samples },
    )
    expect((await opened.counted()).count).toBe(await opened.store.count([{}], { scope: readAll }))
  }, 30_000)

  it('notes and their deletion requests end the same', async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9, maxLength: 9 })
    let bytes = 0
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (places, together) => {
        const pubkey = nextAuthor()
        const notes = Array.from({ length: 6 }, (_, at) => draft({ pubkey, content: `${at}`, created_at: 100 + at }))
        const doomed = notes.slice(0, 3)
        const requests = doomed.map(({ id }) => draft({ pubkey, kind: 5, tags: [['e', id]], created_at: 50 }))
        const events = [...notes, ...requests]
        const arriving = places.flatMap(place => events[place] ?? [])
        if (together) await Promise.all(arriving.map(event => save(opened.store, event)))
        else for (const event of arriving) await save(opened.store, event)
        const expected = events.filter(event => !doomed.includes(event))
        for (const event of expected) bytes += Buffer.byteLength(JSON.stringify(event))
        expect(new Set(await stored(pubkey))).toEqual(new Set(expected.map(({ id }) => id)))
      }),
      { numRuns: samples },
    )
    expect((await opened.counted()).count).toBe(await opened.store.count([{}], { scope: readAll }))
    expect((await opened.counted()).bytes).toBe(bytes)
  }, 30_000)
})

describe('results of saving', () => {
  it('tells duplicates, also within one group, and older versions', async () => {
    const note = draft()
    const outcomes = await Promise.all([save(opened.store, note), save(opened.store, note)])
    expect(outcomes).toEqual(['stored', 'duplicate'])
    await save(opened.store, draft({ kind: 0, created_at: 10 }))
    expect(await save(opened.store, draft({ kind: 0, created_at: 9 }))).toBe('older')
  })

  it('refuses permanently deleted events, and accepts removed ones again', async () => {
    const [banned, removed] = [draft({ content: 'banned' }), draft({ content: 'removed' })]
    await Promise.all([save(opened.store, banned), save(opened.store, removed)])
    expect(await opened.store.removeById(banned.id, { ban: true })).toBe(true)
    expect(await opened.store.removeById(removed.id)).toBe(true)
    expect(await opened.store.removeById(removed.id)).toBe(false)
    expect(await all()).toEqual([])
    expect(await save(opened.store, banned)).toBe('deleted')
    expect(await save(opened.store, removed)).toBe('stored')
  })

  it('lists banned events with reason and who decided, and accepts one again once its ban is lifted', async () => {
    const notes = ['a', 'b', 'c'].map(content => draft({ content })).sort((one, other) => (one.id < other.id ? -1 : 1))
    const [first, second, third] = notes as [(typeof notes)[0], (typeof notes)[0], (typeof notes)[0]]
    for (const { id } of notes) await opened.store.removeById(id, { ban: true, reason: `because ${id}`, by: alice })
    const before = (await opened.store.banned({ limit: 1000 })).count
    const page = await opened.store.banned({ after: first.id, limit: 1 })
    expect(page.events).toEqual([{ id: second.id, reason: `because ${second.id}`, at: expect.any(Number), by: alice }])
    expect(await opened.store.liftBan(third.id)).toBe(true)
    expect(await opened.store.liftBan(third.id)).toBe(false)
    expect((await opened.store.banned({ limit: 1 })).count).toBe(before - 1)
    expect(await save(opened.store, first)).toBe('deleted')
    expect(await save(opened.store, third)).toBe('stored')
  })
})

describe('expiry (NIP-40)', () => {
  it('is never served after its expiry, and is deleted', async () => {
    const note = draft({ tags: [['expiration', '1700000010']] })
    await save(opened.store, note)
    expect(await all()).toEqual([note.id])
    opened.clock.now = 1_700_000_010
    expect(await all()).toEqual([])
    expect(await opened.store.count([{}], { scope: readAll })).toBe(0)
    expect((await opened.counted()).count).toBe(1)
    await opened.store.catchUp()
    expect((await opened.counted()).count).toBe(0)
    expect(await opened.store.find(note.id)).toBeNull()
  })
})

describe('removing an author', () => {
  it('takes out all of theirs and nothing else, and counts it', async () => {
    const others = `${alice.slice(0, 12)}${mallory.slice(12)}`
    const theirs = Array.from({ length: 350 }, (_, at) => draft({ content: `${at}`, kind: at % 7 }))
    const kept = draft({ pubkey: others })
    await Promise.all([...theirs, kept].map(event => save(opened.store, event)))
    const before = (await opened.counted()).count
    expect(await opened.store.removeByAuthor(alice)).toBe(before - 1)
    expect(await all()).toEqual([kept.id])
    expect(await opened.store.removeByAuthor(alice)).toBe(0)
  })
})

describe('a full disk', () => {
  it('refuses events by name, is read as before, and takes deletions, which make room', async () => {
    let hasRoom = true
    const small = await openStore({ hasRoom: () => hasRoom })
    const note = draft({ content: 'before' })
    await save(small.store, note)
    hasRoom = false
    await expect(save(small.store, draft({ content: 'late' }))).rejects.toThrow(EventStoreFull)
    expect(await idsOf(small.store, [{}])).toEqual([note.id])
    expect(await save(small.store, draft({ kind: 5, tags: [['e', note.id]] }))).toBe('stored')
    expect(await small.store.find(note.id)).toBeNull()
    expect(await small.store.removeByAuthor(alice)).toBe(1)
    await small.close()
  })
})

describe('search (NIP-50)', () => {
  const found = (search: string, more = {}) => idsOf(opened.store, [{ search, ...more }])

  it('finds words in notes and profiles but not in reactions, with other fields of the filter', async () => {
    const note = draft({ content: 'the hornets nest is warm', created_at: 10 })
    const profile = draft({ kind: 0, content: '{"name":"Hornets","about":"a relay"}', created_at: 20 })
    const reaction = draft({ kind: 7, content: 'hornets' })
    await Promise.all([note, profile, reaction].map(event => save(opened.store, event)))
    await opened.store.catchUp()
    expect(new Set(await found('HORNETS'))).toEqual(new Set([note.id, profile.id]))
    expect(await found('hornets', { kinds: [1] })).toEqual([note.id])
    expect(await found('hornets', { since: 15 })).toEqual([profile.id])
    expect(await found('name')).toEqual([])
    expect(await found('hornets language:de')).toHaveLength(2)
    expect(await found('hornets absent')).toEqual([])
  })

  it('takes no word of the reader for an operator', async () => {
    await save(opened.store, draft({ content: 'plain words' }))
    await opened.store.catchUp()
    for (const search of ['"', 'plain" OR "x', 'NEAR(', 'plain*', '-', '((', 'text:plain', '^plain', 'a AND', '']) {
      await expect(found(search)).resolves.toBeInstanceOf(Array)
    }
    expect(await found('plain" OR "absent')).toEqual([])
  })

  it('puts the better match first, and the newer of equal ones', async () => {
    const weak = draft({ content: `copper ${'other words '.repeat(40)}` })
    const strong = draft({ content: 'copper copper' })
    const [old, recent] = [draft({ content: 'same tin', created_at: 1 }), draft({ content: 'same tin', created_at: 2 })]
    for (const event of [weak, strong, old, recent]) await save(opened.store, event)
    await opened.store.catchUp()
    expect(await found('copper')).toEqual([strong.id, weak.id])
    expect(await found('tin')).toEqual([recent.id, old.id])
  })

  it('forgets what is removed, and catches up after a restart', async () => {
    const note = draft({ content: 'fleeting' })
    await save(opened.store, note)
    await opened.reopen()
    await opened.store.catchUp()
    expect(await found('fleeting')).toEqual([note.id])
    await opened.store.removeById(note.id)
    await opened.reopen()
    const next = draft({ content: 'lasting' })
    await save(opened.store, next)
    await opened.store.catchUp()
    expect(await found('fleeting')).toEqual([])
    expect(await found('lasting')).toEqual([next.id])
  })
})
