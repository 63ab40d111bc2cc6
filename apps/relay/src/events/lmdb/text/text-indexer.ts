import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { NostrEvent } from '@hornets/contract'
import { isSearched, textOf } from '../../search/event-text.ts'
import { readChanges } from '../journal/journal.ts'
import { headerBytes, readHeader } from '../layout/event-value.ts'
import { seqKey } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'
import { openTextDatabase, readProgress, type TextProgress } from './text-database.ts'

const eventsAtOnce = 500
const changesAtOnce = 500

export class TextIndexer {
  readonly #database: DatabaseSync
  readonly #tables: Tables
  readonly #insert: StatementSync
  readonly #remove: StatementSync
  readonly #note: StatementSync
  #progress: TextProgress

  /** @param lastChange Number of the journal's last change, where a new index starts. */
  constructor(path: string, tables: Tables, lastChange: number) {
    this.#database = openTextDatabase(path)
    this.#tables = tables
    this.#insert = this.#database.prepare('INSERT INTO event_text (rowid, text) VALUES (?, ?)')
    this.#remove = this.#database.prepare('DELETE FROM event_text WHERE rowid = ?')
    this.#note = this.#database.prepare('UPDATE progress SET seq = ?, change = ?')
    // Full-text tables return row ids beyond the range of numbers.
    for (const statement of [this.#insert, this.#remove, this.#note]) statement.setReadBigInts(true)
    const progress = readProgress(this.#database)
    this.#progress = progress ?? { seq: 0, change: lastChange }
    if (!progress) this.#database.prepare('INSERT INTO progress VALUES (0, ?)').run(lastChange)
  }

  get progress(): TextProgress {
    return this.#progress
  }

  followSome(): boolean {
    this.#tables.root.resetReadTxn()
    this.#database.exec('BEGIN')
    try {
      const seq = this.#indexNext()
      const change = this.#dropRemoved()
      const isBehind = seq.count === eventsAtOnce || change.count === changesAtOnce
      const progress = { seq: seq.last, change: change.last }
      this.#note.run(progress.seq, progress.change)
      this.#database.exec('COMMIT')
      this.#progress = progress
      return isBehind
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  #indexNext(): { last: number; count: number } {
    let last = this.#progress.seq
    let count = 0
    const range = this.#tables.events.getRange({ start: seqKey(last + 1), limit: eventsAtOnce })
    for (const { key, value } of range) {
      last = key.readUIntBE(0, 5)
      count += 1
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      if (!isSearched(readHeader(bytes).kind)) continue
      const text = textOf(JSON.parse(bytes.toString('utf8', headerBytes)) as NostrEvent)
      if (text !== null) this.#insert.run(last, text)
    }
    return { last, count }
  }

  #dropRemoved(): { last: number; count: number } {
    const changes = readChanges(this.#tables, this.#progress.change, changesAtOnce)
    for (const { removed } of changes) for (const seq of removed) this.#remove.run(seq)
    return { last: changes.at(-1)?.number ?? this.#progress.change, count: changes.length }
  }
}
