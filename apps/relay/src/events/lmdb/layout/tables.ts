import { type Database, type DatabaseOptions, open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb'
import { entryEncoder, type IndexShape } from './index-entry.ts'

export type Table = Database<Uint8Array, Buffer>

/**
 * The tables of the event store, in one LMDB file. Keys are big-endian, so that their order is that of the numbers.
 *
 * | table | key → value |
 * |---|---|
 * | events | seq 5 → header (`EventHeader`), JSON |
 * | ids | id 32 → seq 5 |
 * | byTime | position 17, author 4, kind 2, flags 1 |
 * | byKind | kind 2, position 17, author 4, flags 1 |
 * | byAuthor | author 4, kind 2, position 17, flags 1 |
 * | byTag | tag 12, kind 2, position 17, author 4, flags 1 |
 * | byExpiry | Unix seconds 6, seq 5 |
 * | addresses | author 4, kind 2, identifier 12 → seq 5; for replaceable kinds the identifier is '' |
 * | authors | public key 32 → number 4; never given twice |
 * | authorKinds | author 4, kind 2 → number of events 5 |
 * | kinds | kind 2 → number of events 6 |
 * | hours | level 1, kind 2, hour, day or 30 days 5 → number of events 5 (`layout/hours.ts`) |
 * | deletedIds | id 32, author 4 (NIP-09) |
 * | deletedAddresses | author 4, kind 2, identifier 12 → up to Unix seconds 6 (NIP-09) |
 * | bannedIds | id 32 → when and why it was banned (`layout/banned.ts`); empty if it was not recorded |
 * | held | seq 5 → 1 while it waits for its judgement, 2 once it is blocked |
 * | vanished | public key 32 → up to Unix seconds 6 (NIP-62) |
 * | unfinished | removals that continue in later transactions; see `writing/unfinished.ts` |
 * | journal | number 6 → what a commit changed, JSON |
 * | trash | job 5, seq 5 → a deleted event that can be restored (`layout/trashed.ts`) |
 * | trashIds | id 32 → its key in the trash |
 * | meta | name → JSON |
 * | reserve | pages kept back for deleting; see `writing/room-reserve.ts` |
 */
export interface Tables {
  readonly root: RootDatabase<Uint8Array, Buffer>
  readonly events: Table
  readonly ids: Table
  readonly byTime: Table
  readonly byKind: Table
  readonly byAuthor: Table
  readonly byTag: Table
  readonly byExpiry: Table
  readonly addresses: Table
  readonly authors: Table
  readonly authorKinds: Table
  readonly kinds: Table
  readonly hours: Table
  readonly deletedIds: Table
  readonly deletedAddresses: Table
  readonly bannedIds: Table
  readonly held: Table
  readonly vanished: Table
  readonly unfinished: Table
  readonly journal: Table
  readonly trash: Table
  readonly trashIds: Table
  readonly meta: Table
  readonly reserve: Table
}

/** Address space, not memory or disk: the file grows with the events. */
export const mapBytes = process.platform === 'win32' ? 64 * 2 ** 30 : 2 ** 40

export interface TablesOptions {
  readonly path: string
  /** False: commits do not wait for the disk; for data that can be rebuilt. */
  readonly isDurable: boolean
  /** While another process writes. */
  readonly readsOnly?: boolean | undefined
}

export function openTables({ path, isDurable, readsOnly = false }: TablesOptions): Tables {
  // `noReadAhead` and `keyEncoder` are missing in lmdb's types.
  const options: RootDatabaseOptionsWithPath & { readonly noReadAhead: boolean } = {
    path,
    noSubdir: true,
    maxDbs: 24,
    mapSize: mapBytes,
    // Committed means on disk.
    overlappingSync: false,
    noSync: !isDurable,
    readOnly: readsOnly,
    noMemInit: true,
    noReadAhead: true,
    encoding: 'binary',
    keyEncoding: 'binary',
  }
  const root = open<Uint8Array, Buffer>(options)
  const table = (name: string): Table => root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' })
  const index = (name: string, shape: IndexShape): Table => {
    const options: DatabaseOptions & { readonly name: string; readonly keyEncoder: object } = {
      name,
      encoding: 'binary',
      keyEncoder: entryEncoder(shape),
    }
    return root.openDB(options)
  }
  return {
    root,
    events: table('events'),
    ids: table('ids'),
    byTime: index('byTime', 'time'),
    byKind: index('byKind', 'kind'),
    byAuthor: index('byAuthor', 'author'),
    byTag: index('byTag', 'tag'),
    byExpiry: table('byExpiry'),
    addresses: table('addresses'),
    authors: table('authors'),
    authorKinds: table('authorKinds'),
    kinds: table('kinds'),
    hours: table('hours'),
    deletedIds: table('deletedIds'),
    deletedAddresses: table('deletedAddresses'),
    bannedIds: table('bannedIds'),
    held: table('held'),
    vanished: table('vanished'),
    unfinished: table('unfinished'),
    journal: table('journal'),
    trash: table('trash'),
    trashIds: table('trashIds'),
    meta: table('meta'),
    reserve: table('reserve'),
  }
}
