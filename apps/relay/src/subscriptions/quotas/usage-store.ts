import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { SubscriptionTables } from '../../database/migrations/admin/019-subscriptions.ts'

export type UsageRow = SubscriptionTables['subscription_usage']
export type PaidRow = Pick<
  SubscriptionTables['subscribers'],
  'pubkey' | 'run_started_at' | 'expires_at' | 'total_bytes' | 'tier' | 'gives'
>

export class UsageStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listUsage(): Promise<UsageRow[]> {
    return this.#reads.selectFrom('subscription_usage').selectAll().execute()
  }

  async putUsage(tx: AdminTransaction, rows: readonly UsageRow[]): Promise<void> {
    await tx
      .insertInto('subscription_usage')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .column('pubkey')
          .doUpdateSet(({ ref }) => ({ since: ref('excluded.since'), bytes: ref('excluded.bytes') })),
      )
      .execute()
  }

  /** Keys that ever had a subscription, optionally limited to these. */
  async listPaid(pubkeys?: readonly string[]): Promise<PaidRow[]> {
    return this.#reads
      .selectFrom('subscribers')
      .select(['pubkey', 'run_started_at', 'expires_at', 'total_bytes', 'tier', 'gives'])
      .$if(pubkeys === undefined, select => select.where('expires_at', 'is not', null))
      .$if(pubkeys !== undefined, select => select.where('pubkey', 'in', pubkeys ?? []))
      .execute()
  }
}
