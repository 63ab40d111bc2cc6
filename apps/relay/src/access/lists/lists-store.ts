import type { AccessList } from '@hornets/contract/admin/access-lists'
import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type EntryRow = AdminTables['access_entries']

export interface EntryQuery {
  readonly list: AccessList
  readonly text?: string | undefined
  readonly limit?: number | undefined
  readonly offset: number
  readonly expired: boolean
  readonly sort: 'newest' | 'value' | 'expiry'
  /** Milliseconds. */
  readonly now: number
}

export class ListsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listAll(): Promise<EntryRow[]> {
    return this.#reads.selectFrom('access_entries').selectAll().execute()
  }

  async search({ list, text, limit, offset, expired, sort, now }: EntryQuery) {
    const matching = this.#reads
      .selectFrom('access_entries')
      .where('list', '=', list)
      .$if(expired, select => select.where('expires_at', '<=', now))
      .$if(!expired, select =>
        select.where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
      )
      .$if(text !== undefined, select =>
        select.where(({ or, eb }) =>
          or([
            eb(sql<number>`instr(lower(value), lower(${text}))`, '>', 0),
            eb(sql<number>`instr(lower(reason), lower(${text}))`, '>', 0),
          ]),
        ),
      )
    const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .$if(sort === 'newest', select => select.orderBy('created_at', 'desc'))
      .$if(sort === 'expiry', select => select.orderBy(sql`expires_at IS NULL`).orderBy('expires_at'))
      .orderBy('value')
      // SQLite accepts OFFSET only after LIMIT; -1 means no limit.
      .limit(limit ?? Number.MAX_SAFE_INTEGER)
      .offset(offset)
      .execute()
    return { rows, count }
  }

  async findEntries(
    tx: Pick<AdminTransaction, 'selectFrom'>,
    list: AccessList,
    values: readonly string[],
  ): Promise<EntryRow[]> {
    return tx.selectFrom('access_entries').selectAll().where('list', '=', list).where('value', 'in', values).execute()
  }

  async putEntries(tx: AdminTransaction, rows: readonly EntryRow[]): Promise<void> {
    await tx
      .insertInto('access_entries')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['list', 'value'])
          .doUpdateSet(({ ref }) => ({
            match: ref('excluded.match'),
            reason: ref('excluded.reason'),
            expires_at: ref('excluded.expires_at'),
            created_at: ref('excluded.created_at'),
            created_by: ref('excluded.created_by'),
          })),
      )
      .execute()
  }

  async deleteEntries(tx: AdminTransaction, list: AccessList, values: readonly string[]): Promise<EntryRow[]> {
    return tx
      .deleteFrom('access_entries')
      .where('list', '=', list)
      .where('value', 'in', values)
      .returningAll()
      .execute()
  }
}
