import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { AdminReads } from '../../database/admin-database.ts'
import type { IntendedPayment } from '../../wallet/intentions/intended-payment.ts'
import type { EntryRow } from '../ledger/ledger-store.ts'
import { SubscribersStore } from '../subscribers-store.ts'
import { type FindIntended, intendedBy, intentionOf, isForgettable, refundAnswer, stuckReason } from './refund.ts'

export interface RefundStatesParts {
  readonly reads: AdminReads
  readonly findIntended: FindIntended
  /** The wallet has read its whole history: it would show a payment. */
  readonly isChainRead: () => Promise<boolean>
  readonly unknownPayments: (txids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly now: Clock
}

/** How long after an order without an answer its payment may still come. */
const unclearMs = 60 * 60_000
/** Older ones are looked up by their subscriber. */
const newestRefunds = 50

/** What has become of refunds, by the wallet's reports, and by asking it about those that no final block holds. */
export class RefundStates {
  readonly #parts: RefundStatesParts
  readonly #rows: SubscribersStore

  constructor(parts: RefundStatesParts) {
    this.#parts = parts
    this.#rows = new SubscribersStore(parts.reads)
  }

  async tell(refunds: readonly EntryRow[]): Promise<ReadonlyMap<number, ReturnType<typeof refundAnswer>>> {
    const { reads, findIntended, unknownPayments, now } = this.#parts
    const lasts = await this.#rows.lastOf(refunds.map(({ id }) => id))
    const isCancelled = ({ id }: EntryRow) => lasts.get(id)?.isUndone ?? false
    const payments = await findIntended(
      reads,
      refunds.map(row => intendedBy(row, isCancelled(row))),
    )
    const open = [...payments.values()].filter(({ isFinal }) => !isFinal)
    const unknown = await unknownPayments(open.flatMap(({ txid }) => txid ?? []))
    const entries = refunds.map(row => {
      const payment = without(unknown, payments.get(intentionOf(row.id)))
      const stuck = payment && (unknown.has(payment.txid ?? '') ? 'unseen' : stuckReason(payment, now()))
      return [row.id, refundAnswer(row, { isCancelled: isCancelled(row), payment, stuck })] as const
    })
    return new Map(entries)
  }

  /** Refunds among the newest that are neither paid, on their way nor cancelled, by what is known without asking. */
  async countWaiting(): Promise<number> {
    const { reads, findIntended, now } = this.#parts
    const refunds = await this.#rows.newestRefunds(newestRefunds)
    const lasts = await this.#rows.lastOf(refunds.map(({ id }) => id))
    const left = refunds.filter(({ id }) => !lasts.get(id)?.isUndone)
    const payments = await findIntended(
      reads,
      left.map(row => intendedBy(row, false)),
    )
    return left.filter(({ id }) => {
      const payment = payments.get(intentionOf(id))
      return !payment || payment.txid === null || stuckReason(payment, now()) !== undefined
    }).length
  }

  async askBefore(refundId: number): Promise<(tx: AdminReads, refund: EntryRow) => Promise<void>> {
    const { isChainRead, unknownPayments, now } = this.#parts
    const before = await this.#rows.findEntry(refundId)
    const asked = before?.kind === 'refund' ? await this.#paymentOf(this.#parts.reads, before) : undefined
    const txid = asked?.isFinal ? null : (asked?.txid ?? null)
    const [isRead, unknown] = await Promise.all([isChainRead(), unknownPayments(txid === null ? [] : [txid])])
    return async (tx, refund) => {
      const payment = without(unknown, await this.#paymentOf(tx, refund))
      if (!payment) return
      if (payment.isConfirmed) throw new ApiError('conflict', messages.refundPaid)
      if (payment.txid !== null) {
        if (isForgettable(payment, now()) && unknown.has(payment.txid)) return
        const isUnseen = payment.trouble === 'unseen' || unknown.has(payment.txid)
        throw new ApiError('conflict', isUnseen ? messages.refundUnseen : messages.refundSent)
      }
      if (!isRead || now() - payment.at <= unclearMs) throw new ApiError('conflict', messages.refundUnclear)
    }
  }

  async #paymentOf(reads: AdminReads, refund: EntryRow): Promise<IntendedPayment | undefined> {
    return (await this.#parts.findIntended(reads, [intendedBy(refund, false)])).get(intentionOf(refund.id))
  }
}

/** Its block was reorganised away, and an older backup of the wallet was put back. */
function without(unknown: ReadonlySet<string>, payment: IntendedPayment | undefined): IntendedPayment | undefined {
  return payment && unknown.has(payment.txid ?? '') ? { ...payment, isConfirmed: false, trouble: 'unseen' } : payment
}
