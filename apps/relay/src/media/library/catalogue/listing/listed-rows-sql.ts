import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'
import { FileColumns, type ListedFile } from './file-columns.ts'

const listed = 'SELECT hash, mime, bytes, received_at, folded, trashed, store FROM files'

/** Reads the index of files into columns, and then only what has changed. */
export class ListedRows {
  readonly #database: DatabaseSync
  readonly #version
  readonly #ends
  readonly #changed
  readonly #file
  readonly #owners
  #columns: FileColumns | undefined
  #seenVersion = 0
  #seenChange = 0

  constructor(path: string) {
    const database = openSqlite(path, { readOnly: true })
    this.#database = database
    this.#version = database.prepare('PRAGMA data_version')
    this.#ends = database.prepare('SELECT min(id) AS first, max(id) AS last FROM file_changes')
    this.#changed = database.prepare('SELECT DISTINCT hash FROM file_changes WHERE id > ?')
    this.#file = database.prepare(`${listed} WHERE hash = ?`)
    this.#owners = database.prepare('SELECT pubkey FROM file_owners WHERE hash = ?')
  }

  /** As of the latest commit. `changed`: the slots that have changed since the last time, unless the columns are new. */
  current(): { columns: FileColumns; changed: readonly number[] } {
    const version = Number(this.#version.get()?.data_version)
    if (this.#columns && version === this.#seenVersion) return { columns: this.#columns, changed: [] }
    this.#database.exec('BEGIN')
    try {
      const { first, last } = this.#ends.get() as { first: number | null; last: number | null }
      const changed = this.#read(first ?? 0, last ?? 0)
      this.#seenVersion = version
      return { columns: this.#columns ?? new FileColumns(), changed }
    } finally {
      this.#database.exec('COMMIT')
    }
  }

  close(): void {
    this.#database.close()
  }

  #read(first: number, last: number): number[] {
    const columns = this.#columns
    if (columns && last === this.#seenChange) return []
    const hasMissed = first > this.#seenChange + 1 || last < this.#seenChange
    const isStale = !columns || hasMissed || columns.free > 1000 + columns.size / 4
    const changed = isStale ? [] : this.#apply(columns)
    if (isStale) this.#columns = this.#all()
    this.#seenChange = last
    return changed
  }

  #all(): FileColumns {
    const columns = new FileColumns()
    for (const file of this.#database.prepare(listed).iterate()) columns.put(file as unknown as ListedFile)
    for (const row of this.#database.prepare('SELECT hash, pubkey FROM file_owners').iterate())
      columns.addOwner(String(row.hash), String(row.pubkey))
    columns.settle()
    return columns
  }

  #apply(columns: FileColumns): number[] {
    const changed: number[] = []
    for (const row of this.#changed.all(this.#seenChange)) {
      const hash = String(row.hash)
      const before = columns.slotOf(hash)
      const file = this.#file.get(hash)
      if (file) columns.put(file as unknown as ListedFile)
      else columns.remove(hash)
      for (const { pubkey } of this.#owners.all(hash)) columns.addOwner(hash, String(pubkey))
      const after = columns.slotOf(hash)
      for (const slot of new Set([before, after])) if (slot !== undefined) changed.push(slot)
    }
    columns.settle()
    return changed
  }
}
