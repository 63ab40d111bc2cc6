import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export interface AlertRow {
  readonly id: number
  readonly rule: string
}

export class AlertsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listRules(): Promise<AlertRow[]> {
    return this.#reads.selectFrom('alert_rules').selectAll().orderBy('id').execute()
  }

  async addRule(tx: AdminTransaction, rule: string): Promise<number> {
    return (await tx.insertInto('alert_rules').values({ rule }).returning('id').executeTakeFirstOrThrow()).id
  }

  async putRule(tx: AdminTransaction, { id, rule }: AlertRow): Promise<void> {
    await tx.updateTable('alert_rules').set({ rule }).where('id', '=', id).execute()
  }

  async removeRule(tx: AdminTransaction, id: number): Promise<void> {
    await tx.deleteFrom('alert_rules').where('id', '=', id).execute()
  }
}
