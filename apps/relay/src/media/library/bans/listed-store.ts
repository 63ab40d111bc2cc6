import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { BanRow } from '../files/ban-sql.ts'
import { wordsIn } from '../similarity/blobs.ts'
import { leastQuality } from '../similarity/compare.ts'
import { hexOf } from '../similarity/pdq.ts'
import type { ListedHash } from './hash-list.ts'

/** Parameters of one statement. */
const writtenAtOnce = 500

export class ListedStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  async all(): Promise<string[]> {
    const scans = await this.#database.scansOf('listed_images')
    const rows = await scans.selectFrom('listed_images').select('pdq').execute()
    return rows.map(({ pdq }) => pdq)
  }

  async ban(pdq: string): Promise<BanRow | undefined> {
    const row = await this.#database.reads
      .selectFrom('listed_images')
      .selectAll()
      .where('pdq', '=', pdq)
      .executeTakeFirst()
    return row && { hash: pdq, alike: 1, reason: row.reason, at: row.at, by: row.by }
  }

  async add(entries: readonly ListedHash[], { at, by }: { readonly at: number; readonly by: string | null }) {
    const fresh: ListedHash[] = []
    for (let from = 0; from < entries.length; from += writtenAtOnce)
      await this.#database.transactWhenFree(tx => {
        const sql = 'INSERT INTO listed_images (pdq, reason, at, by) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'
        for (const entry of entries.slice(from, from + writtenAtOnce))
          if (tx.run(sql, entry.hash, entry.reason, at, by).changes > 0) fresh.push(entry)
      })
    return fresh
  }

  /** By their reason, which a list gives all of its own: the number of hashes, and the time of the last import. */
  async lists(limit: number) {
    return this.#database.reads
      .selectFrom('listed_images')
      .select(({ fn }) => ['reason', fn.countAll<number>().as('hashes'), fn.max('at').as('at')])
      .groupBy('reason')
      .orderBy('at', 'desc')
      .orderBy('reason')
      .limit(limit)
      .execute()
  }

  remove(reason: string): Promise<number> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        `DELETE FROM similar_files WHERE allowed_at IS NULL
           AND banned IN (SELECT pdq FROM listed_images WHERE reason = ?)`,
        reason,
      )
      return Number(tx.run('DELETE FROM listed_images WHERE reason = ?', reason).changes)
    })
  }

  /** For a list of ours: what lists named, and images that were banned here with their near copies. The oldest first. */
  async shared(limit: number): Promise<ListedHash[]> {
    const { reads } = this.#database
    const listed = await reads
      .selectFrom('listed_images')
      .select(['pdq', 'reason'])
      .orderBy('at')
      .orderBy('pdq')
      .limit(limit)
      .execute()
    const own = await reads
      .selectFrom('ban_prints')
      .innerJoin('file_bans', 'file_bans.hash', 'ban_prints.hash')
      .select(['turned', 'reason'])
      .where('part', '=', 0)
      .where('quality', '>=', leastQuality)
      .orderBy('at')
      .orderBy('ban_prints.hash')
      .limit(limit)
      .execute()
    const banned = own.map(({ turned, reason }) => ({ pdq: hexOf(wordsIn(turned.subarray(0, 32))), reason }))
    return [...banned, ...listed].map(({ pdq, reason }) => ({ hash: pdq, type: 'pdq', reason }))
  }
}
