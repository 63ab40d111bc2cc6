import { sql } from 'kysely'
import type { RelayDatabase } from '../../database/relay-database.ts'
import type { BanRow } from './ban-sql.ts'

export interface Near {
  readonly hash: string
  /** Differing bits of 64. */
  readonly distance: number
}

/** Hashes are spread evenly, so each first digit is a sixteenth of the files. */
const parts = [...'0123456789abcdef']
const usualSearchMs = 3000

/** Banned files, and the files that look like another one. */
export class BanStore {
  readonly #database: RelayDatabase
  readonly #searchMs: number

  /** `searchMs`: when a search for near copies ends, unless it has finished. */
  constructor(database: RelayDatabase, searchMs = usualSearchMs) {
    this.#database = database
    this.#searchMs = searchMs
  }

  /** Those of these hashes that are banned. */
  async banned(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.reads.selectFrom('file_bans').select('hash').where('hash', 'in', hashes).execute()
    return new Set(rows.map(({ hash }) => hash))
  }

  /** The bans that also hold for near copies. */
  likenesses(): Promise<BanRow[]> {
    return this.#database.reads.selectFrom('file_bans').selectAll().where('likeness', '<>', '').execute()
  }

  /** Newest first. */
  async page({ limit, offset }: { readonly limit: number; readonly offset: number }) {
    const all = this.#database.reads.selectFrom('file_bans')
    const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const newest = all.selectAll().orderBy('at', 'desc').orderBy('hash', 'desc')
    return { rows: await newest.limit(limit).offset(offset).execute(), total }
  }

  /** False if it was not banned. */
  remove(hash: string): Promise<boolean> {
    return this.#database.transactWhenFree(tx => tx.run('DELETE FROM file_bans WHERE hash = ?', hash).changes > 0)
  }

  /** Empty if it is unknown. */
  async likenessOf(hash: string): Promise<string> {
    const facts = this.#database.reads.selectFrom('file_facts').select('likeness').where('hash', '=', hash)
    return (await facts.executeTakeFirst())?.likeness ?? ''
  }

  /**
   * Files outside the trash whose likeness differs in at most `within` bits, nearest first. Read in parts, so that lists
   * get their turn in between; `finished` is false if there was not enough time for all files.
   */
  async near(likeness: string, { within, limit }: { readonly within: number; readonly limit: number }) {
    const until = performance.now() + this.#searchMs
    const found: Near[] = []
    for (const part of parts) {
      if (performance.now() > until) return { near: nearest(found, limit), finished: false }
      const { rows } = await sql<Near>`
        SELECT * FROM (
          SELECT f.hash, likeness_distance(f.likeness, ${likeness}) AS distance
          FROM file_facts f JOIN files USING (hash)
          WHERE f.hash >= ${part} AND f.hash < ${`${part}g`} AND f.likeness <> '' AND files.trashed = 0
        ) WHERE distance <= ${within} ORDER BY distance, hash LIMIT ${limit}`.execute(this.#database.scans)
      found.push(...rows)
    }
    return { near: nearest(found, limit), finished: true }
  }
}

const nearest = (found: readonly Near[], limit: number): Near[] =>
  found.toSorted((one, other) => one.distance - other.distance || (one.hash < other.hash ? -1 : 1)).slice(0, limit)
