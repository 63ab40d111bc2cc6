import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { AdminReads } from '../../database/admin-database.ts'
import { everything, type GivenPart, type Gives, givesAt, readGives, readParts } from '../ledger/gives.ts'
import { dayMs, statusOf } from '../ledger/notices.ts'
import { bytesOfLimit, priceOf } from '../ledger/tier.ts'
import { startOfMonth, type Usage } from './usage.ts'
import { type PaidRow, UsageStore } from './usage-store.ts'

export type Allowance =
  | { readonly by: 'all' }
  | {
      readonly by: 'subscription' | 'free' | 'none'
      /** End of a subscription that no longer lets it write, milliseconds; null for none. */
      readonly endedAt: number | null
      readonly totalBytes: number
      readonly usedBytes: number
      /** Start of the count, milliseconds. */
      readonly since: number
      readonly gives: Gives
    }

export interface AllowancesParts {
  readonly reads: AdminReads
  readonly usage: Usage
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly isExempt: (pubkey: string) => boolean
  readonly now: Clock
}

interface Paid extends Omit<PaidRow, 'pubkey' | 'gives'> {
  readonly parts: readonly GivenPart[]
}

/** What each key may store, in memory because every event asks. */
export class Allowances {
  readonly #parts: AllowancesParts
  readonly #rows: UsageStore
  readonly #paid: Map<string, Paid>

  private constructor(parts: AllowancesParts, paid: Map<string, Paid>) {
    this.#parts = parts
    this.#rows = new UsageStore(parts.reads)
    this.#paid = paid
  }

  static async open(parts: AllowancesParts): Promise<Allowances> {
    const rows = await new UsageStore(parts.reads).listPaid()
    return new Allowances(parts, new Map(rows.map(row => [row.pubkey, paidOf(row)])))
  }

  /** Bytes that a key uses and can use; null without a limit. */
  useOf(pubkey: string): { usedBytes: number; totalBytes: number | null } {
    const allowance = this.of(pubkey)
    return allowance.by === 'all' ? { usedBytes: 0, totalBytes: null } : allowance
  }

  async refresh(pubkeys: readonly string[]): Promise<void> {
    for (const row of await this.#rows.listPaid(pubkeys)) this.#paid.set(row.pubkey, paidOf(row))
  }

  /** Does the relay limit anyone? If it neither sells nor offers a free tier, everyone writes for free. */
  isLimited(): boolean {
    return this.#parts.relaySettings.current().freeTierEnabled || this.isSelling()
  }

  isSelling(): boolean {
    return this.#parts.relaySettings.current().subscription_tiers.some(tier => priceOf(tier) !== null)
  }

  of(pubkey: string): Allowance {
    const { usage, relaySettings, isExempt, now } = this.#parts
    if (!this.isLimited() || isExempt(pubkey)) return { by: 'all' }
    const { freeTierEnabled, freeTierLimit, freeTierGives } = relaySettings.current()
    const free = { totalBytes: bytesOfLimit(freeTierLimit), gives: readGives(freeTierGives) }
    const paid = this.#paid.get(pubkey)
    if (paid && this.#isRunning(paid)) {
      const since = paid.run_started_at ?? 0
      const usedBytes = usage.used(pubkey, since)
      const given = { totalBytes: paid.total_bytes, gives: givesAt(paid.parts, now()) }
      return { by: 'subscription', endedAt: null, usedBytes, since, ...given }
    }
    const since = startOfMonth(now())
    const usedBytes = usage.used(pubkey, since)
    const known = { endedAt: paid?.expires_at ?? null, usedBytes, since }
    return freeTierEnabled
      ? { by: 'free', ...known, ...free }
      : { by: 'none', ...known, totalBytes: 0, gives: everything }
  }

  isServed(pubkey: string): boolean {
    const { isExempt } = this.#parts
    const paid = this.#paid.get(pubkey)
    return !this.isSelling() || isExempt(pubkey) || (paid !== undefined && this.#isRunning(paid))
  }

  /** Until its read-only days are over; null for a stranger. */
  keptBy(pubkey: string): Gives | null {
    const paid = this.#paid.get(pubkey)
    if (!paid?.expires_at) return null
    const { relaySettings, now } = this.#parts
    const isOver = statusOf(paid.expires_at, now(), relaySettings.current()) === 'ended'
    return isOver ? null : givesAt(paid.parts, now())
  }

  *subscribed(): Generator<string> {
    for (const [pubkey, paid] of this.#paid) if (this.#isRunning(paid)) yield pubkey
  }

  #isRunning({ expires_at }: Paid): boolean {
    const { relaySettings, now } = this.#parts
    return expires_at !== null && expires_at > 0 && now() < expires_at + relaySettings.current().graceDays * dayMs
  }
}

const paidOf = ({ gives, ...paid }: PaidRow): Paid => ({ ...paid, parts: readParts(gives) })
