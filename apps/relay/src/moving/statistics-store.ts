import { DatabaseSync } from 'node:sqlite'
import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import { ApiError } from '@hornets/server/api-error'
import { asText } from './answer-parts.ts'

export interface OldSubscriber {
  readonly npub: string
  readonly tier: string
  /** As it is written there; empty for none. */
  readonly expires: string
  readonly bytes: number
  readonly address: string
  readonly credit: number
}

const columns = {
  paid_subscribers: ['npub', 'tier', 'expiration_date', 'storage_bytes'],
  subscriber_addresses: ['npub', 'address', 'credit_sats'],
} as const
type Table = keyof typeof columns

/** The statistics file of a server of the family: a stranger's database, only read, and only these tables and columns. */
export class OldStatisticsStore {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Throws ApiError('bad_request'). */
  static open(path: string): OldStatisticsStore {
    let database: DatabaseSync | undefined
    try {
      database = new DatabaseSync(path, { readOnly: true, allowExtension: false })
      // What the file itself declares must not run: views and triggers that call functions.
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
      const store = new OldStatisticsStore(database)
      if (!store.#has('paid_subscribers') && !store.#has('subscriber_addresses')) throw new Error('no table of it')
      return store
    } catch (cause) {
      database?.close()
      throw new ApiError('bad_request', moveMessages.notStatistics, { cause })
    }
  }

  close(): void {
    this.#database.close()
  }

  /** Keys that are told of, without those of which there is only an address. */
  count(): number {
    return this.#count('paid_subscribers') + this.#count('subscriber_addresses')
  }

  /** By table and row, after this place. Throws ApiError('bad_request') for a damaged file. */
  *after(
    /** By table and row, after this place. Throws ApiError('bad_request') for a damaged file. */
    { table, row }: StatisticsPlace,
    limit: number,
  ): Generator<{ at: StatisticsPlace; subscriber: OldSubscriber }> {
    for (const name of Object.keys(columns) as Table[]) {
      if (name < table || !this.#has(name)) continue
      for (const found of this.#rows(name, name === table ? row : 0, limit))
        yield { at: { table: name, row: Number(found.at) }, subscriber: subscriberOf(found) }
    }
  }

  #rows(table: Table, after: number, limit: number): Record<string, unknown>[] {
    const known = new Set(this.#columnsOf(table))
    const wanted = columns[table].filter(name => known.has(name))
    const sql = `SELECT rowid AS at, ${wanted.join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`
    try {
      return this.#database.prepare(sql).all(after, limit) as Record<string, unknown>[]
    } catch (cause) {
      throw new ApiError('bad_request', moveMessages.notStatistics, { cause })
    }
  }

  #columnsOf(table: Table): string[] {
    const rows = this.#database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
    return rows.map(({ name }) => String(name))
  }

  #has(table: Table): boolean {
    const found = this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
    return found !== undefined && this.#columnsOf(table).includes('npub')
  }

  #count(table: Table): number {
    if (!this.#has(table)) return 0
    const { n } = this.#database.prepare(`SELECT count(*) AS n FROM ${table} WHERE npub <> ''`).get() as { n: number }
    return n
  }
}

export interface StatisticsPlace {
  readonly table: string
  readonly row: number
}

function subscriberOf(row: Record<string, unknown>): OldSubscriber {
  const { npub, tier, expiration_date, storage_bytes, address, credit_sats } = row
  return {
    npub: asText(npub),
    tier: asText(tier),
    expires: asText(expiration_date),
    bytes: Number(storage_bytes ?? 0),
    address: asText(address),
    credit: Number(credit_sats ?? 0),
  }
}
