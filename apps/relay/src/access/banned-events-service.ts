import { setImmediate as nextTurn } from 'node:timers/promises'
import { messages } from '@hornets/contract'
import { banEvents, type EventBan, unbanEvents } from '@hornets/contract/admin/access-lists'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { BannedEvent, BannedEvents, BannedPage, EventStore } from '../events/event-store.ts'
import type { SavedEntries, Undoable } from './undoable.ts'

export interface BannedEventsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'banned' | 'liftBan' | 'removeById'>
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly logger: Logger
}

const searchedAtOnce = 1000

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

  /** By id; `text` is part of an id or of a reason. */
  async list({ text, ...page }: BannedPage & { readonly text?: string | undefined }) {
    const { events, count } = text
      ? await this.#search(text.toLowerCase(), page)
      : await this.#parts.events.banned(page)
    const names = await this.#parts.namesOf([...new Set(events.flatMap(({ by }) => by ?? []))])
    const shown = events.map(({ id, reason, at, by }) => ({
      id,
      reason,
      banned_at: at === null ? null : toTimestamp(at),
      banned_by: by,
      banned_by_name: names.get(by ?? '') ?? '',
    }))
    return { events: shown, count }
  }

  async #search(text: string, { after, limit }: BannedPage): Promise<BannedEvents> {
    const found: BannedEvent[] = []
    let behind: string | undefined
    for (;;) {
      const { events } = await this.#parts.events.banned({ after: behind, limit: searchedAtOnce })
      found.push(...events.filter(({ id, reason }) => id.includes(text) || reason.toLowerCase().includes(text)))
      behind = events.at(-1)?.id
      if (events.length < searchedAtOnce) break
      await nextTurn()
    }
    return { events: found.filter(({ id }) => after === undefined || id > after).slice(0, limit), count: found.length }
  }

  async find(id: string): Promise<BannedEvent | undefined> {
    const [found] = (await this.#parts.events.banned({ from: id, limit: 1 })).events
    return found?.id === id ? found : undefined
  }

  async ban(ids: readonly string[], reason: string, actor: Actor): Promise<number> {
    const after = { reason }
    const entries = [...new Set(ids)].map(target => ({ actor, action: banEvents.audit, target, after }))
    return this.#change(entries, id => this.#parts.events.removeById(id, { ban: true, reason, by: actor.pubkey }))
  }

  /** Those of them that are banned. */
  async among(ids: readonly string[]): Promise<EventBan[]> {
    const found = await Promise.all([...new Set(ids)].map(id => this.find(id)))
    return found.flatMap(event => (event ? { id: event.id, reason: event.reason } : []))
  }

  async lift(ids: readonly string[], actor: Actor): Promise<number> {
    const entries = (await this.among(ids)).map(({ id, reason }) => ({
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
    if ((await this.among(ids)).length !== (isBan ? ids.length : 0))
      throw new ApiError('conflict', messages.changedSince)
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
