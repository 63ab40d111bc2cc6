import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type KeyQuotaRow = AdminTables['key_quotas']

export class KeyQuotasStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  listQuotas(): Promise<KeyQuotaRow[]> {
    return this.#reads.selectFrom('key_quotas').selectAll().execute()
  }

  async putQuota(tx: AdminTransaction, row: KeyQuotaRow): Promise<void> {
    const { pubkey: _, ...changed } = row
    await tx
      .insertInto('key_quotas')
      .values(row)
      .onConflict(conflict => conflict.column('pubkey').doUpdateSet(changed))
      .execute()
  }

  async deleteQuota(tx: AdminTransaction, pubkey: string): Promise<void> {
    await tx.deleteFrom('key_quotas').where('pubkey', '=', pubkey).execute()
  }
}
