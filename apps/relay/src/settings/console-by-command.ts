import { general, saveSettings } from '@hornets/contract/admin/settings'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { findSetting, removeSettings } from './store.ts'

/** How soon a running relay does what was said at the command line. */
export const consoleTakenUpMs = 1000

/**
 * The console as it is switched on again on the server itself, since nobody can reach it to do so: the setting goes back
 * to its default in the database, where a running relay finds that.
 */
export class ConsoleByCommand {
  readonly #database: AdminDatabase
  readonly #audit: AuditLog

  constructor(database: AdminDatabase, audit: AuditLog) {
    this.#database = database
    this.#audit = audit
  }

  /** False when it was on already. */
  switchOn(): Promise<boolean> {
    return this.#database.transact(async tx => {
      const row = await findSetting(tx, general.name, 'web')
      if (row?.value !== 'false') return false
      await removeSettings(tx, general.name, ['web'])
      await this.#audit.recordChange(tx, {
        ...{ actor: atTheServer, action: saveSettings.audit, target: general.name },
        ...{ before: { web: false }, after: { web: true } },
      })
      return true
    })
  }
}
