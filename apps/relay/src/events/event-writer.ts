import type { RelayDatabase, RelayTransaction } from '../database/relay-database.ts'
import { ban, isGone, markDeleted, markVanished } from './deletions.ts'
import { toHex } from './event-keys.ts'
import { deletionKind, identifierOf, isAddressable, isReplaceable } from './event-kinds.ts'
import {
  deleteRow,
  type EventRow,
  findByAuthor,
  findEvent,
  findExpired,
  findVanishing,
  findVersions,
  insertRow,
  isStored,
} from './event-rows.ts'
import type { EventTally, IncomingEvent, SaveOutcome } from './event-store.ts'
import { dropText, lastTextSeq } from './text-index.ts'

/** Puts events in and takes them out, inside a transaction, and tells the tally. */
export class EventWriter {
  readonly #tally: EventTally
  /** Unix seconds. */
  readonly #now: () => number
  #lastSeq: number

  constructor(database: RelayDatabase, tally: EventTally, now: () => number) {
    this.#tally = tally
    this.#now = now
    this.#lastSeq = database.transact(readLastSeq)
  }

  /** Highest number given so far. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  save(tx: RelayTransaction, incoming: IncomingEvent): SaveOutcome {
    const { event, json } = incoming
    if (isStored(tx, event.id)) return 'duplicate'
    if (isGone(tx, event)) return 'deleted'
    if (isReplaceable(event.kind) || isAddressable(event.kind)) {
      const versions = findVersions(
        tx,
        event.pubkey,
        event.kind,
        isAddressable(event.kind) ? identifierOf(event) : null,
      )
      if (versions.some(version => isNewer(version, event))) return 'older'
      for (const version of versions) this.remove(tx, version)
    }
    const receivedAt = this.#now()
    this.#lastSeq += 1
    insertRow(tx, this.#lastSeq, incoming, receivedAt)
    if (event.kind === deletionKind) for (const row of markDeleted(tx, event)) this.#removeOnce(tx, row)
    const bytes = Buffer.byteLength(json)
    this.#tally.eventStored(tx, { kind: event.kind, bytes, receivedAt, pubkey: event.pubkey, event })
    return 'stored'
  }

  remove(tx: RelayTransaction, row: EventRow): void {
    dropText(tx, row.seq)
    this.#tally.eventRemoved(tx, deleteRow(tx, row))
  }

  removeById(tx: RelayTransaction, id: string, banned: boolean): boolean {
    if (banned) ban(tx, id)
    const row = findEvent(tx, id)
    if (row) this.remove(tx, row)
    return row !== undefined
  }

  /** At most `limit`; answers how many there were. */
  removeByAuthor(tx: RelayTransaction, pubkey: string, limit: number): number {
    const rows = findByAuthor(tx, pubkey, limit)
    for (const row of rows) this.remove(tx, row)
    return rows.length
  }

  /** At most `limit` of what a request to vanish up to `until` takes; answers how many there were. */
  removeVanishing(tx: RelayTransaction, pubkey: string, until: number, limit: number): number {
    markVanished(tx, pubkey, until)
    const rows = findVanishing(tx, pubkey, until, limit)
    for (const row of rows) this.remove(tx, row)
    return rows.length
  }

  removeExpired(tx: RelayTransaction, limit: number): number {
    const rows = findExpired(tx, this.#now(), limit)
    for (const row of rows) this.remove(tx, row)
    return rows.length
  }

  /** A deletion request may name an event twice, by id and by address. */
  #removeOnce(tx: RelayTransaction, row: EventRow): void {
    if (findEvent(tx, toHex(row.id))) this.remove(tx, row)
  }
}

/** Of two versions the later counts, of the same second the one with the lower id (NIP-01). */
function isNewer(stored: EventRow, event: { created_at: number; id: string }): boolean {
  if (stored.created_at !== event.created_at) return stored.created_at > event.created_at
  return toHex(stored.id) < event.id
}

/** A number is never given twice, or the text index would take a new event for one that it holds already. */
function readLastSeq(tx: RelayTransaction): number {
  const newest = tx.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM events')?.seq ?? 0
  return Math.max(newest, lastTextSeq(tx))
}
