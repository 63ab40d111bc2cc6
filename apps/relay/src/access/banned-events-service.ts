import { banEvents, unbanEvents } from '@hornets/contract/admin/access-lists'
import { toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { BannedPage } from '../events/layout/banned.ts'

export interface BannedEventsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'banned' | 'liftBan' | 'removeById'>
  readonly logger: Logger
}

/** Events that are deleted and not accepted again. */
export class BannedEventsService {
  readonly #parts: BannedEventsParts
  readonly #onChange: Emitter<void>

  constructor(parts: BannedEventsParts) {
    this.#parts = parts
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of banned events'))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  list(page: BannedPage) {
    const { events, count } = this.#parts.events.banned(page)
    const shown = events.map(({ id, reason, at }) => ({ id, reason, banned_at: at === null ? null : toTimestamp(at) }))
    return { events: shown, count }
  }

  /** Resolves with the number of those that were stored. */
  async ban(ids: readonly string[], reason: string, actor: Actor): Promise<number> {
    return this.#change(ids, { actor, action: banEvents.audit, after: { reason } }, id =>
      this.#parts.events.removeById(id, { ban: true, reason }),
    )
  }

  /** Resolves with the number of those that were banned. */
  async lift(ids: readonly string[], actor: Actor): Promise<number> {
    return this.#change(ids, { actor, action: unbanEvents.audit }, id => this.#parts.events.liftBan(id))
  }

  /** Events are in another file, so the log records the change before it is made. */
  async #change(
    given: readonly string[],
    entry: Omit<AuditEntry, 'target'>,
    work: (id: string) => Promise<boolean>,
  ): Promise<number> {
    const ids = [...new Set(given)]
    const { database, audit } = this.#parts
    const entries = ids.map(target => ({ ...entry, target }))
    await database.transact(tx => audit.recordChanges(tx, entries))
    const done = await Promise.all(ids.map(work))
    this.#onChange.emit()
    return done.filter(Boolean).length
  }
}
