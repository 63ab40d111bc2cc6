import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminReads } from '../../database/admin-database.ts'
import type { Publisher } from '../../publisher/publisher.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { statusOf } from '../ledger/notices.ts'
import { stateOf } from '../ledger/subscription-state.ts'

const publishedAtOnce = 8

export interface AccountEventsParts {
  readonly reads: AdminReads
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly useOf: (pubkey: string) => { readonly usedBytes: number; readonly totalBytes: number | null }
  readonly publisher: Pick<Publisher, 'publishAccount'> | undefined
  readonly now: Clock
  readonly logger: Logger
}

/** In an event that only they can read. Two changes within a moment become one event. */
export class AccountEvents {
  readonly #parts: AccountEventsParts
  readonly #rows: LedgerStore
  readonly #due = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #closed = false

  constructor(parts: AccountEventsParts) {
    this.#parts = parts
    this.#rows = new LedgerStore(parts.reads)
  }

  changed(pubkeys: readonly string[]): void {
    for (const pubkey of pubkeys) this.#due.add(pubkey)
    while (!this.#closed && this.#due.size > 0 && this.#running.size < publishedAtOnce) this.#start()
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

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
    const { relaySettings, useOf, publisher, now } = this.#parts
    const row = await this.#rows.findSubscriber(pubkey)
    if (!row) return
    const status = statusOf(row.expires_at, now(), relaySettings.current())
    const { usedBytes, totalBytes } = useOf(pubkey)
    const { creditSats } = stateOf(await this.#rows.listEntries(pubkey))
    await publisher?.publishAccount({
      pubkey,
      address: row.address,
      creditSats,
      tier: row.tier,
      isActive: status === 'active' || status === 'grace',
      storage: { usedBytes, totalBytes: totalBytes ?? 0, updatedAt: Math.floor(now() / 3_600_000) * 3600 },
      expiresAt: row.expires_at === null ? null : Math.floor(row.expires_at / 1000),
    })
  }
}
