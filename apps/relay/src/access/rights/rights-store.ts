import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export class RightsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findRights(): Promise<unknown> {
    const row = await this.#reads.selectFrom('access_rights').select('value').where('id', '=', 1).executeTakeFirst()
    return row && JSON.parse(row.value)
  }

  async putRights(tx: AdminTransaction, value: unknown): Promise<void> {
    const row = { id: 1, value: JSON.stringify(value) }
    await tx
      .insertInto('access_rights')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet({ value: row.value }))
      .execute()
  }
}
