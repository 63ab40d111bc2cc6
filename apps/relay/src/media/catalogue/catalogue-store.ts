import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import { type Kysely, sql } from 'kysely'
import type { RelayTables } from '../../database/relay-tables.ts'
import type { FileCursor, FileQuery } from './file-query.ts'
import { isOfTypes, isTrashed, matches, sourceOf } from './filter-sql.ts'
import { orders } from './list-order.ts'

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

export interface Amount {
  readonly files: number
  readonly bytes: number
}

export interface PageOptions {
  readonly sort: FileSort
  readonly after?: FileCursor | undefined
  readonly offset: number
  readonly limit: number
}

/** Where lists are read: `reads` for single rows, `scans` for what reads many and must not hold up anything else. */
export interface CatalogueReads {
  readonly reads: Kysely<RelayTables>
  readonly scans: Kysely<RelayTables>
}

/** Reads the file index as lists, months and totals. */
export class CatalogueStore {
  readonly #reads: Kysely<RelayTables>
  readonly #scans: Kysely<RelayTables>

  constructor({ reads, scans }: CatalogueReads) {
    this.#reads = reads
    this.#scans = scans
  }

  async page(query: FileQuery, { sort, after, offset, limit }: PageOptions): Promise<CatalogueRow[]> {
    const hashes = await this.hashes(query, { sort, after, offset, limit })
    const rows = await this.byHashes(hashes)
    return hashes.flatMap(hash => rows.get(hash) ?? [])
  }

  async hashes(query: FileQuery, { sort, after, offset, limit }: PageOptions): Promise<string[]> {
    const { column, descending, index } = orders[sort]
    const direction = sql.raw(descending ? 'DESC' : 'ASC')
    const beyond = sql.raw(descending ? '<' : '>')
    const behind = after && sql<boolean>`(${sql.ref(column)}, hash) ${beyond} (${after.value}, ${after.hash})`
    const { rows } = await sql<{ hash: string }>`
      SELECT hash FROM ${sourceOf(query, index)} WHERE ${matches(query, ...(behind ? [behind] : []))}
      ORDER BY ${sql.ref(column)} ${direction}, hash ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(this.#scans)
    return rows.map(({ hash }) => hash)
  }

  /** The matching files between two positions, both included, in the order of the list. */
  async between(
    query: FileQuery,
    { sort, first, last, limit }: { sort: FileSort; first: FileCursor; last: FileCursor; limit: number },
  ): Promise<{ hash: string; bytes: number }[]> {
    const { column, descending, index } = orders[sort]
    const direction = sql.raw(descending ? 'DESC' : 'ASC')
    const [from, to] = (descending ? ['<=', '>='] : ['>=', '<=']).map(one => sql.raw(one))
    const place = sql`(${sql.ref(column)}, hash)`
    const bounds = [
      sql<boolean>`${place} ${from} (${first.value}, ${first.hash})`,
      sql<boolean>`${place} ${to} (${last.value}, ${last.hash})`,
    ]
    const { rows } = await sql<{ hash: string; bytes: number }>`
      SELECT hash, bytes FROM ${sourceOf(query, index)} WHERE ${matches(query, ...bounds)}
      ORDER BY ${sql.ref(column)} ${direction}, hash ${direction} LIMIT ${limit}`.execute(this.#scans)
    return rows
  }

  async byHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, CatalogueRow>> {
    if (hashes.length === 0) return new Map()
    const rows = await this.#reads.selectFrom('files').selectAll().where('hash', 'in', hashes).execute()
    return new Map(rows.map(row => [row.hash, row]))
  }

  /** Those of these files that match. */
  async amongst(query: FileQuery, hashes: readonly string[]): Promise<string[]> {
    const table = sql.ref(query.owner === undefined ? 'files' : 'file_owners')
    const { rows } = await sql<{ hash: string }>`
      SELECT hash FROM ${table} WHERE hash IN (${sql.join(hashes)}) AND ${matches(query)}`.execute(this.#reads)
    return rows.map(({ hash }) => hash)
  }

  /** Kept totals where there are some: of types, or of one owner. */
  async amount(query: FileQuery): Promise<Amount> {
    const { types, status, ...narrowed } = query
    const owner = query.owner
    const isNarrowed = Object.values({ ...narrowed, owner: undefined }).some(value => value !== undefined)
    if (isNarrowed || (owner !== undefined && (types.length > 0 || status === 'trashed'))) return this.#count(query)
    return owner === undefined ? this.#typesTotal(query) : this.ownerTotal(owner)
  }

  /** By day since 1970, in UTC. */
  async days(query: FileQuery): Promise<(Amount & { day: number })[]> {
    const { rows } = await sql<Amount & { day: number }>`
      SELECT received_at / 86400 AS day, COUNT(*) AS files, SUM(bytes) AS bytes
      FROM ${sourceOf(query, 'files_by_arrival')} WHERE ${matches(query)} GROUP BY day`.execute(this.#scans)
    return rows
  }

  async #count(query: FileQuery): Promise<Amount> {
    const { rows } = await sql<Amount>`
      SELECT COUNT(*) AS files, COALESCE(SUM(bytes), 0) AS bytes FROM ${sourceOf(query, 'files_by_arrival')}
      WHERE ${matches(query)}`.execute(this.#scans)
    return rows[0] ?? { files: 0, bytes: 0 }
  }

  async #typesTotal(query: FileQuery): Promise<Amount> {
    const { rows } = await sql<Amount>`
      SELECT COALESCE(SUM(files), 0) AS files, COALESCE(SUM(bytes), 0) AS bytes FROM file_type_totals
      WHERE trashed = ${isTrashed(query)} AND ${isOfTypes(query.types)}`.execute(this.#reads)
    return rows[0] ?? { files: 0, bytes: 0 }
  }

  typeTotals(): Promise<(Amount & { trashed: number; mime: string })[]> {
    return this.#reads.selectFrom('file_type_totals').selectAll().orderBy('bytes', 'desc').orderBy('mime').execute()
  }

  /** Largest first; limited to these keys, if given. */
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

  /** A key's files outside the trash. */
  async ownerTotal(pubkey: string): Promise<Amount> {
    const row = await this.#reads
      .selectFrom('file_owner_totals')
      .select(['files', 'bytes'])
      .where('pubkey', '=', pubkey)
      .executeTakeFirst()
    return row ?? { files: 0, bytes: 0 }
  }

  /** A file's owners, oldest first. */
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
