import type { NostrEvent } from '@hornets/contract'
import type { HeldState } from '../../event-store.ts'
import { Authors } from '../layout/authors.ts'
import { expiryIn, headerBytes, jsonIn, readHeader } from '../layout/event-value.ts'
import { heldStateIn } from '../layout/held.ts'
import { flagsOf, type IndexEntry } from '../layout/index-entry.ts'
import { bigEndian, fromHex, numberIn } from '../layout/keys.ts'
import { shortId } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { visitEntries } from '../layout/visit-range.ts'
import { readLastNumbers } from '../writing/write-transaction.ts'

export class StoredEvents {
  readonly tables: Tables
  readonly authors: Authors
  /** Reused for each lookup: lmdb copies it. */
  readonly #key = Buffer.alloc(5)

  constructor(tables: Tables) {
    this.tables = tables
    this.authors = new Authors(tables)
  }

  refresh(): void {
    this.tables.root.resetReadTxn()
  }

  seqOf(id: string): number {
    return numberIn(this.tables.ids.getBinaryFast(fromHex(id)), 5)
  }

  /** UTF-8 JSON; valid until the next read. */
  bytesOf(seq: number): Buffer | undefined {
    const value = this.#value(seq)
    return value?.subarray(headerBytes, value.length)
  }

  /** With the Unix second of its arrival. */
  arrivalOf(seq: number): { readonly json: string; readonly receivedAt: number } | undefined {
    const value = this.#value(seq)
    return value && { json: jsonIn(value, value.length), receivedAt: readHeader(value).receivedAt }
  }

  parse(seq: number): NostrEvent | undefined {
    const value = this.#value(seq)
    return value && JSON.parse(jsonIn(value, value.length))
  }

  /** Unix seconds; 0 = never. */
  expiryOf(seq: number): number {
    const value = this.#value(seq)
    return value ? expiryIn(value) : 0
  }

  entryOf(seq: number): IndexEntry | undefined {
    const value = this.#value(seq)
    if (!value) return undefined
    const header = readHeader(value)
    const { time, kind, author } = header
    return { time, id: 0, seq, author, kind, flags: flagsOf(header) }
  }

  entryOfId(id: string): IndexEntry | undefined {
    const seq = this.seqOf(id)
    const found = seq === 0 ? undefined : this.entryOf(seq)
    if (found) found.id = shortId(id)
    return found
  }

  /** False in the first moments after an update, while they are counted. */
  get hasHours(): boolean {
    return readLastNumbers(this.tables).hasHours ?? false
  }

  kindsOf(author: number): { kind: number; count: number }[] {
    const start = bigEndian(author, 4)
    const end = bigEndian(author + 1, 4)
    const kinds: { kind: number; count: number }[] = []
    visitEntries(this.tables.authorKinds, start, end, ({ key, value }) => {
      kinds.push({ kind: key.readUInt16BE(4), count: numberIn(Buffer.from(value), 5) })
      return true
    })
    return kinds
  }

  allKinds(): { kind: number; count: number }[] {
    const kinds: { kind: number; count: number }[] = []
    for (const { key, value } of this.tables.kinds.getRange({ start: Buffer.from([0]) }))
      kinds.push({ kind: key.readUInt16BE(0), count: numberIn(Buffer.from(value), 6) })
    return kinds
  }

  *expired(now: number): Generator<number> {
    /** Numbers of events that expired by `now` (Unix seconds) and are not yet removed. */
    const keys = this.tables.byExpiry.getKeys({ start: Buffer.from([0]), end: bigEndian(now + 1, 6) })
    for (const key of keys) yield key.readUIntBE(6, 5)
  }
  /** Undefined: it is shown to everybody. */
  heldStateOf(seq: number): HeldState | undefined {
    this.#key.writeUIntBE(seq, 0, 5)
    return heldStateIn(this.tables.held.getBinaryFast(this.#key))
  }

  held(state?: HeldState): number[] {
    const seqs: number[] = []
    for (const { key, value } of this.tables.held.getRange({ start: Buffer.from([0]) }))
      if (state === undefined || heldStateIn(value) === state) seqs.push(Buffer.from(key).readUIntBE(0, 5))
    return seqs
  }

  async *heldTexts(state: HeldState): AsyncGenerator<string> {
    this.refresh()
    for (const seq of this.held(state)) {
      const bytes = this.bytesOf(seq)
      if (bytes) yield Buffer.from(bytes).toString()
    }
  }

  /** When the next event expires after this time (Unix seconds); infinite if none does. */
  nextExpiry(after: number): number {
    this.refresh()
    const [key] = this.tables.byExpiry.getKeys({ start: bigEndian(after + 1, 6), limit: 1 })
    return key ? key.readUIntBE(0, 6) : Number.POSITIVE_INFINITY
  }

  #value(seq: number): Buffer | undefined {
    this.#key.writeUIntBE(seq, 0, 5)
    return this.tables.events.getBinaryFast(this.#key)
  }
}
