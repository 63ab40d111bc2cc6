import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draft, hex, idsOf, save } from '../../test/support/drafts.ts'
import { openStore } from '../../test/support/open-store.ts'

let opened: Awaited<ReturnType<typeof openStore>>
beforeEach(async () => {
  opened = await openStore()
})
afterEach(() => opened.close())

const alice = hex('alice')
const mallory = hex('mallory')
const stored = async (pubkey: string) => (await idsOf(opened.store, [{ authors: [pubkey], limit: 5000 }])).length
const notesOf = (pubkey: string, count: number, since = 1000) =>
  Array.from({ length: count }, (_, at) => draft({ pubkey, content: `${pubkey} ${at}`, created_at: since + at }))
const saveAll = (events: readonly ReturnType<typeof draft>[]) =>
  Promise.all(events.map(event => save(opened.store, event)))

describe('a deletion request with more names than fit into one transaction', () => {
  it('deletes all of them, and keeps them from coming again', async () => {
    const notes = notesOf(alice, 600)
    await saveAll(notes)
    const request = draft({ kind: 5, tags: notes.map(({ id }) => ['e', id]), created_at: 5000 })
    expect(await save(opened.store, request)).toBe('stored')
    await expect.poll(() => stored(alice)).toBe(1)
    for (const note of [notes.at(0), notes.at(-1)]) expect(await save(opened.store, note ?? request)).toBe('deleted')
  })

  it('continues after a restart', async () => {
    const notes = notesOf(alice, 600)
    await saveAll(notes)
    await save(opened.store, draft({ kind: 5, tags: notes.map(({ id }) => ['e', id]), created_at: 5000 }))
    await opened.reopen()
    await expect.poll(() => stored(alice)).toBe(1)
  })

  it('deletes no event of others, and a gift wrap for its recipient only', async () => {
    const theirs = draft({ pubkey: mallory, content: 'theirs' })
    const wrap = (recipient: string) =>
      draft({ kind: 1059, pubkey: hex(`one-time ${recipient}`), tags: [['p', recipient]] })
    const [mine, other] = [wrap(alice), wrap(mallory)]
    await saveAll([theirs, mine, other])
    const named = [theirs, mine, other].map(({ id }) => ['e', id])
    await save(opened.store, draft({ kind: 5, tags: [...named, ...named], created_at: 5000 }))
    expect(new Set(await idsOf(opened.store, [{ kinds: [1, 1059] }]))).toEqual(new Set([theirs.id, other.id]))
  })
})

describe('a request to vanish', () => {
  it('removes what is old enough, of every kind, and nothing newer', async () => {
    const at = (created_at: number) => [
      draft({ kind: 1, content: 'a', created_at }),
      draft({ kind: 0, pubkey: alice, content: '{}', created_at }),
      draft({ kind: 30_023, tags: [['d', String(created_at)]], created_at }),
      draft({ kind: 1059, pubkey: hex(`one-time ${created_at}`), tags: [['p', alice]], created_at }),
    ]
    await saveAll([...at(100), ...at(101)])
    expect(await opened.store.vanish(alice, 100)).toBe(3)
    const left = await idsOf(opened.store, [{}])
    expect(new Set(left)).toEqual(new Set(at(101).map(({ id }) => id)))
    expect(await save(opened.store, draft({ content: 'again', created_at: 100 }))).toBe('deleted')
    expect(await save(opened.store, draft({ content: 'later', created_at: 102 }))).toBe('stored')
  })

  it('removes any number of events', async () => {
    await saveAll(notesOf(alice, 350))
    expect(await opened.store.vanish(alice, 10_000)).toBe(350)
    expect(await stored(alice)).toBe(0)
  })

  it('has nothing left to do when it is not newer than an earlier one', async () => {
    await saveAll(notesOf(alice, 3))
    expect(await opened.store.vanish(alice, 1001)).toBe(2)
    expect(await opened.store.vanish(alice, 1001)).toBe(0)
    expect(await opened.store.vanish(alice, 5)).toBe(0)
    expect(await stored(alice)).toBe(1)
  })
})

describe('a removal of all events of a key', () => {
  it.each([
    ['by the operator', () => opened.store.removeByAuthor(alice)],
    ['by a request to vanish', () => opened.store.vanish(alice, 10_000)],
  ])('%s ends with the current batch when the store closes, and continues after a restart', async (_what, remove) => {
    await saveAll([...notesOf(alice, 3000), ...notesOf(mallory, 2)])
    const removal = remove()
    await opened.reopen()
    const rest = 3000 - (await removal)
    expect(rest).toBeGreaterThanOrEqual(0)
    await expect.poll(() => stored(alice)).toBe(0)
    expect(await stored(mallory)).toBe(2)
  })

  it.each([
    ['by the operator', 'clearing'],
    ['by a request to vanish', 'vanishing'],
  ] as const)('%s that a crash left undone continues at the next start', async (_what, what) => {
    await saveAll([...notesOf(alice, 300), ...notesOf(mallory, 2)])
    await opened.store.close()
    await opened.leaveUndone(what, alice, 10_000)
    await opened.open()
    await expect.poll(() => stored(alice)).toBe(0)
    expect(await stored(mallory)).toBe(2)
  })
})

it.each([
  [
    'a deletion request',
    (ids: readonly string[]) =>
      save(opened.store, draft({ kind: 5, tags: ids.map(id => ['e', id]), created_at: 9000 })),
  ],
  ['a request to vanish', () => opened.store.vanish(alice, 9000)],
])('%s of thousands of events lets others store theirs between its parts (SAFE-01)', async (_what, remove) => {
  const notes = notesOf(alice, 5000)
  await saveAll(notes)
  const removal = remove(notes.map(({ id }) => id))
  const isUnderWay = async () => (await idsOf(opened.store, [{ authors: [alice], kinds: [1], limit: 1 }])).length > 0
  let others = 0
  while (await isUnderWay()) {
    await save(opened.store, draft({ pubkey: mallory, content: String(others) }))
    others += 1
  }
  await removal
  expect(others).toBeGreaterThan(5)
})

describe('versions of the same second', () => {
  it.each([0, 10_002, 30_023])('keep the lower id, for kind %d (PROTO-08, PROTO-09)', async kind => {
    const version = (id: string) => draft({ kind, tags: [['d', 'one']], content: id, created_at: 100, id })
    const [low, middle, high] = ['10', '20', '2f'].map(start => start + 'a'.repeat(62))
    expect(await save(opened.store, version(middle as string))).toBe('stored')
    expect(await save(opened.store, version(high as string))).toBe('older')
    expect(await save(opened.store, version(low as string))).toBe('stored')
    expect(await idsOf(opened.store, [{ kinds: [kind] }])).toEqual([low])
  })
})

it('stores a small event before the large ones that arrived earlier', async () => {
  const order: string[] = []
  const note = (name: string, bytes: number) =>
    save(opened.store, draft({ content: name.padEnd(bytes, '.') })).then(() => order.push(name))
  const large = Array.from({ length: 20 }, (_, at) => note(`large ${at}`, 200_000))
  await new Promise(setImmediate)
  await Promise.all([...large, note('small', 10)])
  expect(order.indexOf('small')).toBeLessThan(5)
})
