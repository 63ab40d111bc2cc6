import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertWhole } from '@hornets/server/database/damage'
import type { DataFolder } from '@hornets/server/database/data-folder'
import { waitsForDisk } from '@hornets/server/database/sqlite'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import { ClosedEventStore } from './closed-event-store.ts'
import type { EngineRows } from './engines/engine-rows.ts'
import type { EventStore } from './event-store.ts'
import { isDamageError, isEventStoreDamaged } from './lmdb/integrity/is-event-store-damaged.ts'
import { copyEvents, countEvents } from './lmdb/layout/copy-events.ts'
import { LmdbEventStore } from './lmdb/lmdb-event-store.ts'
import { LmdbRows } from './lmdb/lmdb-rows.ts'
import { moveEvents } from './lmdb/migration/move-events.ts'
import type { AssertMain } from './postgres/connections.ts'

export interface OpenEventStore {
  readonly folder: Pick<DataFolder, 'file'>
  readonly now: () => number
  readonly log: Logger
  readonly rounds?: Rounds
  readonly hasRoom?: () => boolean
  readonly databaseUrl?: string | undefined
  /** A file of events in the folder is a copy from before. */
  readonly isMoved?: boolean
  readonly assertMain?: AssertMain | undefined
  readonly integrity?: { damaged(): readonly string[]; noteDamage(file: string): Promise<void> }
}

const names = {
  events: 'events.lmdb',
  text: 'event-text.db',
  old: 'relay.db',
  oldKeptAs: 'relay-before-lmdb.db',
} as const

/** Moves events out of `relay.db`, where earlier versions stored them. Must run before that file is opened. */
export async function moveOldEvents({ folder, log }: Pick<OpenEventStore, 'folder' | 'log'>): Promise<void> {
  const [from, to] = [folder.file(names.old), folder.file(names.events)]
  // On a first start, it comes before the events.
  assertWhole(from, !existsSync(to))
  await moveEvents({ from, to, keptAs: folder.file(names.oldKeptAs), isDurable: waitsForDisk(), log })
}

export const eventCopiers: ReadonlyMap<string, (from: string, to: string) => Promise<void>> = new Map([
  [names.events, copyEvents],
])

export const eventCounters: ReadonlyMap<string, (path: string) => Promise<number>> = new Map([
  [names.events, countEvents],
])

export const eventChecks: ReadonlyMap<string, (path: string, signal?: AbortSignal) => Promise<boolean>> = new Map([
  [names.events, isEventStoreDamaged],
])

/** The schema in which all tables of events are. */
const schema = 'hornets'

/** Its code and its driver are loaded only here. */
async function openInDatabase(options: OpenEventStore, url: string): Promise<EventStore> {
  const { folder, now, log, rounds, hasRoom, isMoved, assertMain } = options
  if (!isMoved && existsSync(folder.file(names.events)))
    throw new Error(
      `The data folder has events (${names.events}): move them with \`npm run admin -- move-events postgres\`, or unset EVENTS_DATABASE_URL.`,
    )
  const { PostgresEventStore } = await import('./postgres/postgres-event-store.ts')
  return PostgresEventStore.open({ address: { url, schema }, now, log, hasRoom, assertMain, ...(rounds && { rounds }) })
}

/** `readsOnly`: while a relay runs on it. */
export async function openFolderRows(dataDir: string, { readsOnly = false } = {}): Promise<EngineRows> {
  const options = { path: join(dataDir, names.events), isDurable: waitsForDisk() }
  return new LmdbRows(options, { readsOnly })
}

export interface OpenDatabaseRows {
  /** Throws if somebody else's events are in the database. */
  readonly owner: string
  readonly isSource: boolean
  readonly readsOnly?: boolean
}

export async function openDatabaseRows(url: string, options: OpenDatabaseRows): Promise<EngineRows> {
  const { PostgresRows } = await import('./postgres/postgres-rows.ts')
  return PostgresRows.open({ url, schema }, options)
}

/** The index of texts is made again from the events. */
export async function forgetTexts(dataDir: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `${names.text}${end}`), { force: true })
}

export async function openEventStore(options: OpenEventStore): Promise<EventStore> {
  const { folder, now, log, rounds, hasRoom, integrity, databaseUrl } = options
  if (databaseUrl !== undefined) return openInDatabase(options, databaseUrl)
  const closed = (cause?: unknown) => {
    log.error({ err: cause }, `${names.events} is damaged and stays closed: restore a backup`)
    return new ClosedEventStore()
  }
  if (integrity?.damaged().includes(names.events)) return closed()
  const opening = LmdbEventStore.open({
    path: folder.file(names.events),
    textPath: folder.file(names.text),
    isDurable: waitsForDisk(),
    givesWay: waitsForDisk(),
    now,
    log,
    hasRoom,
    ...(rounds && { rounds }),
  })
  return opening.catch(async error => {
    if (!isDamageError(error)) throw error
    await integrity?.noteDamage(names.events)
    return closed(error)
  })
}
