import { messages } from '@hornets/contract'
import { banEvents, unbanEvents } from '@hornets/contract/admin/access-lists'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { BannedEvent, BannedPage, EventStore } from '../events/event-store.ts'
import type { SavedEntries, Undoable } from './undoable.ts'

export interface BannedEventsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'banned' | 'liftBan' | 'removeById'>
  readonly logger: Logger
}

export class BannedEventsService {
  readonly undoable: Undoable = {
    actions: [banEvents.audit, unbanEvents.audit],
    touches: ({ target }) => [`banned ${target}`],
    revert: (entries, { actor }) => this.#revert(entries, actor),
  }
  readonly #parts: BannedEventsParts
  readonly #onChange: Emitter<void>

  constructor(parts: BannedEventsParts) {
    this.#parts = parts
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of banned events'))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  async list(page: BannedPage) {
    const { events, count } = await this.#parts.events.banned(page)
    const shown = events.map(({ id, reason, at }) => ({ id, reason, banned_at: at === null ? null : toTimestamp(at) }))
    return { events: shown, count }
  }

  async find(id: string): Promise<BannedEvent | undefined> {
    const [found] = (await this.#parts.events.banned({ from: id, limit: 1 })).events
    return found?.id === id ? found : undefined
  }

  async ban(ids: readonly string[], reason: string, actor: Actor): Promise<number> {
    const after = { reason }
    const entries = [...new Set(ids)].map(target => ({ actor, action: banEvents.audit, target, after }))
    return this.#change(entries, id => this.#parts.events.removeById(id, { ban: true, reason }))
  }

  async lift(ids: readonly string[], actor: Actor): Promise<number> {
    const found = await Promise.all([...new Set(ids)].map(id => this.find(id)))
    const banned = found.filter(event => event !== undefined)
    const entries = banned.map(({ id, reason }) => ({
      actor,
      action: unbanEvents.audit,
      target: id,
      before: { reason },
    }))
    return this.#change(entries, id => this.#parts.events.liftBan(id))
  }

  async #revert(entries: SavedEntries, actor: Actor): Promise<void> {
    const ids = entries.map(({ target }) => target)
    const [{ action, before }] = entries
    const isBan = action === banEvents.audit
    const found = await Promise.all(ids.map(id => this.find(id)))
    if (found.some(event => (event !== undefined) !== isBan)) throw new ApiError('conflict', messages.changedSince)
    if (isBan) await this.lift(ids, actor)
    else await this.ban(ids, (before as { reason: string } | undefined)?.reason ?? '', actor)
  }

  /** Events are in another file, so the log records the change before it is made. */
  async #change(entries: readonly AuditEntry[], work: (id: string) => Promise<boolean>): Promise<number> {
    if (entries.length === 0) return 0
    const { database, audit } = this.#parts
    await database.transact(tx => audit.recordChanges(tx, entries))
    const done = await Promise.all(entries.map(({ target }) => work(target)))
    this.#onChange.emit()
    return done.filter(Boolean).length
  }
}
