import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { belowShortKeys } from '../event-keys.ts'

/** Where an event stands in the order of answers: newest first, same second by lower id. */
export interface Position {
  readonly seq: number
  readonly created_at: number
  readonly id_key: number
}

export interface StoredRow extends Position {
  readonly id: Uint8Array
  readonly pubkey: Uint8Array
  readonly kind: number
  readonly expires_at: number | null
  readonly json: string
}

/** The part of time that a reading covers; `upTo` leaves out what was stored after it began. */
export interface Window {
  readonly since: number
  readonly until: number
  readonly upTo: number
}

/** Reads the next positions of one ordered index range after `after`. */
export type ReadPage = (window: Window, after: Position | null, limit: number) => Position[]

/** Range of an index in the order of answers, continued from a position without holding a cursor open. */
const inOrder = `created_at <= ? AND created_at >= ?
  AND (created_at < ? OR id_key > ? OR (id_key = ? AND seq > ?)) AND seq <= ?
  ORDER BY created_at DESC, id_key, seq LIMIT ?`

/** The prepared statements of a read-only connection. */
export class ReadStatements {
  readonly #byAuthor: StatementSync
  readonly #byTag: StatementSync
  readonly #byKind: StatementSync
  readonly #byTime: StatementSync
  readonly #nextKindOfAuthor: StatementSync
  readonly #nextKindOfTag: StatementSync
  readonly #byId: StatementSync
  readonly #row: StatementSync
  readonly #search: StatementSync
  readonly #expired: StatementSync

  constructor(database: DatabaseSync) {
    const select = 'SELECT seq, created_at, id_key FROM'
    const events = (index: string) => `${select} events INDEXED BY ${index} WHERE`
    this.#byAuthor = database.prepare(`${events('events_by_author')} author_key = ? AND kind = ? AND ${inOrder}`)
    this.#byTag = database.prepare(`${select} event_tags WHERE tag_key = ? AND kind = ? AND ${inOrder}`)
    this.#byKind = database.prepare(`${events('events_by_kind')} kind = ? AND ${inOrder}`)
    this.#byTime = database.prepare(`${events('events_by_time')} ${inOrder}`)
    const nextKind = 'kind > ? ORDER BY kind LIMIT 1'
    this.#nextKindOfAuthor = database.prepare(
      `SELECT kind FROM events INDEXED BY events_by_author WHERE author_key = ? AND ${nextKind}`,
    )
    this.#nextKindOfTag = database.prepare(`SELECT kind FROM event_tags WHERE tag_key = ? AND ${nextKind}`)
    this.#byId = database.prepare(`${select} events WHERE id_key = ? AND id = ? AND seq <= ?`)
    this.#row = database.prepare(
      'SELECT seq, created_at, id_key, id, pubkey, kind, expires_at, json FROM events WHERE seq = ?',
    )
    this.#expired = database.prepare('SELECT seq FROM events INDEXED BY events_by_expiry WHERE expires_at <= ?')
    this.#search = database.prepare(
      `SELECT rowid AS seq, 0 AS created_at, 0 AS id_key FROM event_text WHERE event_text MATCH ? AND rowid <= ? AND within_budget()
       ORDER BY rank, rowid DESC LIMIT ?`,
    )
  }

  author(key: number, kind: number): ReadPage {
    return (...range) => this.#byAuthor.all(key, kind, ...bounds(...range)) as unknown as Position[]
  }

  tag(key: Uint8Array, kind: number): ReadPage {
    return (...range) => this.#byTag.all(key, kind, ...bounds(...range)) as unknown as Position[]
  }

  kind(kind: number): ReadPage {
    return (...range) => this.#byKind.all(kind, ...bounds(...range)) as unknown as Position[]
  }

  time(): ReadPage {
    return (...range) => this.#byTime.all(...bounds(...range)) as unknown as Position[]
  }

  kindsOfAuthor(key: number): Generator<number> {
    return eachKind(kind => this.#nextKindOfAuthor.get(key, kind))
  }

  kindsOfTag(key: Uint8Array): Generator<number> {
    return eachKind(kind => this.#nextKindOfTag.get(key, kind))
  }

  id(key: number, id: Uint8Array, upTo: number): Position | undefined {
    return this.#byId.get(key, id, upTo) as Position | undefined
  }

  row(seq: number): StoredRow | undefined {
    return this.#row.get(seq) as unknown as StoredRow | undefined
  }

  /** Numbers of the events whose time is over (Unix seconds) and that have not been swept out yet. */
  expired(now: number): Set<number> {
    return new Set(this.#expired.all(now).map(row => row.seq as number))
  }

  /** Best match first, then the newest arrival; `created_at` and `id_key` are not known to the text index. */
  search(expression: string, upTo: number, limit: number): Position[] {
    return this.#search.all(expression, upTo, limit) as unknown as Position[]
  }
}

function bounds({ since, until, upTo }: Window, after: Position | null, limit: number): number[] {
  const createdAt = after ? after.created_at : until
  const idKey = after ? after.id_key : belowShortKeys
  return [createdAt, since, createdAt, idKey, idKey, after ? after.seq : 0, upTo, limit]
}

/** Steps from kind to kind by one index seek each. */
function* eachKind(next: (after: number) => unknown): Generator<number> {
  for (let kind = -1; ; ) {
    const row = next(kind) as { kind: number } | undefined
    if (!row) return
    kind = row.kind
    yield kind
  }
}
