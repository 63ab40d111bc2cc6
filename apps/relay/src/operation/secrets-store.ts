import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type SecretAge = AdminTables['secret_ages']

export class SecretsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async ages(): Promise<ReadonlyMap<string, SecretAge>> {
    const rows = await this.#reads.selectFrom('secret_ages').selectAll().execute()
    return new Map(rows.map(row => [row.what, row]))
  }

  async put(tx: AdminTransaction, row: SecretAge): Promise<void> {
    const insert = tx.insertInto('secret_ages').values(row)
    await insert.onConflict(conflict => conflict.column('what').doUpdateSet(row)).execute()
  }

  /** Each admin's webhooks have a secret of their own, which is as old as they are. */
  async oldestWebhook(): Promise<number | null> {
    const { at } = await this.#reads
      .selectFrom('delivery_targets')
      .select(({ fn }) => fn.min<number | null>('created_at').as('at'))
      .where('channel', '=', 'webhook')
      .executeTakeFirstOrThrow()
    return at
  }
}
