import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { RateTables } from '../../database/migrations/admin/006-rates.ts'

type RateTable = RateTables['bitcoin_rates']
export type RateRow = Omit<RateTable, 'id'> & { id: number }

export class RateStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listRates(fromHour: number): Promise<RateRow[]> {
    return this.#reads.selectFrom('bitcoin_rates').selectAll().where('hour', '>=', fromHour).orderBy('hour').execute()
  }

  async findNewestRate(): Promise<RateRow | undefined> {
    return this.#reads.selectFrom('bitcoin_rates').selectAll().orderBy('hour', 'desc').limit(1).executeTakeFirst()
  }

  /** The rate nearest to a time (milliseconds), however far away. */
  async findNearestRate(time: number): Promise<RateRow | undefined> {
    const rates = this.#reads.selectFrom('bitcoin_rates').selectAll()
    const hour = Math.floor(time / 3_600_000)
    const [before, after] = await Promise.all([
      rates.where('hour', '<=', hour).orderBy('hour', 'desc').limit(1).executeTakeFirst(),
      rates.where('hour', '>', hour).orderBy('hour').limit(1).executeTakeFirst(),
    ])
    if (!before || !after) return before ?? after
    return time - before.at <= after.at - time ? before : after
  }

  async putRate(tx: AdminTransaction, row: Omit<RateRow, 'id'>): Promise<void> {
    await tx
      .insertInto('bitcoin_rates')
      .values(row)
      .onConflict(conflict =>
        conflict.column('hour').doUpdateSet(({ ref }) => ({ at: ref('excluded.at'), cents: ref('excluded.cents') })),
      )
      .execute()
  }
}
