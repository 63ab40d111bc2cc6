import { general, saveSettings } from '@hornets/contract/admin/settings'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { SettingsStore } from './settings-store.ts'

export const consoleTakenUpMs = 1000

/** An unreachable console cannot do it: resets the setting in the database, where a running relay finds it. */
export class ConsoleByCommand {
  readonly #database: AdminDatabase
  readonly #rows: SettingsStore
  readonly #audit: AuditLog

  constructor(database: AdminDatabase, audit: AuditLog) {
    this.#database = database
    this.#rows = new SettingsStore(database.reads)
    this.#audit = audit
  }

  switchOn(): Promise<boolean> {
    return this.#database.transact(async tx => {
      const row = await this.#rows.findSetting(general.name, 'web', tx)
      if (row?.value !== 'false') return false
      await this.#rows.removeSettings(tx, general.name, ['web'])
      await this.#audit.recordChange(tx, {
        actor: atTheServer,
        action: saveSettings.audit,
        target: general.name,
        before: { web: false },
        after: { web: true },
      })
      return true
    })
  }
}
