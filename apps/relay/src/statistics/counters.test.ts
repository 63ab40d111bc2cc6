import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { NostrEvent } from '@hornets/contract/nostr'
import { createLogger } from '@hornets/server/logger'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import { SqliteEventStore } from '../events/sqlite-event-store.ts'
import { SqliteFileIndex } from '../media/store.ts'
import { fileGroup } from './file-group.ts'
import { monthName, monthOf } from './month.ts'
import { readProfileFacts } from './profile-facts.ts'
import { openStatistics } from './statistics.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const january = Date.UTC(2026, 0, 20, 12) / 1000

let folder: string
let nowSeconds: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-counters-'))
  nowSeconds = january
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function openRelay(name = 'relay.db') {
  const now = () => nowSeconds * 1000
  const path = join(folder, name)
  const database = await RelayDatabase.open(path)
  const statistics = await openStatistics(database, { now, logger: log, trafficPath: ':memory:' })
  const events = new SqliteEventStore({ database, tally: statistics.tally, now, log })
  const files = new SqliteFileIndex(database, statistics.tally)
  return {
    path,
    database,
    events,
    files,
    ...statistics,
    close: async () => {
      await events.close()
      await statistics.close()
      await database.close()
    },
  }
}
type Relay = Awaited<ReturnType<typeof openRelay>>

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const author = (number: number) => hash(`author ${number}`)

function note(fields: Partial<NostrEvent> & { pubkey: string }): { event: NostrEvent; json: string } {
  const unsigned = { kind: 1, created_at: 1, tags: [], content: '', ...fields }
  const event = { id: hash(JSON.stringify(unsigned)), ...unsigned, sig: '0'.repeat(128) }
  return { event, json: JSON.stringify(event) }
}

const profile = (pubkey: string, content: unknown, created_at = 1) =>
  note({ pubkey, kind: 0, created_at, content: typeof content === 'string' ? content : JSON.stringify(content) })

/** Everything counted anew from the rows that are stored, without a look at the counters. */
function recount(path: string) {
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const events = reader.prepare('SELECT kind, received_at, json FROM events').all() as {
      kind: number
      received_at: number
      json: string
    }[]
    const files = reader.prepare('SELECT mime, bytes, received_at FROM files').all() as {
      mime: string
      bytes: number
      received_at: number
    }[]
    const kinds: Record<string, { count: number; bytes: number }> = {}
    const groups: Record<string, { count: number; bytes: number }> = {}
    const add = (to: typeof kinds, key: string, bytes: number) => {
      to[key] ??= { count: 0, bytes: 0 }
      to[key].count++
      to[key].bytes += bytes
    }
    const profiles = { profiles: 0, lightning: 0, dht: 0, both: 0 }
    for (const { kind, received_at, json } of events) {
      add(kinds, `${kind} ${monthName(monthOf(received_at))}`, Buffer.byteLength(json))
      if (kind !== 0) continue
      const { lightning, dht } = readProfileFacts(JSON.parse(json).content)
      profiles.profiles++
      profiles.lightning += Number(lightning)
      profiles.dht += Number(dht)
      profiles.both += Number(lightning && dht)
    }
    for (const { mime, bytes, received_at } of files)
      add(groups, `${fileGroup(mime)} ${monthName(monthOf(received_at))}`, bytes)
    return { kinds, groups, profiles }
  } finally {
    reader.close()
  }
}

function counted(path: string) {
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = (sql: string) => reader.prepare(sql).all() as { key: string | number; month: number }[]
    const keyed = (sql: string) =>
      Object.fromEntries(rows(sql).map(({ key, month, ...rest }) => [`${key} ${monthName(month)}`, rest]))
    const profiles = reader
      .prepare(`SELECT coalesce(sum(profiles), 0) AS profiles, coalesce(sum(lightning), 0) AS lightning,
        coalesce(sum(dht), 0) AS dht, coalesce(sum(both), 0) AS both FROM profile_months`)
      .get()
    return {
      kinds: keyed('SELECT kind AS key, month, count, bytes FROM kind_months'),
      groups: keyed('SELECT file_group AS key, month, count, bytes FROM file_months'),
      profiles: { ...profiles },
    }
  } finally {
    reader.close()
  }
}

