import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type MailCodeRow = Selectable<AdminTables['mail_codes']>
export type Purpose = MailCodeRow['purpose']

export class MailCodeStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listMailCodes(
    accountId: string,
    purpose: Purpose,
    now: number,
    reads: AdminReads = this.#reads,
  ): Promise<MailCodeRow[]> {
    return reads
      .selectFrom('mail_codes')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .execute()
  }

  async hasMailCode(id: string): Promise<boolean> {
    return (
      (await this.#reads.selectFrom('mail_codes').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    )
  }

  /** Adds a code, deleting only expired ones. */
  async insertMailCode(tx: AdminTransaction, row: MailCodeRow): Promise<void> {
    await tx.deleteFrom('mail_codes').where('expires_at', '<=', row.created_at).execute()
    await tx.insertInto('mail_codes').values(row).execute()
  }

  async deleteMailCode(tx: AdminTransaction, id: string): Promise<void> {
    await tx.deleteFrom('mail_codes').where('id', '=', id).execute()
  }

  async deleteMailCodesFor(tx: AdminTransaction, accountId: string, purpose: Purpose): Promise<void> {
    await tx.deleteFrom('mail_codes').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
  }

  async deleteMailCodes(tx: AdminTransaction, accountId: string): Promise<void> {
    await tx.deleteFrom('mail_codes').where('account_id', '=', accountId).execute()
  }
}
