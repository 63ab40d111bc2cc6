import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type MailCodeRow = Selectable<AdminTables['mail_codes']>
export type Purpose = MailCodeRow['purpose']

export async function findMailCode(reads: AdminReads, accountId: string, purpose: Purpose) {
  return reads
    .selectFrom('mail_codes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** In place of the one before. */
export async function putMailCode(tx: AdminTransaction, row: MailCodeRow): Promise<void> {
  await deleteMailCode(tx, row.account_id, row.purpose)
  await tx.insertInto('mail_codes').values(row).execute()
}

export async function countWrongTry(tx: AdminTransaction, accountId: string, purpose: Purpose): Promise<void> {
  await tx
    .updateTable('mail_codes')
    .set(({ eb }) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute()
}

export async function deleteMailCode(tx: AdminTransaction, accountId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('mail_codes').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}

/** Whatever has been mailed to this account until now is worth nothing. */
export async function deleteMailCodes(tx: AdminTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom('mail_codes').where('account_id', '=', accountId).execute()
}
