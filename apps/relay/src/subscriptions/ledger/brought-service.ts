import { beginMove } from '@hornets/contract/admin/events/moves'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { Ledger } from './ledger.ts'
import { LedgerStore } from './ledger-store.ts'
import { bytesOfLimit, countable, givenBy } from './tier.ts'
import { UnassignedStore } from './unassigned-store.ts'

export interface BroughtParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly ledger: Ledger
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly onChanged: (pubkey: string) => void
  readonly now: Clock
}

export interface BroughtSubscriber {
  readonly pubkey: string
  readonly tier: string
  /** Milliseconds; null for none. */
  readonly expiresAt: number | null
  readonly creditSats: number
  readonly address: string | null
}

const dayMs = 86_400_000
const daysOfMonth = 30

/** Subscriptions from another server, each brought once: its rest as days, its credit, and the address that it paid. */
export class BroughtSubscribersService {
  readonly #parts: BroughtParts
  readonly #ledger: LedgerStore
  readonly #addresses: UnassignedStore

  constructor(parts: BroughtParts) {
    this.#parts = parts
    this.#ledger = new LedgerStore(parts.database.reads)
    this.#addresses = new UnassignedStore(parts.database.reads)
  }

  async bring(given: BroughtSubscriber, actor: Actor): Promise<'taken' | 'already' | 'address_taken'> {
    const { database, audit, onChanged } = this.#parts
    const outcome = await database.transact(async tx => {
      const entries = await this.#ledger.listEntries(given.pubkey, tx)
      const brought = entries.filter(({ kind }) => kind === 'brought')
      const days = brought.some(one => one.days > 0) ? 0 : this.#daysOf(given)
      const sats = brought.some(one => one.sats > 0) ? 0 : given.creditSats
      const place = await this.#placeOf(given, tx)
      if (days === 0 && sats === 0 && place !== 'free') return place === 'taken' ? 'address_taken' : 'already'
      const { pubkey, tier } = given
      await this.#ledger.insertSubscriber(tx, { pubkey, address: null, allotted_at: this.#parts.now() })
      if (place === 'free' && given.address !== null) await this.#addresses.assign(tx, given.address, pubkey)
      if (days > 0 || sats > 0) {
        const bytes = days > 0 ? countable(Math.ceil((bytesOfLimit(tier) * days) / daysOfMonth)) : 0
        const gives = days > 0 ? (givenBy(tier, this.#parts.relaySettings.current().subscription_tiers) ?? '') : ''
        const spent = { days, bytes, gives, tier: days > 0 ? tier : '' }
        await this.#parts.ledger.enter(tx, pubkey, { kind: 'brought', sats, by: actor.pubkey, ...spent })
      }
      const after = { days, tier, credit_sats: sats, address: place === 'free' ? given.address : null }
      await audit.recordChange(tx, { actor, action: beginMove.audit.subscriber, target: pubkey, after })
      return 'taken' as const
    })
    if (outcome === 'taken') onChanged(given.pubkey)
    return outcome
  }

  async isKnown(pubkey: string): Promise<boolean> {
    return (await this.#ledger.findSubscriber(pubkey)) !== undefined
  }

  #daysOf({ tier, expiresAt }: BroughtSubscriber): number {
    if (tier === '' || expiresAt === null) return 0
    return Math.max(0, Math.min(36_500, Math.ceil((expiresAt - this.#parts.now()) / dayMs)))
  }

  /** Its payments are credited to the key if the wallet of this relay reports them; nobody is shown it. */
  async #placeOf({ address, pubkey }: BroughtSubscriber, tx: Parameters<UnassignedStore['isTaken']>[0]) {
    if (address === null) return 'none'
    const holder = (await this.#ledger.keysOfAddresses([address], tx)).get(address)
    if (holder === undefined) return 'free'
    return holder === pubkey ? 'own' : 'taken'
  }
}
