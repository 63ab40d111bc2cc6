import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminReads } from '../database/admin-database.ts'
import type { Account } from '../publisher/published-kind.ts'
import { findSubscriber, listEntries } from './ledger/ledger-store.ts'
import { statusOf } from './ledger/notices.ts'
import { standingOf } from './ledger/standing.ts'

// What has been stored is told by the hour, so that signing in does not write an event each time.

/** So many are signed and stored at the same time. */
const toldAtOnce = 8

export interface AccountEventsParts {
  readonly reads: AdminReads
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly useOf: (pubkey: string) => { readonly usedBytes: number; readonly totalBytes: number | null }
  /** Publishes it (kind 888). */
  readonly tell: (account: Account) => Promise<void>
  readonly now: Clock
  readonly logger: Logger
}

/** Tells subscribers how they stand, in an event that they alone can read. What changes twice in a moment is said once. */
export class AccountEvents {
  readonly #parts: AccountEventsParts
  readonly #due = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #closed = false

  constructor(parts: AccountEventsParts) {
    this.#parts = parts
  }

  /** Something of these keys has changed. Nobody waits for it. */
  changed(pubkeys: readonly string[]): void {
    for (const pubkey of pubkeys) this.#due.add(pubkey)
    while (!this.#closed && this.#due.size > 0 && this.#running.size < toldAtOnce) this.#start()
  }

  /** Resolves once all has been said. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** What is under way is finished; the rest is said when its key signs in the next time. */
  async close(): Promise<void> {
    this.#closed = true
    await this.settled()
  }

  #start(): void {
    const [pubkey] = this.#due
    if (pubkey === undefined) return
    this.#due.delete(pubkey)
    const running = this.#tell(pubkey)
      .catch(err => this.#parts.logger.error({ err }, 'could not notify a subscriber of their subscription'))
      .finally(() => {
        this.#running.delete(running)
        this.changed([])
      })
    this.#running.add(running)
  }

  async #tell(pubkey: string): Promise<void> {
    const { reads, relaySettings, useOf, tell, now } = this.#parts
    const row = await findSubscriber(reads, pubkey)
    if (!row) return
    const status = statusOf(row.expires_at, now(), relaySettings.current())
    const { usedBytes, totalBytes } = useOf(pubkey)
    const { creditSats } = standingOf(await listEntries(reads, pubkey))
    await tell({
      ...{ pubkey, address: row.address, creditSats, tier: row.tier },
      isActive: status === 'active' || status === 'grace',
      storage: { usedBytes, totalBytes: totalBytes ?? 0, updatedAt: Math.floor(now() / 3_600_000) * 3600 },
      expiresAt: row.expires_at === null ? null : Math.floor(row.expires_at / 1000),
    })
  }
}
