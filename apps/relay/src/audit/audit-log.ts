import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/logger'
import { RateLimiter } from '@hornets/server/rate-limiter'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { appendAuditRow } from './store.ts'

/** Who does it, from where. */
export interface Actor {
  /** Public key of the signed-in admin, hex; null when nobody is. */
  readonly pubkey: string | null
  readonly address: string | null
}

export interface AuditEntry {
  readonly actor: Actor
  /** Verb and noun, e.g. `settings.save`. */
  readonly action: string
  readonly target: string
  /** Values that go to JSON. Callers replace secrets by a word before. */
  readonly before?: unknown
  readonly after?: unknown
}

/** So many refusals of one address are written down; guessing does not fill the disk. */
const refusalLimit = { burst: 20, perMinute: 5 }
/** And so many of all addresses together. */
const refusalLimitOfAll = { burst: 200, perMinute: 60 }

/** Every change by an admin and every refusal to one. Append-only: the table itself refuses anything else. */
export class AuditLog {
  readonly #database: AdminDatabase
  readonly #now: Clock
  readonly #logger: Logger
  readonly #refusalsByAddress: RateLimiter
  readonly #refusals: RateLimiter

  constructor(database: AdminDatabase, now: Clock, logger: Logger) {
    this.#database = database
    this.#now = now
    this.#logger = logger
    this.#refusalsByAddress = new RateLimiter(refusalLimit, now)
    this.#refusals = new RateLimiter(refusalLimitOfAll, now)
  }

  /** Notes a change in the transaction that makes it, so that neither is there without the other. */
  async recordChange(tx: AdminTransaction, entry: AuditEntry): Promise<void> {
    await appendAuditRow(tx, this.#row(entry, 'done'))
  }

  /** Notes a refusal; past the limits it is dropped. One that cannot be noted (a full disk) is still a refusal. */
  async recordRefusal(entry: AuditEntry): Promise<void> {
    if (!this.#refusalsByAddress.tryTake(entry.actor.address ?? '') || !this.#refusals.tryTake('')) return
    try {
      await this.#database.transact(tx => appendAuditRow(tx, this.#row(entry, 'refused')))
    } catch (err) {
      this.#logger.error({ err, action: entry.action }, 'a refusal could not be noted in the audit log')
    }
  }

  #row({ actor, action, target, before, after }: AuditEntry, outcome: 'done' | 'refused') {
    return {
      at: this.#now(),
      actor: actor.pubkey,
      action,
      target,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      ip: actor.address,
      outcome,
    }
  }
}
