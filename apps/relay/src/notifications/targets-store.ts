import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { DeliveryTables } from '../database/migrations/admin/025-delivery.ts'

export type TargetRow = DeliveryTables['delivery_targets']
export type AttemptRow = Omit<DeliveryTables['delivery_attempts'], 'id'>

const attemptsKept = 20

export class TargetsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async putPreferences(tx: AdminTransaction, accountId: string, preferences: string): Promise<void> {
    await tx
      .insertInto('delivery_preferences')
      .values({ account_id: accountId, preferences })
      .onConflict(conflict => conflict.column('account_id').doUpdateSet({ preferences }))
      .execute()
  }

  async findPreferences(accountId: string): Promise<string | null> {
    const row = await this.#reads
      .selectFrom('delivery_preferences')
      .select('preferences')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row?.preferences ?? null
  }

  async listTargets(accountId?: string, reads: AdminReads = this.#reads): Promise<TargetRow[]> {
    return reads
      .selectFrom('delivery_targets')
      .selectAll()
      .$if(accountId !== undefined, select => select.where('account_id', '=', accountId ?? ''))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  }

  async findTarget(id: string): Promise<TargetRow | undefined> {
    return this.#reads.selectFrom('delivery_targets').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Replaces the account's target with the same address, whose keys may have changed. */
  async putTarget(tx: AdminTransaction, row: TargetRow): Promise<void> {
    await tx
      .insertInto('delivery_targets')
      .values(row)
      .onConflict(conflict =>
        conflict.columns(['account_id', 'digest']).doUpdateSet({ sealed: row.sealed, name: row.name }),
      )
      .execute()
  }

  async deleteTarget(tx: AdminTransaction, id: string): Promise<void> {
    await tx.deleteFrom('delivery_targets').where('id', '=', id).execute()
  }

  async addAttempt(tx: AdminTransaction, row: AttemptRow): Promise<void> {
    await tx.insertInto('delivery_attempts').values(row).execute()
    const own = tx
      .selectFrom('delivery_attempts')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('target', '=', row.target)
    await tx
      .deleteFrom('delivery_attempts')
      .where('account_id', '=', row.account_id)
      .where('target', '=', row.target)
      .where('id', 'not in', own.orderBy('id', 'desc').limit(attemptsKept))
      .execute()
  }

  async listAttempts(accountId: string): Promise<AttemptRow[]> {
    return this.#reads
      .selectFrom('delivery_attempts')
      .select(['account_id', 'target', 'at', 'took', 'failure'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .execute()
  }

  async countWaiting(accountId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('deliveries')
      .select(({ fn }) => ['target', fn.countAll<number>().as('count')])
      .where('account_id', '=', accountId)
      .groupBy('target')
      .execute()
    return new Map(rows.map(({ target, count }) => [target, count]))
  }

  async countGivenUp(accountId: string, since: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('delivery_batches')
      .select(({ fn }) => ['target', fn.sum<number>('notices').as('count')])
      .where('account_id', '=', accountId)
      .where('state', '=', 'given_up')
      .where('created_at', '>=', since)
      .groupBy('target')
      .execute()
    return new Map(rows.map(({ target, count }) => [target, Number(count)]))
  }

  async findKey(name: string): Promise<string | undefined> {
    const row = await this.#reads
      .selectFrom('delivery_keys')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.sealed
  }

  async putKey(tx: AdminTransaction, name: string, sealed: string): Promise<void> {
    await tx.insertInto('delivery_keys').values({ name, sealed }).execute()
  }
}
