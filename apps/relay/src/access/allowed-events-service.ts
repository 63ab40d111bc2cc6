import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { Actor } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { AllowedEventsStore } from './allowed-events-store.ts'

interface Options {
  readonly database: AdminDatabase
  readonly now: Clock
}

const eventsMax = 50_000

/** Events that an admin allowed by id; words, rules and modes do not apply to them. */
export class AllowedEventsService {
  readonly #parts: Options
  readonly #rows: AllowedEventsStore
  readonly #ids: Set<string>
  readonly #changes = pLimit(1)

  private constructor(parts: Options, rows: AllowedEventsStore, ids: Set<string>) {
    this.#parts = parts
    this.#rows = rows
    this.#ids = ids
  }

  static async open(parts: Options): Promise<AllowedEventsService> {
    const rows = new AllowedEventsStore(parts.database.reads)
    return new AllowedEventsService(parts, rows, new Set((await rows.list(eventsMax)).map(({ id }) => id)))
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Newest first. */
  async list(limit: number): Promise<{ id: string; reason: string }[]> {
    return (await this.#rows.list(limit)).map(({ id, reason }) => ({ id, reason }))
  }

  /** Throws ApiError('conflict') if there are too many. */
  allow(id: string, reason: string, { pubkey }: Actor): Promise<void> {
    return this.#changes(async () => {
      if (!this.#ids.has(id) && this.#ids.size >= eventsMax) throw new ApiError('conflict', messages.tooManyAllowed)
      const { database, now } = this.#parts
      const row = { id, reason, created_at: now(), created_by: pubkey }
      await database.transact(tx => this.#rows.put(tx, row))
      this.#ids.add(id)
    })
  }

  remove(id: string): Promise<void> {
    return this.#changes(async () => {
      if (!this.#ids.has(id)) return
      await this.#parts.database.transact(tx => this.#rows.delete(tx, id))
      this.#ids.delete(id)
    })
  }
}
