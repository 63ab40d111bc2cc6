import type { paymentStates } from '@hornets/contract/wallet/relay/push'
import { type ExpressionBuilder, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import type { WalletTables } from '../database/migrations/admin/005-wallet.ts'

export type PendingRow = Omit<WalletTables['pending_transactions'], 'id' | 'orphaned'> & {
  id: number
  orphaned: number
}
type SavedRow = Pick<
  PendingRow,
  'txid' | 'fee_rate' | 'amount_sats' | 'recipient_address' | 'sent_at' | 'enable_rbf' | 'payees'
>
export type ReportedRow = Omit<PendingRow, 'id'> & { readonly state: (typeof paymentStates)[number] }

function isInFlight({
  or,
  and,
  eb,
}: ExpressionBuilder<AdminTables & { pending: AdminTables['pending_transactions'] }, 'pending'>) {
  return or([
    eb('pending.state', 'in', ['waiting', 'pending']),
    and([eb('pending.state', 'is', null), eb('pending.replaced_by', 'is', null)]),
  ])
}

export class PendingStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /**
   * Newest first. Saved ones that the wallet has seen end are left out, not deleted: a reorganisation brings them back.
   */
  async listPending({
    wallet,
    limit,
  }: {
    wallet: string
    limit: number
  }): Promise<(PendingRow & { reported: number })[]> {
    return this.#reads
      .selectFrom('pending_transactions as pending')
      .selectAll()
      .select(
        sql<number>`pending.state IS NOT NULL
          OR EXISTS (SELECT 1 FROM wallet_transactions AS line WHERE line.txid = pending.txid)`.as('reported'),
      )
      .where(({ or, eb }) => or([eb('pending.wallet', 'is', null), eb('pending.wallet', '=', wallet)]))
      .where(isInFlight)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('wallet_transactions as reported')
              .select('reported.id')
              .whereRef('reported.txid', '=', 'pending.txid')
              .where(({ or, eb }) =>
                or([
                  eb('reported.confirmations', '>', 0),
                  eb('reported.replaced_by', 'is not', null),
                  eb('reported.dropped', '=', 1),
                ]),
              ),
          ),
        ),
      )
      .orderBy('pending.sent_at', 'desc')
      .orderBy('pending.id', 'desc')
      .limit(limit)
      .execute()
  }

  async findPending({ start, limit }: { start: string; limit: number }): Promise<PendingRow[]> {
    const rows = this.#reads.selectFrom('pending_transactions as pending').selectAll().where(isInFlight)
    const beginning = (column: 'txid' | 'recipient_address') =>
      rows.where(column, '>=', start).where(column, '<', `${start}~`).orderBy(column).limit(limit).execute()
    const found = (await Promise.all([beginning('txid'), beginning('recipient_address')])).flat()
    return [...new Map(found.map(row => [row.id, row])).values()].sort((a, b) => b.sent_at - a.sent_at)
  }

  async putReported(tx: AdminTransaction, rows: readonly ReportedRow[]): Promise<void> {
    if (rows.length === 0) return
    await tx
      .insertInto('pending_transactions')
      .values([...rows])
      .onConflict(conflict =>
        conflict
          .column('txid')
          .doUpdateSet(({ ref }) => ({
            wallet: ref('excluded.wallet'),
            intention: ref('excluded.intention'),
            state: ref('excluded.state'),
            fee_rate: ref('excluded.fee_rate'),
            amount_sats: ref('excluded.amount_sats'),
            recipient_address: ref('excluded.recipient_address'),
            sent_at: ref('excluded.sent_at'),
            enable_rbf: ref('excluded.enable_rbf'),
            replaced_by: ref('excluded.replaced_by'),
            payees: ref('excluded.payees'),
            orphaned: ref('excluded.orphaned'),
            said: ref('excluded.said'),
          })),
      )
      .execute()
  }

  async insertPending(tx: AdminTransaction, row: SavedRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('pending_transactions')
      .values({ ...row, replaced_by: null, wallet: null, intention: null, state: null, said: null })
      .onConflict(conflict => conflict.column('txid').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async deleteUnreported(tx: AdminTransaction, txid: string): Promise<boolean> {
    const row = await tx.selectFrom('pending_transactions').select('state').where('txid', '=', txid).executeTakeFirst()
    if (row?.state !== null) return false
    return (await this.deleteLineless(tx, [txid])) === 1
  }

  /** Refused for good, or of other words. What they would have replaced stays. Returns their number. */
  async deleteLineless(tx: AdminTransaction, txids: readonly string[]): Promise<number> {
    if (txids.length === 0) return 0
    const deleted = await tx
      .deleteFrom('pending_transactions')
      .where('txid', 'in', txids)
      .where('txid', 'not in', ({ selectFrom }) =>
        selectFrom('wallet_transactions').select('txid').where('txid', 'in', txids),
      )
      .returning('txid')
      .execute()
    if (deleted.length === 0) return 0
    const gone = deleted.map(({ txid }) => txid)
    await tx
      .updateTable('pending_transactions')
      .set({ replaced_by: null })
      .where('replaced_by', 'in', gone)
      .where('state', 'is', null)
      .execute()
    return gone.length
  }

  /** False if there is no such payment. Reported payments stay unchanged. */
  async markReplaced(tx: AdminTransaction, txid: string, replacedBy: string) {
    return tx
      .updateTable('pending_transactions')
      .set(({ eb }) => ({
        replaced_by: eb.case().when('state', 'is', null).then(replacedBy).else(eb.ref('replaced_by')).end(),
      }))
      .where('txid', '=', txid)
      .returning('enable_rbf')
      .executeTakeFirst()
  }
}
