import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

/** First steps that were seen once, and admins who have put the list away. */
export class FirstStepsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async seen(): Promise<ReadonlySet<string>> {
    const rows = await this.#reads.selectFrom('first_steps').select('what').execute()
    return new Set(rows.map(({ what }) => what))
  }

  async note(tx: AdminTransaction, what: string, at: number): Promise<void> {
    await tx
      .insertInto('first_steps')
      .values({ what, at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async isHidden(account_id: string): Promise<boolean> {
    const found = this.#reads.selectFrom('first_steps_hidden').select('account_id').where('account_id', '=', account_id)
    return (await found.executeTakeFirst()) !== undefined
  }

  async hide(tx: AdminTransaction, account_id: string): Promise<void> {
    await tx
      .insertInto('first_steps_hidden')
      .values({ account_id })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async show(tx: AdminTransaction, account_id: string): Promise<void> {
    await tx.deleteFrom('first_steps_hidden').where('account_id', '=', account_id).execute()
  }
}
