import { messages } from '@hornets/contract'
import { type AllowedEvent, allowEvents, disallowEvents } from '@hornets/contract/admin/access-lists'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { type AllowedEventRow, type AllowedEventsQuery, AllowedEventsStore } from './allowed-events-store.ts'
import type { SavedEntries, Undoable } from './undoable.ts'

interface Options {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly now: Clock
  readonly logger: Logger
}

type NotedEvent = Omit<AllowedEventRow, 'id'>

const eventsMax = 50_000

export class AllowedEventsService {
  readonly undoable: Undoable = {
    actions: [allowEvents.audit, disallowEvents.audit],
    touches: ({ target }) => [`allowed ${target}`],
    revert: (entries, { actor }) => this.#revert(entries, actor),
  }
  readonly #parts: Options
  readonly #rows: AllowedEventsStore
  readonly #ids: Set<string>
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)

  private constructor(parts: Options, rows: AllowedEventsStore, ids: Set<string>) {
    this.#parts = parts
    this.#rows = rows
    this.#ids = ids
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of allowed events'))
  }

  static async open(parts: Options): Promise<AllowedEventsService> {
    const rows = new AllowedEventsStore(parts.database.reads)
    return new AllowedEventsService(parts, rows, new Set(await rows.listIds()))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  async list(page: AllowedEventsQuery): Promise<{ events: AllowedEvent[]; count: number }> {
    const { rows, count } = await this.#rows.list(page)
    const names = await this.#parts.namesOf([...new Set(rows.flatMap(({ created_by }) => created_by ?? []))])
    const events = rows.map(row => ({
      ...row,
      created_at: toTimestamp(row.created_at),
      created_by_name: names.get(row.created_by ?? '') ?? '',
    }))
    return { events, count }
  }

  /** Resolves with how many were not allowed before. Throws ApiError('conflict') if there are too many. */
  allow(given: readonly string[], reason: string, actor: Actor): Promise<number> {
    return this.#changes(async () => {
      const ids = [...new Set(given)].filter(id => !this.#ids.has(id))
      const noted = { reason, created_at: this.#parts.now(), created_by: actor.pubkey }
      await this.#put(
        ids.map(id => ({ id, ...noted })),
        actor,
      )
      return ids.length
    })
  }

  remove(given: readonly string[], actor: Actor): Promise<number> {
    return this.#changes(() =>
      this.#delete(
        [...new Set(given)].filter(id => this.#ids.has(id)),
        actor,
      ),
    )
  }

  #revert(entries: SavedEntries, actor: Actor): Promise<void> {
    return this.#changes(async () => {
      const ids = entries.map(({ target }) => target)
      const isAllowed = entries[0].action === allowEvents.audit
      if (ids.some(id => this.#ids.has(id) !== isAllowed)) throw new ApiError('conflict', messages.changedSince)
      if (isAllowed) await this.#delete(ids, actor)
      else
        await this.#put(
          entries.map(({ target, before }) => ({ id: target, ...(before as NotedEvent) })),
          actor,
        )
    })
  }

  async #put(rows: readonly AllowedEventRow[], actor: Actor): Promise<void> {
    if (rows.length === 0) return
    if (this.#ids.size + rows.length > eventsMax) throw new ApiError('conflict', messages.tooManyAllowed)
    const { database, audit } = this.#parts
    await database.transact(async tx => {
      await this.#rows.insert(tx, rows)
      const entries = rows.map(({ id, reason }) => ({
        actor,
        action: allowEvents.audit,
        target: id,
        after: { reason },
      }))
      await audit.recordChanges(tx, entries)
    })
    for (const { id } of rows) this.#ids.add(id)
    this.#onChange.emit()
  }

  async #delete(ids: readonly string[], actor: Actor): Promise<number> {
    if (ids.length === 0) return 0
    const { database, audit } = this.#parts
    await database.transact(async tx => {
      const rows = await this.#rows.delete(tx, ids)
      const entries = rows.map(({ id, ...before }) => ({ actor, action: disallowEvents.audit, target: id, before }))
      await audit.recordChanges(tx, entries)
    })
    for (const id of ids) this.#ids.delete(id)
    this.#onChange.emit()
    return ids.length
  }
}
