import { messages } from '@hornets/contract'
import { setMaintenance } from '@hornets/contract/admin/operation/maintenance'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { Maintenance } from './maintenance.ts'
import { MaintenanceStore } from './maintenance-store.ts'

export interface MaintenanceParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly maintenance: Pick<Maintenance, 'isForced' | 'renew'>
  readonly now: Clock
}

export class MaintenanceService {
  readonly #parts: MaintenanceParts
  readonly #rows: MaintenanceStore

  constructor(parts: MaintenanceParts) {
    this.#parts = parts
    this.#rows = new MaintenanceStore(parts.database.reads)
  }

  async begin(reason: string, actor: Actor): Promise<void> {
    const { database, audit, maintenance, now } = this.#parts
    const action = setMaintenance.audit.begin
    await database.transact(async tx => {
      await this.#rows.putMaintenance(tx, { reason, since: now() })
      await audit.recordChange(tx, { actor, action, target: '', after: { reason } })
    })
    await maintenance.renew()
  }

  /** Throws ApiError('conflict') while MAINTENANCE=on holds it. */
  async end(actor: Actor): Promise<void> {
    const { database, audit, maintenance } = this.#parts
    if (maintenance.isForced) throw new ApiError('conflict', messages.maintenanceForced)
    const action = setMaintenance.audit.end
    await database.transact(async tx => {
      if (await this.#rows.deleteMaintenance(tx)) await audit.recordChange(tx, { actor, action, target: '' })
    })
    await maintenance.renew()
  }
}
