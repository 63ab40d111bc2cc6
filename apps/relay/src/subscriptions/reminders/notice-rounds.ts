import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import { monthOf } from '../ledger/earned.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { LedgerStore, type SubscriberRow } from '../ledger/ledger-store.ts'
import { dueNotices, type Notice, nextNoticeAt } from '../ledger/notices.ts'
import { priceOf } from '../ledger/tier.ts'

const atOnce = 200

export interface Reminder {
  readonly pubkey: string
  readonly address: string | null
  readonly tier: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
  /** BCP 47; empty where it is not known. */
  readonly language: string
}

export interface NoticeRoundsParts {
  readonly database: AdminDatabase
  readonly ledger: Ledger
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly remind: (reminder: Reminder) => Promise<void>
  readonly mailDue: (tx: AdminTransaction, pubkey: string, due: { notice: string; endsAt: number }) => Promise<void>
  readonly onChanged: (pubkeys: readonly string[]) => void
  readonly now: Clock
  readonly logger: Logger
}

/** Reminders, the end itself, and renewal from credit. */
export class NoticeRounds {
  readonly #parts: NoticeRoundsParts
  readonly #rows: LedgerStore
  readonly #rounds = pLimit(1)

  constructor(parts: NoticeRoundsParts) {
    this.#parts = parts
    this.#rows = new LedgerStore(parts.database.reads)
  }

  /** A reminder is sent before it is recorded: after a crash it is repeated rather than lost. */
  round(): Promise<void> {
    return this.#rounds(async () => {
      for (;;) {
        const rows = await this.#rows.listDue({ now: this.#parts.now(), limit: atOnce })
        if (rows.length > 0) await this.#give(rows)
        if (rows.length < atOnce) return
      }
    })
  }

  /** The grace and read-only periods have changed. */
  async termsChanged(): Promise<void> {
    await this.#parts.database.transact(tx => this.#rows.lookAgain(tx))
    await this.#rounds(() => this.#spendCredit())
    await this.round()
  }

  /** A lower price can be covered by credit that waits. */
  async #spendCredit(): Promise<void> {
    const { database, ledger, relaySettings, onChanged } = this.#parts
    const cheapest = Math.min(
      ...relaySettings.current().subscription_tiers.map(tier => priceOf(tier) ?? Number.POSITIVE_INFINITY),
    )
    if (!Number.isFinite(cheapest)) return
    for (const pubkey of await this.#rows.keysWithCredit(cheapest))
      if (await database.transact(tx => ledger.renewFromCredit(tx, pubkey))) onChanged([pubkey])
  }

  settled(): Promise<void> {
    return this.#rounds(() => undefined)
  }

  async #give(rows: readonly SubscriberRow[]): Promise<void> {
    const { database, relaySettings, now, onChanged } = this.#parts
    const terms = relaySettings.current()
    const plans = rows.map(row => ({
      row,
      due: dueNotices(row.expires_at ?? 0, now(), terms).filter(({ bit }) => (row.noticed & bit) === 0),
    }))
    for (const { row, due } of plans) await this.#remind(row, due)
    await database.transact(async tx => {
      for (const { row, due } of plans) await this.#note(tx, row.pubkey, row.expires_at, due)
    })
    onChanged(plans.filter(({ due }) => due.some(({ is }) => is !== 'reminder')).map(({ row }) => row.pubkey))
  }

  async #remind({ pubkey, address, tier, expires_at, language }: SubscriberRow, due: readonly Notice[]): Promise<void> {
    if (expires_at === null || !due.some(({ is }) => is === 'reminder')) return
    try {
      await this.#parts.remind({ pubkey, address, tier, language, endsAt: expires_at })
    } catch (err) {
      this.#parts.logger.error({ err }, 'could not send a reminder')
    }
  }

  async #note(tx: AdminTransaction, pubkey: string, plannedFor: number | null, due: readonly Notice[]): Promise<void> {
    const { ledger, relaySettings, mailDue, now } = this.#parts
    const row = await this.#rows.findSubscriber(pubkey, tx)
    if (!row || row.expires_at === null || row.expires_at !== plannedFor) return
    const noticed = due.reduce((bits, { bit }) => bits | bit, row.noticed)
    const next_notice_at = nextNoticeAt(row.expires_at, noticed, relaySettings.current())
    await this.#rows.putNoticed(tx, pubkey, { noticed, next_notice_at })
    for (const { is, name } of due) {
      // Renewed: the notices after the old end no longer apply.
      if (is === 'run_out' && (await ledger.renewFromCredit(tx, pubkey))) return
      if (is === 'reminder') {
        await ledger.enter(tx, pubkey, { kind: 'reminder', tier: row.tier, note: name })
        await mailDue(tx, pubkey, { notice: name, endsAt: row.expires_at })
      }
      if (is === 'expired' || is === 'ended') await ledger.enter(tx, pubkey, { kind: is, tier: row.tier })
      if (is === 'expired') await this.#rows.addToMonth(tx, { month: monthOf(now()), tier: row.tier, lost: 1 })
    }
  }
}