const authors = fc.integer({ min: 0, max: 5 })
const profileContent = fc.oneof(
  fc.record({ name: fc.string() }),
  fc.record({ lud16: fc.constantFrom('a@b.c', '', 7), 'dht-key': fc.constantFrom('k', '') }),
  fc.record({ lud06: fc.string() }),
  fc.constantFrom('', '[', 'null', '[1]', '"lud16"', `{"lud16":${'['.repeat(5000)}`),
)
const operation = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.constant('note'), authors, fc.constantFrom(1, 1, 1, 7, 30023, 10002), fc.string()),
  },
  { weight: 6, arbitrary: fc.tuple(fc.constant('profile'), authors, profileContent) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('expiring'), authors) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('delete'), fc.nat()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('removeById'), fc.nat()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('removeByAuthor'), authors) },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant('upload'),
      authors,
      fc.nat(20),
      fc.constantFrom('image/png', 'video/mp4', 'audio/ogg', 'application/pdf'),
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('release'), authors, fc.nat(20)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('removeFile'), fc.nat(20)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('later'), fc.integer({ min: 1, max: 40 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('fail')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('restart')) },
)

async function run(relay: Relay, operations: readonly (readonly unknown[])[], name: string): Promise<Relay> {
  const saved: NostrEvent[] = []
  let serial = 0
  // Not waited for one by one, so that many of them share a transaction.
  let pending: Promise<unknown>[] = []
  const save = (incoming: ReturnType<typeof note>) => {
    saved.push(incoming.event)
    pending.push(relay.events.save(incoming))
  }
  for (const [what, one, two, three] of operations as [string, never, never, never][]) {
    serial++
    if (what === 'note') {
      save(note({ pubkey: author(one), kind: two, content: three, created_at: serial, tags: [['d', 'x']] }))
      continue
    }
    if (what === 'profile') {
      save(profile(author(one), two, 1 + (serial % 7)))
      continue
    }
    if (what === 'expiring') {
      save(note({ pubkey: author(one), created_at: serial, tags: [['expiration', String(nowSeconds + 86_400)]] }))
      continue
    }
    const target = saved.length > 0 ? saved[one % saved.length] : undefined
    if (what === 'delete') {
      if (target) save(note({ pubkey: target.pubkey, kind: 5, created_at: serial, tags: [['e', target.id]] }))
      continue
    }
    await Promise.all(pending)
    pending = []
    if (what === 'removeById' && target) await relay.events.removeById(target.id)
    if (what === 'removeByAuthor') await relay.events.removeByAuthor(author(one))
    if (what === 'upload')
      await relay.files.add(
        { hash: hash(`${two}`), mime: three, bytes: 1000 + two, uploadedAt: nowSeconds },
        author(one),
      )
    if (what === 'release') await relay.files.release(hash(`${two}`), author(one))
    if (what === 'removeFile') await relay.files.remove(hash(`${one}`))
    if (what === 'later') {
      nowSeconds += one * 86_400
      await relay.events.catchUp()
    }
    if (what === 'fail') failHalfway(relay, saved)
    if (what === 'restart') {
      await relay.close()
      relay = await openRelay(name)
    }
  }
  await Promise.all(pending)
  return relay
}

function failHalfway({ database, tally }: Relay, saved: readonly NostrEvent[]): void {
  const fact = { kind: 1, pubkey: author(1), bytes: 999, receivedAt: nowSeconds }
  expect(() =>
    database.transact(tx => {
      tally.eventStored(tx, { ...fact, event: note({ pubkey: author(1) }).event })
      tally.fileStored(tx, { mime: 'image/png', bytes: 5, receivedAt: nowSeconds })
      for (const event of saved.filter(event => event.kind === 0))
        tally.eventRemoved(tx, { ...fact, kind: 0, pubkey: event.pubkey, event })
      throw new Error('halfway')
    }),
  ).toThrow('halfway')
}

