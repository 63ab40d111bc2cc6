import type { Clock } from '@hornets/server/clock'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { Ledger } from './ledger/ledger.ts'
import { findSubscriber, insertSubscriber, putAddress } from './ledger/ledger-store.ts'

/** So many new keys one network address brings: each takes an address of the wallet for good. */
const newKeysLimit = { burst: 20, perMinute: 2 }
const wantedReady = 5
const waitingMax = 1000

export interface AllotmentParts {
  readonly database: AdminDatabase
  readonly ledger: Ledger
  /** Does the relay sell anything now? */
  readonly isSelling: () => boolean
  /** Hears of a key that has an address now. */
  readonly onAllotted: (pubkey: string) => void
  readonly now: Clock
  readonly logger: Logger
}

/**
 * Gives each key one receiving address, for good. Only addresses that the wallet has made since this start are given: after a
 * backup was put back, nobody can tell which of the older ones somebody has been given meanwhile.
 */
export class Allotment {
  readonly #parts: AllotmentParts
  readonly #limiter: RateLimiter
  readonly #ready: string[] = []
  readonly #waiting = new Set<string>()
  #refill: () => void = () => {}

  constructor(parts: AllotmentParts) {
    this.#parts = parts
    this.#limiter = new RateLimiter(newKeysLimit, parts.now)
  }

  /** How many addresses are missing to have enough ready. */
  missing(): number {
    return this.#parts.isSelling() ? Math.max(0, wantedReady + this.#waiting.size - this.#ready.length) : 0
  }

  /** From now on it has addresses to give. */
  drawFrom(pool: { serve(taker: Allotment): void; refill(): void }): void {
    this.#refill = () => pool.refill()
    pool.serve(this)
  }

  /** New ones that the wallet has just made: nobody has ever had them. */
  take(addresses: readonly string[]): void {
    this.#ready.push(...addresses)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const pubkey of waiting) void this.#allot(pubkey)
  }

  /** A key has proved who it is, from a network address (`addressKey`); null where many share one. Nobody waits for it. */
  signedIn(pubkey: string, place: string | null): void {
    void this.addressOf(pubkey, place)
  }

  /**
   * The key's address, allotted now if it has none. Null where none is to be had now: nothing is sold, the wallet has made
   * none yet, or too many new keys come from this place; the next sign-in asks again. Never rejects.
   */
  async addressOf(pubkey: string, place: string | null): Promise<string | null> {
    const { database, isSelling, onAllotted, logger } = this.#parts
    try {
      const known = await findSubscriber(database.reads, pubkey)
      if (known?.address) {
        onAllotted(pubkey)
        return known.address
      }
      if (!isSelling() || !this.#limiter.tryTake(place ?? '')) return null
      return await this.#allot(pubkey)
    } catch (err) {
      logger.error({ err }, 'could not assign an address to a key')
      return null
    }
  }

  async #allot(pubkey: string): Promise<string | null> {
    const { database, ledger, onAllotted, now, logger } = this.#parts
    const address = this.#ready.shift()
    this.#refill()
    if (address === undefined) {
      if (this.#waiting.size < waitingMax) this.#waiting.add(pubkey)
      this.#refill()
      return null
    }
    try {
      const given = await database.transact(async tx => {
        const isNew = await insertSubscriber(tx, { pubkey, address, allotted_at: now() })
        if (!isNew && !(await putAddress(tx, pubkey, address))) return false
        await ledger.enter(tx, pubkey, { kind: 'address' })
        return true
      })
      const own = given ? address : (await findSubscriber(database.reads, pubkey))?.address
      // A wallet restored from its words can make an address again that another key has had for long.
      if (!own) return await this.#allot(pubkey)
      if (!given) this.#ready.unshift(address)
      onAllotted(pubkey)
      return own
    } catch (err) {
      logger.error({ err }, 'could not assign an address to a key')
      this.#ready.unshift(address)
      return null
    }
  }
}
