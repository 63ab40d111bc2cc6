import type { Clock } from '@hornets/server/clock'
import { isLoopbackAddress } from '@hornets/server/http/caller'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { Ledger } from './ledger/ledger.ts'
import { LedgerStore } from './ledger/ledger-store.ts'

/**
 * New keys per network address, 48 a day: each permanently takes an address of the wallet, which lends only so many
 * that nobody has paid (`reservedMax`). One stranger must not take them all.
 */
const newKeysLimit = { burst: 20, perMinute: 1 / 30 }
/** And per IPv6 site (/48), which holds many customers' networks. */
const siteLimit = { burst: 80, perMinute: 4 / 30 }
/** And all those together whose address is that of many (a proxy, a network), 720 a day. */
const sharedLimit = { burst: 200, perMinute: 0.5 }
const wantedReady = 5
/** `addressKey` of ::1. */
const loopbackKey = '0:0:0:0'
const waitingMax = 1000

export interface AllotmentParts {
  readonly database: AdminDatabase
  readonly ledger: Ledger
  /** Does the relay currently sell anything? */
  readonly isSelling: () => boolean
  /** Would the wallet see a payment? Nobody is shown an address otherwise. */
  readonly isChainSeen: () => Promise<boolean>
  /** Called with a key that now has an address. */
  readonly onAllotted: (pubkey: string) => void
  /** Hears of a key that has had one before. */
  readonly onSeen: (pubkey: string) => void
  readonly now: Clock
  readonly logger: Logger
}

/**
 * Assigns each key one permanent receiving address. It uses only addresses that the wallet has made since this start:
 * after restoring a backup, older ones may have been assigned to someone unknown.
 */
export class Allotment {
  readonly #parts: AllotmentParts
  readonly #rows: LedgerStore
  readonly #limiter: RateLimiter
  readonly #sites: RateLimiter
  readonly #shared: RateLimiter
  readonly #ready: string[] = []
  readonly #waiting = new Set<string>()
  #refill: () => void = () => {}

  constructor(parts: AllotmentParts) {
    this.#parts = parts
    this.#rows = new LedgerStore(parts.database.reads)
    this.#limiter = new RateLimiter(newKeysLimit, parts.now)
    this.#sites = new RateLimiter(siteLimit, parts.now)
    this.#shared = new RateLimiter(sharedLimit, parts.now)
  }

  /** The number of addresses missing from the reserve. */
  missing(): number {
    return this.#parts.isSelling() ? Math.max(0, wantedReady + this.#waiting.size - this.#ready.length) : 0
  }

  /** From now on it has a source of addresses. */
  drawFrom(pool: { serve(taker: Allotment): void; refill(): void }): void {
    this.#refill = () => pool.refill()
    pool.serve(this)
  }

  /** New addresses from the wallet that no one has ever had. */
  take(addresses: readonly string[]): void {
    this.#ready.push(...addresses)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const pubkey of waiting) void this.#allot(pubkey)
  }

  /**
   * A key has proved its identity from a network address (`addressKey`); null if many share that address. The caller
   * does not wait.
   */
  signedIn(pubkey: string, place: string | null): void {
    void this.addressOf(pubkey, place)
  }

  /**
   * The key's address, assigned now if it has none. Null if none is available: nothing is sold, the wallet does not see
   * the chain or has made none yet, or too many new keys come from this place; the next sign-in retries. Never rejects.
   */
  async addressOf(pubkey: string, place: string | null): Promise<string | null> {
    const { isSelling, isChainSeen, onSeen, logger } = this.#parts
    try {
      const known = await this.#rows.findSubscriber(pubkey)
      if (known?.address) {
        onSeen(pubkey)
        return (await isChainSeen()) ? known.address : null
      }
      if (!isSelling() || !(await isChainSeen()) || !this.#isInTurn(place)) return null
      return await this.#allot(pubkey)
    } catch (err) {
      logger.error({ err }, 'could not assign an address to a key')
      return null
    }
  }

  #isInTurn(place: string | null): boolean {
    // On this machine a proxy may run.
    if (place === null || isLoopbackAddress(place) || place === loopbackKey) return this.#shared.tryTake('')
    const site = place.includes(':') ? place.split(':').slice(0, 3).join(':') : null
    if (site !== null && !this.#sites.hasToken(site)) return false
    return this.#limiter.tryTake(place) && (site === null || this.#sites.tryTake(site))
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
        const isNew = await this.#rows.insertSubscriber(tx, { pubkey, address, allotted_at: now() })
        if (!isNew && !(await this.#rows.putAddress(tx, pubkey, address))) return false
        await ledger.enter(tx, pubkey, { kind: 'address' })
        return true
      })
      const own = given ? address : (await this.#rows.findSubscriber(pubkey))?.address
      // A wallet restored from its words can produce an address that another key has long had.
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
