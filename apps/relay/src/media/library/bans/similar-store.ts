import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'

export type SimilarRow = RelayTables['similar_files']

/** Rows that nobody has decided about; the oldest give way. */
const openMax = 1000

/** Uploads that resemble a banned image, and those of them that somebody allowed. */
export class SimilarStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  async isAllowed(hash: string): Promise<boolean> {
    const row = this.#database.reads.selectFrom('similar_files').select('allowed_at').where('hash', '=', hash)
    return ((await row.executeTakeFirst())?.allowed_at ?? null) !== null
  }

  note(row: Omit<SimilarRow, 'tries' | 'allowed_at'>): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        `INSERT INTO similar_files (hash, banned, refused, distance, mime, bytes, pubkey, at, thumbnail, tries)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
         ON CONFLICT (hash) DO UPDATE SET banned = excluded.banned, refused = excluded.refused,
           distance = excluded.distance, pubkey = excluded.pubkey, at = excluded.at, tries = tries + 1`,
        row.hash,
        row.banned,
        row.refused,
        row.distance,
        row.mime,
        row.bytes,
        row.pubkey,
        row.at,
        row.thumbnail,
      )
      tx.run(
        `DELETE FROM similar_files WHERE hash IN (
           SELECT hash FROM similar_files WHERE allowed_at IS NULL ORDER BY at DESC, hash LIMIT -1 OFFSET ?)`,
        openMax,
      )
    })
  }

  /** What nobody has decided about, the newest first, while its ban lasts. */
  async page({ limit, offset }: { readonly limit: number; readonly offset: number }) {
    const open = this.#database.reads
      .selectFrom('similar_files')
      .leftJoin('file_bans', 'file_bans.hash', 'similar_files.banned')
      .leftJoin('listed_images', 'listed_images.pdq', 'similar_files.banned')
      .where('allowed_at', 'is', null)
      .where(({ or, eb }) => or([eb('file_bans.hash', 'is not', null), eb('listed_images.pdq', 'is not', null)]))
    const { total } = await open.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const newest = open
      .selectAll('similar_files')
      .select(({ fn, val }) => fn.coalesce('file_bans.reason', 'listed_images.reason', val('')).as('reason'))
    const sorted = newest.orderBy('similar_files.at', 'desc').orderBy('similar_files.hash')
    return { rows: await sorted.limit(limit).offset(offset).execute(), total }
  }

  /** `at`: Unix seconds. A ban that the relay made for this file ends. False if there is nothing to decide. */
  allow(hash: string, at: number): Promise<boolean> {
    return this.#database.transactWhenFree(tx => {
      const sql = 'UPDATE similar_files SET allowed_at = ?, thumbnail = NULL WHERE hash = ? AND allowed_at IS NULL'
      if (tx.run(sql, at, hash).changes === 0) return false
      tx.run('DELETE FROM file_bans WHERE hash = ? AND by IS NULL', hash)
      return true
    })
  }
}
