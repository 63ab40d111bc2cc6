import { serverActions } from '@hornets/contract/admin/audit-actions'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { MaintenanceStore } from './maintenance-store.ts'

/** Starts and ends maintenance from the command line, through the database that a running relay reads. */
export class MaintenanceByCommand {
  readonly #database: AdminDatabase
  readonly #audit: AuditLog
  readonly #rows: MaintenanceStore

  constructor(database: AdminDatabase, audit: AuditLog) {
    this.#database = database
    this.#audit = audit
    this.#rows = new MaintenanceStore(database.reads)
  }

  /** Undefined outside maintenance; `since` in milliseconds since 1970. */
  async read(): Promise<{ readonly reason: string; readonly since: number } | undefined> {
    return this.#rows.findMaintenance()
  }

  async begin(reason: string): Promise<void> {
    await this.#database.transact(async tx => {
      await this.#rows.putMaintenance(tx, { reason, since: Date.now() })
      await this.#audit.recordChange(tx, {
        actor: atTheServer,
        action: serverActions.maintenanceOn,
        target: '',
        after: { reason },
      })
    })
  }

  async end(): Promise<boolean> {
    return this.#database.transact(async tx => {
      const wasOn = await this.#rows.deleteMaintenance(tx)
      if (wasOn)
        await this.#audit.recordChange(tx, { actor: atTheServer, action: serverActions.maintenanceOff, target: '' })
      return wasOn
    })
  }
}
