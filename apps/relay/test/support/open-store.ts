import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import pg from 'pg'
import { inject } from 'vitest'
import type { EventStore } from '../../src/events/event-store.ts'
import { openTables } from '../../src/events/lmdb/layout/tables.ts'
import { type EventStoreOptions, LmdbEventStore } from '../../src/events/lmdb/lmdb-event-store.ts'
import { markVanished } from '../../src/events/lmdb/writing/deletions.ts'
import { noteClearing, noteVanishing } from '../../src/events/lmdb/writing/unfinished.ts'
import { PostgresEventStore } from '../../src/events/postgres/postgres-event-store.ts'

function findPostgresUrl(): string | undefined {
  try {
    return inject('postgresUrl')
  } catch {
    // Programs that tests and benchmarks start run outside Vitest.
    return undefined
  }
}
const postgresUrl = findPostgresUrl()

/** Which engine the tests of this project run on. */
export const engine: 'lmdb' | 'postgres' = postgresUrl === undefined ? 'lmdb' : 'postgres'

/** Counts as the statistics do, for comparison with what is stored. */
async function countChanges(store: EventStore) {
  const sums = { count: 0, bytes: 0 }
  for (let after = 0; ; ) {
    const changes = await store.changesAfter(after, 1000)
    for (const { counts } of changes) {
      for (const { count, bytes } of counts) {
        sums.count += count
        sums.bytes += bytes
      }
    }
    const last = changes.at(-1)
    if (!last) return sums
    after = last.number
  }
}

interface Undone {
  readonly what: 'clearing' | 'vanishing'
  readonly pubkey: string
  readonly until: number
}

interface Files {
  open(): Promise<EventStore>
  /** Only while the store is closed. */
  leaveUndone(undone: Undone): Promise<void>
}

type Parts = Pick<EventStoreOptions, 'now' | 'log'> & Partial<EventStoreOptions>

function inLmdb(folder: string, parts: Parts): Files {
  const files = { path: join(folder, 'events.lmdb'), textPath: join(folder, 'event-text.db') }
  return {
    open: () => LmdbEventStore.open({ ...files, isDurable: false, givesWay: false, readers: 1, ...parts }),
    async leaveUndone({ what, pubkey, until }) {
      const tables = openTables({ path: files.path, isDurable: false })
      if (what === 'clearing') noteClearing(tables, pubkey, false)
      else {
        markVanished(tables, pubkey, until)
        noteVanishing(tables, pubkey, false)
      }
      await tables.root.flushed
      await tables.root.close()
    },
  }
}

let schemas = 0

function inPostgres(url: string, parts: Parts): Files {
  schemas += 1
  const schema = `test_${process.pid}_${Date.now()}_${schemas}`
  return {
    open: () => PostgresEventStore.open({ address: { url, schema }, ...parts }),
    async leaveUndone({ what, pubkey, until }) {
      const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
      await client.connect()
      const key = Buffer.from(pubkey, 'hex')
      if (what === 'vanishing') await client.query('INSERT INTO vanished VALUES ($1, $2)', [key, until])
      await client.query('INSERT INTO unfinished VALUES ($1, $2, 0)', [what, key])
      await client.end()
    },
  }
}

/** An event store of its own, on the engine of this project. `clock.now` is in Unix seconds. */
export async function openStore(options: Partial<EventStoreOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'))
  const clock = { now: 1_700_000_000 }
  const log = createLogger({ name: 'test', level: 'fatal' })
  const parts = { now: () => clock.now * 1000, log, ...options }
  const files = postgresUrl === undefined ? inLmdb(folder, parts) : inPostgres(postgresUrl, parts)
  const opened = {
    folder,
    /** LMDB's file. */
    path: join(folder, 'events.lmdb'),
    store: await files.open(),
    clock,
    /** What the journal counts as stored. */
    counted: () => countChanges(opened.store),
    async reopen() {
      await opened.store.close()
      await opened.open()
    },
    async open() {
      opened.store = await files.open()
    },
    leaveUndone: (what: Undone['what'], pubkey: string, until: number) => files.leaveUndone({ what, pubkey, until }),
    async close() {
      await opened.store.close()
      await rm(folder, { recursive: true })
    },
  }
  return opened
}
