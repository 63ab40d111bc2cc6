import { messages } from '@hornets/contract'
import { restartRelay } from '@hornets/contract/admin/operation/restart'
import { ApiError } from '@hornets/server/api-error'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'

export interface RestartParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  /** Ends this process, to be started again; undefined if nothing would. */
  readonly restart: (() => void) | undefined
}

export class RestartService {
  readonly #parts: RestartParts

  constructor(parts: RestartParts) {
    this.#parts = parts
  }

  get isOffered(): boolean {
    return this.#parts.restart !== undefined
  }

  /** Throws ApiError('conflict') where nothing would start it again. */
  async restart(actor: Actor): Promise<void> {
    const { database, audit, restart } = this.#parts
    if (!restart) throw new ApiError('conflict', messages.restartNotOffered)
    await database.transact(tx => audit.recordChange(tx, { actor, action: restartRelay.audit, target: '' }))
    restart()
  }
}
