import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type BlockRow = AdminTables['blocked_pubkeys']

export interface BlockQuery {
  /** Part of the hex key or of the reason, case-insensitive. */
  readonly text?: string | undefined
  readonly limit?: number | undefined
  readonly offset: number
}

/** The blocked keys. */
export class AccessStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listBlockedKeys(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('blocked_pubkeys').select('pubkey').execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  /** Newest first, with the total number of matches. */
  async searchBlocks(query: BlockQuery): Promise<{ rows: BlockRow[]; count: number }> {
    const { text, limit, offset } = query
    const matching = this.#reads
      .selectFrom('blocked_pubkeys')
      .$if(text !== undefined, select =>
        select.where(({ or, eb }) =>
          or([
            eb(sql<number>`instr(pubkey, lower(${text}))`, '>', 0),
            eb(sql<number>`instr(lower(reason), lower(${text}))`, '>', 0),
          ]),
        ),
      )
    const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .orderBy('blocked_at', 'desc')
      .orderBy('pubkey')
      // SQLite accepts OFFSET only after LIMIT; -1 means no limit.
      .limit(limit ?? -1)
      .offset(offset)
      .execute()
    return { rows, count }
  }

  /** Up to SQLite's limit of parameters; the contract allows fewer. */
  async insertBlocks(tx: AdminTransaction, rows: readonly BlockRow[]): Promise<void> {
    await tx.insertInto('blocked_pubkeys').values(rows).execute()
  }

  /** Returns the deleted rows. */
  async deleteBlocks(tx: AdminTransaction, pubkeys: readonly string[]): Promise<BlockRow[]> {
    return tx.deleteFrom('blocked_pubkeys').where('pubkey', 'in', pubkeys).returningAll().execute()
  }
}
