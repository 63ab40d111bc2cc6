import type { Clock } from '@hornets/server/clock'
import { isLoopbackAddress } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { Logger } from '@hornets/server/process/logger'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { Ledger } from './ledger/ledger.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import { UnassignedStore } from './ledger/unassigned-store.ts'

/** 48 a day: each takes an address for good, and the wallet lends only some unpaid ones (`reservedMax`). */
const newKeysLimit = { burst: 20, perMinute: 1 / 30 }
/** Those together whose address is that of many (a proxy, a network), 720 a day. */
const sharedLimit = { burst: 200, perMinute: 0.5 }
/** Wallets restored from their words give addresses that other keys have had: this often one asks for another. */
const takenMax = 20
const waitingMax = 1000

export interface AllotmentParts {
  readonly database: AdminDatabase
  readonly ledger: Ledger
  readonly bus: Pick<Bus, 'on'>
  readonly isSelling: () => boolean
  /** Would the wallet see a payment? Nobody is shown an address otherwise. Never rejects. */
  readonly isChainSeen: () => Promise<boolean>
  readonly onAllotted: (pubkey: string) => void
  readonly onSeen: (pubkey: string) => void
  readonly now: Clock
  readonly logger: Logger
}

/** The wallet's address for a key, other than those that other keys have; null if it gives none now. Never rejects. */
export type AddressSource = (pubkey: string, taken: readonly string[]) => Promise<string | null>

/** The wallet derives it from the key: after a restored backup it is the same again. */
export class Allotment {
  readonly #parts: AllotmentParts
  readonly #rows: LedgerStore
  readonly #limiter: CustomerLimiter
  readonly #shared: RateLimiter
  readonly #unassigned: UnassignedStore
  readonly #waiting = new Set<string>()
  #source: AddressSource = async () => null

  constructor(parts: AllotmentParts) {
    this.#parts = parts
    this.#rows = new LedgerStore(parts.database.reads)
    this.#unassigned = new UnassignedStore(parts.database.reads)
    this.#limiter = new CustomerLimiter(newKeysLimit, parts.now)
    this.#shared = new RateLimiter(sharedLimit, parts.now)
    parts.bus.on('walletReady', () => void this.#retry())
  }

  drawFrom(source: AddressSource): void {
    this.#source = source
  }

  /** The source may have addresses now for keys that got none. */
  async #retry(): Promise<void> {
    const { isSelling, isChainSeen } = this.#parts
    if (this.#waiting.size === 0 || !isSelling() || !(await isChainSeen())) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const pubkey of waiting) void this.#allot(pubkey)
  }

  /** `place`: network address (or its `customerKeys`); null if many share it. The caller does not wait. */
  signedIn(pubkey: string, place: string | null): void {
    void this.addressOf(pubkey, place)
  }

  /** Null: nothing is sold, the wallet has none or does not see the chain, too many new keys. Never rejects. */
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
    if (place === null || isLoopbackAddress(place)) return this.#shared.tryTake('')
    return this.#limiter.tryTake(place)
  }

  async #allot(pubkey: string): Promise<string | null> {
    const { onAllotted, logger } = this.#parts
    const taken: string[] = []
    try {
      while (taken.length < takenMax) {
        const address = await this.#source(pubkey, taken)
        if (address === null) break
        const given = await this.#give(pubkey, address)
        const own = given ? address : (await this.#rows.findSubscriber(pubkey))?.address
        if (own) {
          onAllotted(pubkey)
          return own
        }
        taken.push(address)
      }
      if (this.#waiting.size < waitingMax) this.#waiting.add(pubkey)
    } catch (err) {
      logger.error({ err }, 'could not assign an address to a key')
    }
    return null
  }

  #give(pubkey: string, address: string): Promise<boolean> {
    const { database, ledger, now } = this.#parts
    return database.transact(async tx => {
      if (await this.#unassigned.isTaken(tx, address, pubkey)) return false
      const lines = await this.#unassigned.linesTo(tx, address)
      const isNew = await this.#rows.insertSubscriber(tx, { pubkey, address, allotted_at: now() })
      if (!isNew && !(await this.#rows.putAddress(tx, pubkey, address))) return false
      await ledger.enter(tx, pubkey, { kind: 'address' })
      const present = lines.map(line => ({ ...line, isGone: false }))
      if (lines.length > 0) await ledger.takeLines(tx, present, [])
      return true
    })
  }
}
