import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export class ZapsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Since when zaps count, milliseconds; null while they do not. */
  async findSince(): Promise<number | null> {
    const row = await this.#reads.selectFrom('subscription_zaps').select('since').executeTakeFirst()
    return row?.since ?? null
  }

  async startAt(tx: AdminTransaction, since: number): Promise<void> {
    const row = { id: 1 as const, since }
    await tx
      .insertInto('subscription_zaps')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async stop(tx: AdminTransaction): Promise<void> {
    await tx.deleteFrom('subscription_zaps').execute()
  }
}
