import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { WalletTables } from '../database/migrations/admin/005-wallet.ts'

export type PendingRow = Omit<WalletTables['pending_transactions'], 'id'> & { id: number }

/**
 * Newest first, without those that the wallet has seen confirmed, replaced or lost, or a console has replaced. Nothing is
 * deleted for that: a block that a reorganisation takes back brings the payment back.
 */
export async function listPending(reads: AdminReads, limit: number): Promise<(PendingRow & { told: number })[]> {
  return reads
    .selectFrom('pending_transactions as pending')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('wallet_transactions as line').select('line.id').whereRef('line.txid', '=', 'pending.txid'))
        .$castTo<number>()
        .as('told'),
    )
    .where('pending.replaced_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('wallet_transactions as told')
            .select('told.id')
            .whereRef('told.txid', '=', 'pending.txid')
            .where(({ or, eb }) =>
              or([
                eb('told.confirmations', '>', 0),
                eb('told.replaced_by', 'is not', null),
                eb('told.dropped', '=', 1),
              ]),
            ),
        ),
      ),
    )
    .orderBy('pending.id', 'desc')
    .limit(limit)
    .execute()
}

/** Payments whose id or recipient begins so; each by a range of an index. */
export async function findPending(
  reads: AdminReads,
  { start, limit }: { start: string; limit: number },
): Promise<PendingRow[]> {
  const rows = reads.selectFrom('pending_transactions').selectAll().where('replaced_by', 'is', null)
  const beginning = (column: 'txid' | 'recipient_address') =>
    rows.where(column, '>=', start).where(column, '<', `${start}~`).orderBy(column).limit(limit).execute()
  const found = (await Promise.all([beginning('txid'), beginning('recipient_address')])).flat()
  return [...new Map(found.map(row => [row.id, row])).values()].sort((a, b) => b.sent_at - a.sent_at)
}

/** Leaves what is there already as it is; false then. */
export async function insertPending(tx: AdminTransaction, row: Omit<PendingRow, 'id'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pending_transactions')
    .values(row)
    .onConflict(conflict => conflict.column('txid').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Of these those of which no line is left, or has ever been: the network has refused them for good, or they are of other
 * words. What they were to take the place of stands as before. Answers which.
 */
export async function deleteUntold(tx: AdminTransaction, txids: readonly string[]): Promise<string[]> {
  if (txids.length === 0) return []
  const deleted = await tx
    .deleteFrom('pending_transactions')
    .where('txid', 'in', txids)
    .where('txid', 'not in', ({ selectFrom }) =>
      selectFrom('wallet_transactions').select('txid').where('txid', 'in', txids),
    )
    .returning('txid')
    .execute()
  if (deleted.length === 0) return []
  const gone = deleted.map(({ txid }) => txid)
  await tx.updateTable('pending_transactions').set({ replaced_by: null }).where('replaced_by', 'in', gone).execute()
  return gone
}

/** False when there is no such payment. */
export async function markReplaced(tx: AdminTransaction, txid: string, replacedBy: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pending_transactions')
    .set({ replaced_by: replacedBy })
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
