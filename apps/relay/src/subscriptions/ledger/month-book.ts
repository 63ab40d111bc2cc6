import type { AdminTransaction } from '../../database/admin-database.ts'
import { centsOf, monthOf } from './earned.ts'
import type { CoinRow, LedgerStore } from './ledger-store.ts'

export class MonthBook {
  readonly #rows: LedgerStore

  constructor(rows: LedgerStore) {
    this.#rows = rows
  }

  async book(tx: AdminTransaction, coin: Omit<CoinRow, 'id'>, sign: 1 | -1): Promise<void> {
    const { date, tier, is_new, sats, rate_cents } = coin
    const isPriced = rate_cents !== null
    await this.#rows.addToMonth(tx, {
      month: monthOf(date),
      tier,
      payments: sign,
      sats: sign * sats,
      new_subscribers: tier !== '' && is_new === 1 ? sign : 0,
      renewed: tier !== '' && is_new === 0 ? sign : 0,
      usd_cents: isPriced ? sign * centsOf(sats, rate_cents) : 0,
      unpriced_sats: isPriced ? 0 : sign * sats,
    })
  }

  bookRenewal(tx: AdminTransaction, { at, tier }: { at: number; tier: string }, sign: 1 | -1): Promise<void> {
    return this.#rows.addToMonth(tx, { month: monthOf(at), tier, renewed: sign })
  }

  /** A refund, or what cancels or restores it, in the month of the refund and at its rate. It belongs to no tier. */
  async bookRefund(tx: AdminTransaction, id: number, sats: number): Promise<void> {
    let refund = await this.#rows.findEntry(id, tx)
    while (refund && refund.kind !== 'refund') refund = await this.#rows.findEntry(refund.undoes ?? 0, tx)
    if (!refund) return
    const { at, rate_cents } = refund
    await this.#rows.addToMonth(tx, {
      month: monthOf(at),
      tier: '',
      sats,
      usd_cents: rate_cents === null ? 0 : Math.sign(sats) * centsOf(Math.abs(sats), rate_cents),
      unpriced_sats: rate_cents === null ? sats : 0,
    })
  }
}
