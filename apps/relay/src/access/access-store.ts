import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type BlockRow = AdminTables['blocked_pubkeys']

export interface BlockQuery {
  /** Part of the hex key or of the reason, case-insensitive. */
  readonly text?: string | undefined
  readonly limit?: number | undefined
  readonly offset: number
  readonly expired: boolean
  /** Milliseconds. */
  readonly now: number
}

export class AccessStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Each with its expiry. */
  async listBlockedKeys(): Promise<[pubkey: string, expiresAt: number | null][]> {
    const rows = await this.#reads.selectFrom('blocked_pubkeys').select(['pubkey', 'expires_at']).execute()
    return rows.map(({ pubkey, expires_at }) => [pubkey, expires_at])
  }

  /** Newest first, with the total number of matches. */
  async searchBlocks(query: BlockQuery): Promise<{ rows: BlockRow[]; count: number }> {
    const { text, limit, offset, expired, now } = query
    const matching = this.#reads
      .selectFrom('blocked_pubkeys')
      .$if(expired, select => select.where('expires_at', '<=', now))
      .$if(!expired, select =>
        select.where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
      )
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
      .limit(limit ?? Number.MAX_SAFE_INTEGER)
      .offset(offset)
      .execute()
    return { rows, count }
  }

  /** Up to SQLite's limit of parameters; the contract allows fewer. */
  async putBlocks(tx: AdminTransaction, rows: readonly BlockRow[]): Promise<void> {
    await tx
      .insertInto('blocked_pubkeys')
      .values(rows)
      // An expired block is still there.
      .onConflict(conflict =>
        conflict
          .column('pubkey')
          .doUpdateSet(({ ref }) => ({
            reason: ref('excluded.reason'),
            expires_at: ref('excluded.expires_at'),
            blocked_at: ref('excluded.blocked_at'),
            blocked_by: ref('excluded.blocked_by'),
          })),
      )
      .execute()
  }

  async deleteBlocks(tx: AdminTransaction, pubkeys: readonly string[]): Promise<BlockRow[]> {
    return tx.deleteFrom('blocked_pubkeys').where('pubkey', 'in', pubkeys).returningAll().execute()
  }
}
