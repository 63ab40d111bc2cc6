import type { Why } from '@hornets/contract/admin/refusals/causes'
import { type RefusedThing, refusalDays, refusalTextChars } from '@hornets/contract/admin/refusals/refusals'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import { isLoopbackAddress } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { Logger } from '@hornets/server/process/logger'
import { type RateLimit, TokenBucket } from '@hornets/server/token-bucket'
import type { AdminDatabase } from '../database/admin-database.ts'
import { type CountRow, type NewRefusalRow, RefusalsStore } from './refusals-store.ts'

export interface Refused extends Why {
  readonly what: RefusedThing
  readonly text: string
  readonly address: string | undefined
  readonly pubkey?: string | null | undefined
  readonly kind?: number | undefined
  readonly bytes?: number | undefined
}

export interface RefusalNotes {
  note(refused: Refused): void
}

export const unnoted: RefusalNotes = { note: () => {} }

export interface RefusalLimits {
  readonly ofCustomer: RateLimit
  readonly ofAll: RateLimit
  readonly linesMax: number
}

const usualLimits: RefusalLimits = {
  ofCustomer: { burst: 300, perMinute: 3 },
  ofAll: { burst: 2000, perMinute: 120 },
  linesMax: 100_000,
}

const hourMs = 3_600_000
const keptMs = refusalDays * 24 * hourMs
const linesAtOnce = 500
const waitingMax = 2000
const ruleChars = 400

export interface RefusalLogParts {
  readonly database: AdminDatabase
  readonly now: Clock
  readonly logger: Logger
  readonly limits?: Partial<RefusalLimits>
}

/** In memory, written once a second: a flood costs a number each, since only so many lines are kept. */
export class RefusalLog implements RefusalNotes {
  readonly #parts: RefusalLogParts
  readonly #rows: RefusalsStore
  readonly #limits: RefusalLimits
  readonly #customers: CustomerLimiter
  readonly #keys: RateLimiter
  readonly #all: TokenBucket
  readonly #onWritten: Emitter<void>
  #waiting: NewRefusalRow[] = []
  #counts = new Map<string, CountRow>()
  #writing: Promise<void> | undefined

  constructor(parts: RefusalLogParts) {
    const { database, now, logger, limits } = parts
    this.#parts = parts
    this.#rows = new RefusalsStore(database.reads)
    this.#limits = { ...usualLimits, ...limits }
    this.#customers = new CustomerLimiter(this.#limits.ofCustomer, now)
    this.#keys = new RateLimiter(this.#limits.ofCustomer, now)
    this.#all = new TokenBucket(this.#limits.ofAll, now)
    this.#onWritten = new Emitter(err => logger.error({ err }, 'a listener failed on new refusals'))
  }

  onWritten(listener: () => void): () => void {
    return this.#onWritten.subscribe(listener)
  }

  note({ what, cause, rule, pubkey = null, kind, bytes, address, text }: Refused): void {
    const at = this.#parts.now()
    const isListed = this.#waiting.length < waitingMax && this.#mayList(address, pubkey)
    this.#add(at - (at % hourMs), cause, 1, isListed ? 0 : 1)
    if (!isListed) return
    this.#waiting.push({
      at,
      what,
      cause,
      pubkey,
      text: text.slice(0, refusalTextChars),
      rule: rule?.slice(0, ruleChars) ?? null,
      kind: kind ?? null,
      bytes: bytes ?? null,
      address: address || null,
    })
  }

  async write(): Promise<void> {
    while (this.#writing) await this.#writing
    if (this.#counts.size === 0 && this.#waiting.length === 0) return
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  /** Deletes lines that are too old or too many, a part at a time. */
  async tidy(): Promise<void> {
    const { database, now } = this.#parts
    const bounds = { before: now() - keptMs, linesMax: this.#limits.linesMax }
    while ((await database.transact(tx => this.#rows.deleteOldest(tx, bounds))) > 0);
  }

  #mayList(address: string | undefined, pubkey: string | null): boolean {
    const isShared = address === undefined || isLoopbackAddress(address)
    return (isShared ? this.#keys.tryTake(pubkey ?? '') : this.#customers.tryTake(address)) && this.#all.take()
  }

  #add(hour: number, cause: string, refused: number, unlisted: number): void {
    const name = `${hour} ${cause}`
    const row = this.#counts.get(name) ?? { hour, cause, refused: 0, unlisted: 0 }
    this.#counts.set(name, { ...row, refused: row.refused + refused, unlisted: row.unlisted + unlisted })
  }

  async #writeAll(): Promise<void> {
    const counts = this.#counts
    this.#counts = new Map()
    try {
      await this.#parts.database.transact(tx => this.#rows.addCounts(tx, [...counts.values()]))
    } catch (err) {
      for (const { hour, cause, refused, unlisted } of counts.values()) this.#add(hour, cause, refused, unlisted)
      this.#parts.logger.error({ err }, 'could not count refusals')
      return
    }
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.slice(0, linesAtOnce)
      try {
        await this.#parts.database.transact(tx => this.#rows.insertRefusals(tx, lines))
      } catch (err) {
        this.#parts.logger.error({ err }, 'could not write refusals')
        break
      }
      this.#waiting = this.#waiting.slice(lines.length)
    }
    this.#onWritten.emit()
  }
}
