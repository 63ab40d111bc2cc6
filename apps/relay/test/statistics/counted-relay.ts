import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { NostrEvent } from '@hornets/contract/nostr'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { monthName, monthOf } from '@hornets/server/month'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { expect, onTestFinished } from 'vitest'
import { RelayDatabase } from '../../src/database/relay-database.ts'
import { readProfileFacts } from '../../src/events/changes/profile-facts.ts'
import { headerBytes, readHeader } from '../../src/events/lmdb/layout/event-value.ts'
import { openTables } from '../../src/events/lmdb/layout/tables.ts'
import { LmdbEventStore } from '../../src/events/lmdb/lmdb-event-store.ts'
import { SqliteFileIndex } from '../../src/media/library/files/file-index-store.ts'
import { PeopleCounter } from '../../src/people/people-counter.ts'
import { PeopleStore } from '../../src/people/people-store.ts'
import { fileGroup } from '../../src/statistics/file-group.ts'
import { openStatistics } from '../../src/statistics/statistics.ts'

forgoDurability()
const logger = createLogger({ name: 'test', level: 'silent' })

/** Unix seconds, set by the test. */
export interface TestClock {
  seconds: number
}

/** Event store, file index and statistics over one database, as in the relay. */
export async function openCountedRelay(clock: TestClock, folder?: string) {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'hornets-counters-')))
  if (!folder) onTestFinished(() => rm(home, { recursive: true, force: true }))
  const now = () => clock.seconds * 1000
  const path = join(home, 'relay.db')
  const database = await RelayDatabase.open(path)
  const statistics = await openStatistics(database, { now, logger, trafficPath: ':memory:' })
  const eventsPath = join(home, 'events.lmdb')
  const files = { path: eventsPath, textPath: join(home, 'event-text.db') }
  const events = await LmdbEventStore.open({ ...files, now, log: logger, isDurable: false, givesWay: false })
  const counter = statistics.follow(events)
  const store = new PeopleStore(database.scans)
  const people = new PeopleCounter({ database, store, events, rounds: new Rounds({ now, logger }), now, logger })
  return {
    path,
    eventsPath,
    database,
    events,
    files: new SqliteFileIndex(database, statistics.tally),
    tally: statistics.tally,
    service: statistics.service,
    reopen: () => openCountedRelay(clock, home),
    settle: async () => {
      await people.settle()
      await counter.settle()
    },
    people,
    expire: () => people.expire(),
    close: async () => {
      await people.close()
      await counter.close()
      await events.close()
      await statistics.close()
      await database.close()
    },
  }
}
export type CountedRelay = Awaited<ReturnType<typeof openCountedRelay>>

export const hash = (text: string) => createHash('sha256').update(text).digest('hex')
export const author = (number: number) => hash(`author ${number}`)

/** An event whose signature is not checked here. */
export function note(fields: Partial<NostrEvent> & { pubkey: string }): { event: NostrEvent; json: string } {
  const unsigned = { kind: 1, created_at: 1, tags: [], content: '', ...fields }
  const event = { id: hash(JSON.stringify(unsigned)), ...unsigned, sig: '0'.repeat(128) }
  return { event, json: JSON.stringify(event) }
}

export const profile = (pubkey: string, content: unknown, created_at = 1) =>
  note({ pubkey, kind: 0, created_at, content: typeof content === 'string' ? content : JSON.stringify(content) })

export async function recount({ path, eventsPath, settle }: Pick<CountedRelay, 'path' | 'eventsPath' | 'settle'>) {
  await settle()
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const events = await storedEvents(eventsPath)
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

async function storedEvents(path: string) {
  const tables = openTables({ path, isDurable: false })
  try {
    const stored: { kind: number; received_at: number; json: string }[] = []
    for (const { value } of tables.events.getRange({ start: Buffer.from([0]) })) {
      const bytes = Buffer.from(value)
      const { kind, receivedAt } = readHeader(bytes)
      stored.push({ kind, received_at: receivedAt, json: bytes.toString('utf8', headerBytes) })
    }
    return stored
  } finally {
    await tables.root.close()
  }
}

export function counted(path: string) {
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

interface PersonCount {
  readonly events: number
  readonly bytes: number
  readonly files: number
  readonly file_bytes: number
  readonly events_1h: number
  readonly events_24h: number
  readonly events_30d: number
}

/** What each person left here, counted from the stored data. `now`: Unix seconds. */
export async function recountPeople({ path, eventsPath, settle, expire }: CountedRelay, now: number) {
  await settle()
  await expire()
  const people: Record<string, PersonCount> = {}
  const add = (pubkey: string, more: Partial<PersonCount>) => {
    const none = { events: 0, bytes: 0, files: 0, file_bytes: 0, events_1h: 0, events_24h: 0, events_30d: 0 }
    const known = people[pubkey] ?? none
    const sums = Object.entries(more).map(([name, value]) => [name, known[name as keyof PersonCount] + value])
    people[pubkey] = { ...known, ...Object.fromEntries(sums) }
  }
  for (const { received_at, json } of await storedEvents(eventsPath)) {
    const isWithin = (seconds: number, part: number) =>
      Number(Math.floor(received_at / part) >= Math.floor((now - seconds) / part))
    add(JSON.parse(json).pubkey, {
      events: 1,
      bytes: Buffer.byteLength(json),
      events_1h: isWithin(3600, 60),
      events_24h: isWithin(86_400, 900),
      events_30d: isWithin(30 * 86_400, 21_600),
    })
  }
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const owned = 'SELECT pubkey, files.bytes FROM file_owners JOIN files USING (hash) WHERE files.trashed = 0'
    for (const { pubkey, bytes } of reader.prepare(owned).all() as { pubkey: string; bytes: number }[])
      add(pubkey, { files: 1, file_bytes: bytes })
    return people
  } finally {
    reader.close()
  }
}

export function countedPeople(path: string): Record<string, PersonCount> {
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    const counts = 'events, bytes, files, file_bytes, events_1h, events_24h, events_30d'
    const rows = reader.prepare(`SELECT pubkey, ${counts} FROM people WHERE events + files > 0`).all()
    expect(reader.prepare('SELECT count FROM people_present').get()).toEqual({ count: rows.length })
    return Object.fromEntries(rows.map(({ pubkey, ...row }) => [String(pubkey), row as unknown as PersonCount]))
  } finally {
    reader.close()
  }
}

/** A transaction that counts all kinds of things and then fails. */
export function failHalfway({ database, tally }: CountedRelay, now: number, saved: readonly NostrEvent[]): void {
  expect(() =>
    database.transact(tx => {
      const month = monthOf(now)
      const profiles = saved.filter(event => event.kind === 0)
      tally.storeChanged({
        number: 0,
        counts: [{ kind: 1, month, count: 1, bytes: 999 }],
        profiles: profiles.map(({ id, pubkey }) => ({ is: 'removed', id, pubkey })),
        removed: [],
      })
      tally.fileStored(tx, { mime: 'image/png', bytes: 5, receivedAt: now })
      throw new Error('halfway')
    }),
  ).toThrow('halfway')
}
