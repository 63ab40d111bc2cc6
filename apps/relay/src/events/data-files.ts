import type { DataFolder } from '@hornets/server/database/data-folder'
import { waitsForDisk } from '@hornets/server/database/sqlite'
import type { Logger } from '@hornets/server/process/logger'
import { isEventStoreDamaged } from './integrity/is-event-store-damaged.ts'
import { copyEvents } from './layout/copy-events.ts'
import { LmdbEventStore } from './lmdb-event-store.ts'
import { moveEvents } from './migration/move-events.ts'

export interface OpenEventStore {
  readonly folder: Pick<DataFolder, 'file'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
  /** Whether the disk has room for events; asked for each. */
  readonly hasRoom?: () => boolean
}

const names = {
  events: 'events.lmdb',
  text: 'event-text.db',
  old: 'relay.db',
  oldKeptAs: 'relay-before-lmdb.db',
} as const

/** Moves events out of `relay.db`, where versions before this store kept them; to be done before that file is opened. */
export function moveOldEvents({ folder, log }: Pick<OpenEventStore, 'folder' | 'log'>): Promise<void> {
  return moveEvents({
    from: folder.file(names.old),
    to: folder.file(names.events),
    keptAs: folder.file(names.oldKeptAs),
    isDurable: waitsForDisk(),
    log,
  })
}

/** Copiers of files that are none of SQLite's, by their names in the data folder. */
export const eventCopiers: ReadonlyMap<string, (from: string, to: string) => Promise<void>> = new Map([
  [names.events, copyEvents],
])

/** Checks of files that are none of SQLite's, by their names in the data folder: is the file damaged? */
export const eventChecks: ReadonlyMap<string, (path: string) => Promise<boolean>> = new Map([
  [names.events, isEventStoreDamaged],
])

/** The event store in its place in the data folder. */
export function openEventStore({ folder, now, log, hasRoom }: OpenEventStore): Promise<LmdbEventStore> {
  return LmdbEventStore.open({
    path: folder.file(names.events),
    textPath: folder.file(names.text),
    isDurable: waitsForDisk(),
    givesWay: waitsForDisk(),
    now,
    log,
    hasRoom,
  })
}
