import { messages } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import * as contract from '@hornets/contract/admin/notifications/reports'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { fileTarget } from './reported.ts'
import type { ReportsService } from './reports-service.ts'
import { ReportsStore } from './reports-store.ts'

export interface Judge {
  readonly actor: Actor
  readonly role: Role
}

export interface EventsDeleted {
  readonly deleted_events: number
  readonly still_deleting: boolean
}

export interface Verdict {
  readonly blocksAuthor: boolean
  readonly deletesAll: boolean
}

interface FileVerdicts {
  readonly trash: (hashes: readonly string[], actor: Actor) => Promise<number>
  /** A file that is near a banned one stays. False if that was decided before. */
  readonly allow: (hash: string, actor: Actor) => Promise<boolean>
}

export interface VerdictsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'removeById'>
  readonly reports: Pick<ReportsService, 'event' | 'inbox'>
  readonly files: FileVerdicts
  readonly access: {
    isBlocked(pubkey: string): boolean
    block(request: { pubkey: string; reason: string; deleteEvents: boolean }, by: Judge): Promise<EventsDeleted>
    deleteEvents(pubkey: string, by: Judge): Promise<EventsDeleted>
  }
}

export class VerdictsService {
  readonly #parts: VerdictsParts
  readonly #rows: ReportsStore

  constructor(parts: VerdictsParts) {
    this.#parts = parts
    this.#rows = new ReportsStore(parts.database.reads)
  }

  /** Permanently: it is not accepted again. Throws ApiError('not_found'). Resolves with what else was deleted. */
  async deleteEvent(
    id: string,
    { blocksAuthor, deletesAll }: Verdict,
    by: Judge,
  ): Promise<EventsDeleted | Record<never, never>> {
    const { database, audit, events, reports } = this.#parts
    const { pubkey, kind } = await reports.event(id)
    const others = blocksAuthor || deletesAll ? await this.#block(pubkey, deletesAll, by) : undefined
    await events.removeById(id, { ban: true, by: by.actor.pubkey })
    await database.transact(async tx => {
      await this.#rows.resolve(tx, { target: id }, 'deleted')
      if (deletesAll) await this.#rows.resolveAllOf(tx, pubkey)
      const entry = { actor: by.actor, action: contract.deleteReportedEvent.audit, target: id }
      await audit.recordChange(tx, { ...entry, before: { pubkey, kind } })
    })
    reports.inbox.changed()
    return deletesAll && others ? others : {}
  }

  /** Reported events without a verdict, with what they were reported for. */
  openEvents(limit: number): Promise<{ id: string; reason: string }[]> {
    return this.#rows.openEvents(limit)
  }

  async close(id: string, resolution: 'deleted' | 'dismissed', actor: Actor): Promise<boolean> {
    const { database, audit, reports } = this.#parts
    if (!(await this.#rows.isOpen(id))) return false
    await database.transact(async tx => {
      await this.#rows.resolve(tx, { target: id }, resolution)
      const { audit: action } = resolution === 'deleted' ? contract.deleteReportedEvent : contract.dismissReport
      await audit.recordChange(tx, { actor, action, target: id })
    })
    reports.inbox.changed()
    return true
  }

  /** A file that is near a banned one stays, unless that was decided before. */
  async allowSimilar(target: string, actor: Actor): Promise<void> {
    await this.#parts.files.allow(target.slice(fileTarget.length), actor)
  }

  async reopen(target: string): Promise<void> {
    const { database, reports } = this.#parts
    if (await database.transact(tx => this.#rows.reopen(tx, target))) reports.inbox.changed()
  }

  /** To the trash. Throws ApiError('not_found') for a file that is not stored and has no case. */
  async deleteFile(hash: string, actor: Actor): Promise<void> {
    const { database, audit, files, reports } = this.#parts
    const trashed = await files.trash([hash], actor)
    const target = fileTarget + hash
    await database.transact(async tx => {
      const row = await this.#rows.resolve(tx, { target }, 'deleted')
      if (!row && trashed === 0) throw new ApiError('not_found', fileMessages.fileUnknown)
      await audit.recordChange(tx, { actor, action: contract.deleteReportedFile.audit, target: hash })
    })
    reports.inbox.changed()
  }

  /** A file that is near a banned one is allowed with it. Throws ApiError('not_found'). */
  async dismiss(id: number, actor: Actor): Promise<void> {
    const { database, audit, files, reports } = this.#parts
    const { target, type } = await database.transact(async tx => {
      const row = await this.#rows.resolve(tx, { id }, 'dismissed')
      if (!row) throw new ApiError('not_found', messages.notificationUnknown)
      const entry = { actor, action: contract.dismissReport.audit, target: row.target }
      await audit.recordChange(tx, { ...entry, before: { reporters: row.reporters, type: row.type } })
      return row
    })
    if (type === contract.similarReport) await files.allow(target.slice(fileTarget.length), actor)
    reports.inbox.changed()
  }

  #block(pubkey: string, deleteEvents: boolean, by: Judge): Promise<EventsDeleted | undefined> {
    const { access } = this.#parts
    return access.block({ pubkey, reason: 'Reported', deleteEvents }, by).catch(error => {
      if (!access.isBlocked(pubkey)) throw error
      return deleteEvents ? access.deleteEvents(pubkey, by) : undefined
    })
  }
}
