import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { SubscribersStore } from '../subscribers-store.ts'
import { type FindIntended, intendedBy, intentionOf, refundOf } from './refund.ts'

export interface RefundPaymentsParts {
  readonly reads: AdminReads
  readonly ledger: Pick<Ledger, 'enter'>
  readonly findIntended: FindIntended
}

/** One admin can cancel a refund while another pays it: then the subscriber would have both. */
export class RefundPayments {
  readonly #parts: RefundPaymentsParts
  readonly #rows: SubscribersStore

  constructor(parts: RefundPaymentsParts) {
    this.#parts = parts
    this.#rows = new SubscribersStore(parts.reads)
  }

  async take(tx: AdminTransaction, intentions: readonly string[]): Promise<ReadonlySet<string>> {
    const refunds = new Set(intentions.map(refundOf).filter(id => id !== null))
    const changed = new Set<string>()
    const lasts = [...(await this.#rows.lastOf([...refunds], tx))].filter(([, { isUndone }]) => isUndone)
    if (lasts.length === 0) return changed
    for (const [id, { id: cancellation }] of lasts) {
      const refund = await this.#rows.findEntry(id, tx)
      if (refund?.kind !== 'refund') continue
      const payment = (await this.#parts.findIntended(tx, [intendedBy(refund, true)])).get(intentionOf(id))
      if (!payment?.txid) continue
      const entry = { kind: 'refund_stands', sats: refund.sats, undoes: cancellation } as const
      await this.#parts.ledger.enter(tx, refund.pubkey, entry)
      changed.add(refund.pubkey)
    }
    return changed
  }
}