test('after thousands of random arrivals, replacements, deletions, expiries, failures and restarts, counting anew finds the same', async () => {
  let runs = 0
  let operationsDone = 0
  const seen = { kinds: 0, groups: 0, lightning: 0, both: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 150, maxLength: 250, size: 'max' }), async operations => {
      const name = `relay-${runs++}.db`
      nowSeconds = january
      const relay = await run(await openRelay(name), operations, name)
      operationsDone += operations.length
      try {
        const fromStore = recount(relay.path)
        expect(counted(relay.path)).toEqual(fromStore)
        expect((await relay.service.timeSeries()).at(-1)).toMatchObject({
          profiles: fromStore.profiles.profiles,
          lightning_addr: fromStore.profiles.lightning,
          dht_key: fromStore.profiles.dht,
          lightning_and_dht: fromStore.profiles.both,
        })
        seen.kinds += Object.keys(fromStore.kinds).length
        seen.groups += Object.keys(fromStore.groups).length
        seen.lightning += fromStore.profiles.lightning
        seen.both += fromStore.profiles.both
      } finally {
        await relay.close()
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
  expect(operationsDone).toBeGreaterThan(3000)
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
}, 120_000)

test('what a failed transaction counted is forgotten, and the next one counts only its own', async () => {
  const relay = await openRelay()
  failHalfway(relay, [])
  await relay.events.save(note({ pubkey: author(1), content: 'after' }))
  expect(counted(relay.path)).toEqual(recount(relay.path))
  expect(await relay.service.relayCount()).toEqual({ kinds: 1, photos: 0, videos: 0, audio: 0, misc: 0 })
  await relay.close()
})

test('a second before and at the turn of the month in UTC are two months', async () => {
  const relay = await openRelay()
  nowSeconds = Date.UTC(2026, 1, 1) / 1000 - 1
  await relay.events.save(note({ pubkey: author(1), content: 'x'.repeat(5000), created_at: 1 }))
  nowSeconds += 1
  await relay.events.save(note({ pubkey: author(1), content: 'x'.repeat(9000), created_at: 2 }))
  expect((await relay.service.barChart()).map(row => row.month)).toEqual(['2026-01', '2026-02'])
  expect((await relay.service.kindTrend(1)).map(row => row.month)).toEqual(['2026-01', '2026-02'])
  await relay.close()
})

test('a removal takes from the month of arrival, however late it comes', async () => {
  const relay = await openRelay()
  const { event, json } = note({ pubkey: author(1), content: 'x'.repeat(20_000) })
  await relay.events.save({ event, json })
  nowSeconds = Date.UTC(2026, 5, 1) / 1000
  await relay.events.save(note({ pubkey: author(2), content: 'y'.repeat(20_000) }))
  await relay.events.removeById(event.id)
  expect((await relay.service.kindTrend(1)).map(row => row.month)).toEqual(['2026-06'])
  await relay.close()
})

test('CHART-07: profiles are cumulative by the month since which each author announces, over updates and removals', async () => {
  const relay = await openRelay()
  const [alice, bob, carol] = [author(1), author(2), author(3)]
  await relay.events.save(profile(alice, { lud16: 'alice@example.com' }))
  await relay.events.save(profile(carol, { lud06: 'lnurl1', 'dht-key': 'k' }))
  nowSeconds = Date.UTC(2026, 1, 10) / 1000
  await relay.events.save(profile(bob, { name: 'bob' }))
  nowSeconds = Date.UTC(2026, 2, 10) / 1000
  await relay.events.save(profile(alice, { lud16: 'alice@example.com', 'dht-key': 'k' }, 2))
  await relay.events.removeByAuthor(carol)
  const rows = await relay.service.timeSeries()
  expect(rows).toHaveLength(6)
  expect(rows.slice(-4)).toEqual([
    { month: '2025-12', profiles: 0, lightning_addr: 0, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-01', profiles: 1, lightning_addr: 1, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-02', profiles: 2, lightning_addr: 1, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-03', profiles: 2, lightning_addr: 1, dht_key: 1, lightning_and_dht: 1 },
  ])
  await relay.close()
})

test('a kind 0 that is no JSON, huge or deeply nested counts as a profile that announces nothing', async () => {
  const relay = await openRelay()
  const hostile = ['', 'not json', '['.repeat(200_000), `{"lud16":"a@b.c","x":"${'y'.repeat(70_000)}"}`, 'null', '[]']
  for (const [index, content] of hostile.entries()) await relay.events.save(profile(author(index), content))
  await relay.events.save(profile(author(99), { lud16: {}, lud06: ' ', 'dht-key': 3 }))
  expect((await relay.service.timeSeries()).at(-1)).toEqual({
    month: '2026-01',
    profiles: hostile.length + 1,
    lightning_addr: 0,
    dht_key: 0,
    lightning_and_dht: 0,
  })
  await relay.close()
})

test('CHART-02, CHART-09, CHART-10: sizes are in GB of 2^30 and MB of 2^20 bytes with 6 decimals; months without arrivals in between are zero', async () => {
  const relay = await openRelay()
  const add = (name: string, mime: string, bytes: number) =>
    relay.files.add({ hash: hash(name), mime, bytes, uploadedAt: nowSeconds }, author(1))
  await add('a', 'image/png', 2 ** 30)
  await add('b', 'video/mp4', 2 ** 29)
  await add('c', 'audio/mpeg', 1)
  await add('d', 'application/pdf', 2 ** 20)
  nowSeconds = Date.UTC(2026, 2, 2) / 1000
  const { event, json } = note({ pubkey: author(1), content: 'z'.repeat(3_000_000) })
  await relay.events.save({ event, json })
  const notes = Math.round((json.length / 2 ** 30) * 1e6) / 1e6
  expect(await relay.service.barChart()).toEqual([
    { month: '2026-01', notes_gb: 0, media_gb: 1.500977 },
    { month: '2026-02', notes_gb: 0, media_gb: 0 },
    { month: '2026-03', notes_gb: notes, media_gb: 0 },
  ])
  expect(await relay.service.activity()).toEqual([
    { month: '2026-01', total_gb: 1.500977 },
    { month: '2026-02', total_gb: 0 },
    { month: '2026-03', total_gb: notes },
  ])
  expect(await relay.service.relayCount()).toEqual({ kinds: 1, photos: 1, videos: 1, audio: 1, misc: 1 })
  const totalSize = Math.round((json.length / 2 ** 20) * 1e6) / 1e6
  expect(await relay.service.kinds()).toEqual([{ kindNumber: 1, kindCount: 1, totalSize }])
  expect(await relay.service.kindTrend(4)).toEqual([])
  await relay.close()
})

test('kinds come largest first, and a trend holds the newest 12 months that have any', async () => {
  const relay = await openRelay()
  for (let month = 0; month < 15; month++) {
    nowSeconds = Date.UTC(2026, month * 2, 5) / 1000
    await relay.events.save(note({ pubkey: author(1), kind: 7, created_at: month, content: '+'.repeat(1000) }))
  }
  await relay.events.save(note({ pubkey: author(1), kind: 1, content: 'x'.repeat(100_000) }))
  expect((await relay.service.kinds()).map(row => row.kindNumber)).toEqual([1, 7])
  const trend = await relay.service.kindTrend(7)
  expect(trend).toHaveLength(12)
  expect([trend[0]?.month, trend.at(-1)?.month]).toEqual(['2026-07', '2028-05'])
  expect((await relay.service.barChart())[0]?.month).toBe('2027-07')
  await relay.close()
})

test('an empty store has no bars, no kinds and six months of no profiles', async () => {
  const relay = await openRelay()
  expect(await relay.service.barChart()).toEqual([])
  expect(await relay.service.kinds()).toEqual([])
  expect((await relay.service.timeSeries()).map(row => row.profiles)).toEqual([0, 0, 0, 0, 0, 0])
  await relay.close()
})

test('listeners hear of a burst once, and not of a transaction that changed no counter', async () => {
  const relay = await openRelay()
  let heard = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  relay.tally.onChange(() => {
    heard++
    resolve()
  })
  relay.database.transact(() => {})
  for (let index = 0; index < 20; index++) await relay.events.save(note({ pubkey: author(1), created_at: index }))
  await promise
  expect(heard).toBe(1)
  await relay.close()
})
