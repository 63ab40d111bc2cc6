import { deleteAuthorEvents } from '@hornets/contract/admin/access'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventRemoval } from './access.ts'

export interface RemovalParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: EventRemoval
  readonly logger: Logger
  /** How long an answer waits for the end. */
  readonly patienceMs?: number
}

/** `still_deleting`: there are so many that it continues after the answer. */
export interface EventsDeleted {
  readonly deleted_events: number
  readonly still_deleting: boolean
}

const patienceMs = 10_000

/** Deletions of all events of a key: one key at a time, in the store's small steps, however long it takes. */
export class AuthorRemovals {
  readonly #parts: RemovalParts
  readonly #oneByOne = pLimit(1)
  readonly #running = new Map<string, Promise<number>>()

  constructor(parts: RemovalParts) {
    this.#parts = parts
  }

  /** Its beginning is in the audit log already. A second call for a key waits for the first. */
  async remove(pubkey: string, actor: Actor): Promise<EventsDeleted> {
    const removal = this.#running.get(pubkey) ?? this.#begin(pubkey, actor)
    const { promise: tooLong, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), this.#parts.patienceMs ?? patienceMs)
    const deleted = await Promise.race([removal, tooLong]).finally(() => clearTimeout(timer))
    return { deleted_events: deleted ?? 0, still_deleting: deleted === null }
  }

  #begin(pubkey: string, actor: Actor): Promise<number> {
    const removal = this.#oneByOne(async () => {
      const { database, audit, events } = this.#parts
      const deleted = await events.removeByAuthor(pubkey)
      const entry = { actor, action: deleteAuthorEvents.audit.done, target: pubkey, after: { deleted } }
      await database.transact(tx => audit.recordChange(tx, entry))
      return deleted
    }).finally(() => this.#running.delete(pubkey))
    this.#running.set(pubkey, removal)
    removal.catch(err => this.#parts.logger.error({ err, pubkey }, 'could not delete the events of an author'))
    return removal
  }
}
