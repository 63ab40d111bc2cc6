import { sql } from 'kysely'
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

  /** Counts since then, the largest first. */
  async listLargest(since: number, limit: number): Promise<UsageRow[]> {
    const counts = this.#reads.selectFrom('subscription_usage').selectAll().where('since', '=', since)
    return counts.orderBy('bytes', 'desc').limit(limit).execute()
  }

  /** Counts since a subscription's present run began. */
  async listOfRuns(): Promise<UsageRow[]> {
    return this.#reads
      .selectFrom('subscription_usage as counted')
      .innerJoin('subscribers', 'subscribers.pubkey', 'counted.pubkey')
      .where(isOfRun)
      .selectAll('counted')
      .execute()
  }

  /** Drops some counts since a time before `month` at which no present run of a subscription began. */
  async dropVoid(tx: AdminTransaction, month: number, limit: number): Promise<Pick<UsageRow, 'pubkey' | 'since'>[]> {
    const some = tx
      .selectFrom('subscription_usage as counted')
      .select('counted.pubkey')
      .where('counted.since', '<', month)
      .where(({ not, exists, selectFrom }) => {
        const itsSubscriber = selectFrom('subscribers').whereRef('subscribers.pubkey', '=', 'counted.pubkey')
        return not(exists(itsSubscriber.select('subscribers.pubkey').where(isOfRun)))
      })
      .limit(limit)
    return tx.deleteFrom('subscription_usage').where('pubkey', 'in', some).returning(['pubkey', 'since']).execute()
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

const isOfRun = sql<boolean>`counted.since = coalesce(subscribers.run_started_at, 0)`
