import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { SettingsTables } from '../database/migrations/admin/002-settings.ts'

export type SettingRow = SettingsTables['settings']

export class SettingsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listSettings(): Promise<SettingRow[]> {
    return this.#reads.selectFrom('settings').selectAll().execute()
  }

  async findSetting(group: string, key: string, reads: AdminReads = this.#reads): Promise<SettingRow | undefined> {
    return reads
      .selectFrom('settings')
      .selectAll()
      .where('group_name', '=', group)
      .where('key', '=', key)
      .executeTakeFirst()
  }

  async putSettings(tx: AdminTransaction, rows: readonly SettingRow[]): Promise<void> {
    if (rows.length === 0) return
    await tx
      .insertInto('settings')
      .values([...rows])
      .onConflict(conflict =>
        conflict
          .columns(['group_name', 'key'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), sealed: ref('excluded.sealed') })),
      )
      .execute()
  }

  async removeSettings(tx: AdminTransaction, group: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await tx.deleteFrom('settings').where('group_name', '=', group).where('key', 'in', keys).execute()
  }
}
