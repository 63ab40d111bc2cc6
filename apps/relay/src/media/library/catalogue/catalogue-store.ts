import type { Kysely } from 'kysely'
import type { RelayTables } from '../../../database/relay-tables.ts'
import type { FileQuery } from './file-query.ts'
import type { Amount } from './listing/file-columns.ts'
import type { PageOptions, RangeOptions } from './listing/file-lists.ts'
import type { ListReader } from './listing/list-thread.ts'

export interface CatalogueRow {
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  /** Unix seconds. */
  readonly received_at: number
  readonly name: string
  readonly folded: string
  readonly owner: string
  readonly trashed: number
  readonly trashed_at: number | null
}

/** What a store of lists reads from: the database for single rows, the lists for what concerns many. */
export interface CatalogueReads {
  readonly reads: Kysely<RelayTables>
  readonly lists: ListReader
}

export class CatalogueStore {
  readonly #reads: Kysely<RelayTables>
  readonly #lists: ListReader

  constructor({ reads, lists }: CatalogueReads) {
    this.#reads = reads
    this.#lists = lists
  }

  async page(query: FileQuery, options: PageOptions): Promise<{ rows: CatalogueRow[]; amount: Amount }> {
    const { hashes, amount } = await this.#lists.ask('page', query, options)
    const rows = await this.byHashes(hashes)
    return { rows: hashes.flatMap(hash => rows.get(hash) ?? []), amount }
  }

  between(query: FileQuery, options: RangeOptions): Promise<{ hash: string; bytes: number }[]> {
    return this.#lists.ask('between', query, options)
  }

  async byHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, CatalogueRow>> {
    if (hashes.length === 0) return new Map()
    const rows = await this.#reads.selectFrom('files').selectAll().where('hash', 'in', hashes).execute()
    return new Map(rows.map(row => [row.hash, row]))
  }

  /** Files whose hash begins so, in order, the trash included. `start`: lower-case hex. */
  startingWith(start: string, limit: number): Promise<CatalogueRow[]> {
    return this.#reads
      .selectFrom('files')
      .selectAll()
      .where('hash', '>=', start)
      .where('hash', '<', `${start}~`)
      .orderBy('hash')
      .limit(limit)
      .execute()
  }

  amongst(query: FileQuery, hashes: readonly string[]): Promise<string[]> {
    return this.#lists.ask('amongst', query, hashes)
  }

  amount(query: FileQuery): Promise<Amount> {
    return this.#lists.ask('amount', query)
  }

  /** By month since year 0, in UTC. */
  months(query: FileQuery): Promise<(Amount & { month: number })[]> {
    return this.#lists.ask('months', query)
  }

  typeTotals(): Promise<(Amount & { trashed: number; mime: string })[]> {
    return this.#reads.selectFrom('file_type_totals').selectAll().orderBy('bytes', 'desc').orderBy('mime').execute()
  }

  async owners(options: { keys?: readonly string[] | undefined; limit: number; offset: number }) {
    const { keys, limit, offset } = options
    const all = this.#reads
      .selectFrom('file_owner_totals')
      .$if(keys !== undefined, chosen => chosen.where('pubkey', 'in', keys ?? []))
    const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await all
      .select(['pubkey', 'files', 'bytes'])
      .orderBy('bytes', 'desc')
      .orderBy('pubkey', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows, total }
  }

  ownersOf(hash: string) {
    return this.#reads
      .selectFrom('file_owners')
      .select(['pubkey', 'uploaded_at'])
      .where('hash', '=', hash)
      .orderBy('shared')
      .orderBy('uploaded_at')
      .execute()
  }

  async fetches(hash: string): Promise<{ count: number; last_at: number } | undefined> {
    return this.#reads
      .selectFrom('file_fetches')
      .select(['count', 'last_at'])
      .where('hash', '=', hash)
      .executeTakeFirst()
  }

  /** Files that went to the trash before this time (Unix seconds), oldest first. */
  async trashedBefore(time: number, limit: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('files')
      .select('hash')
      .where('trashed', '=', 1)
      .where('trashed_at', '<', time)
      .orderBy('trashed_at')
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  }
}
