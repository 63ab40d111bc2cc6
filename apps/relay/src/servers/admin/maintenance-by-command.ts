import { serverActions } from '@hornets/contract/admin/audit-actions'
import { type AuditLog, atTheServer } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { deleteMaintenance, findMaintenance, putMaintenance } from './maintenance-store.ts'

/** Starts and ends maintenance from the command line, through the database that a running relay reads. */
export class MaintenanceByCommand {
  readonly #database: AdminDatabase
  readonly #audit: AuditLog

  constructor(database: AdminDatabase, audit: AuditLog) {
    this.#database = database
    this.#audit = audit
  }

  /** Undefined outside maintenance; `since` in milliseconds since 1970. */
  async read(): Promise<{ readonly reason: string; readonly since: number } | undefined> {
    return findMaintenance(this.#database.reads)
  }

  async begin(reason: string): Promise<void> {
    await this.#database.transact(async tx => {
      await putMaintenance(tx, { reason, since: Date.now() })
      await this.#audit.recordChange(tx, {
        actor: atTheServer,
        action: serverActions.maintenanceOn,
        target: '',
        after: { reason },
      })
    })
  }

  /** False if there was none. */
  async end(): Promise<boolean> {
    return this.#database.transact(async tx => {
      const wasOn = await deleteMaintenance(tx)
      if (wasOn)
        await this.#audit.recordChange(tx, { actor: atTheServer, action: serverActions.maintenanceOff, target: '' })
      return wasOn
    })
  }
}
