import type { Clock } from '@hornets/server/clock'
import { RateLimiter } from '@hornets/server/rate-limiter'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { type AuditRow, AuditStore } from './audit-store.ts'

/** Who does it, from where. */
export interface Actor {
  /** Public key of the signed-in operator, hex; null when nobody is. */
  readonly pubkey: string | null
  readonly address: string | null
}

/** So many refusals of one address are written down, and so many of all: guessing does not fill the disk. */
const refusalLimit = { burst: 20, perMinute: 5 }
const refusalLimitOfAll = { burst: 200, perMinute: 60 }

/** What has been done with the wallet, and every refusal. Details never hold a secret. */
export class AuditLog {
  readonly #database: WalletDatabase
  readonly #store: AuditStore
  readonly #now: Clock
  readonly #refusalsByAddress: RateLimiter
  readonly #refusals: RateLimiter

  constructor(database: WalletDatabase, now: Clock) {
    this.#database = database
    this.#store = new AuditStore(database.reads)
    this.#now = now
    this.#refusalsByAddress = new RateLimiter(refusalLimit, now)
    this.#refusals = new RateLimiter(refusalLimitOfAll, now)
  }

  recordDone(actor: Actor, action: string, detail = ''): void {
    this.#append(actor, action, detail, 'done')
  }

  /** Past the limits it is dropped. */
  recordRefusal(actor: Actor, action: string, detail = ''): void {
    if (!this.#refusalsByAddress.tryTake(actor.address ?? '') || !this.#refusals.tryTake('')) return
    this.#append(actor, action, detail, 'refused')
  }

  newest(limit: number): AuditRow[] {
    return this.#store.newest(limit)
  }

  #append(actor: Actor, action: string, detail: string, outcome: AuditRow['outcome']): void {
    const row = { at: this.#now(), actor: actor.pubkey, action, detail, address: actor.address, outcome }
    this.#database.transact(tx => this.#store.append(tx, row))
  }
}
