import type { InvoiceReport } from '@hornets/contract/wallet/relay/push'
import type { Bus } from '../../bus/bus.ts'
import type { BusTransactions } from '../../bus/bus-events.ts'
import type { AdminTransaction } from '../../database/admin-database.ts'
import type { Invoices } from '../invoices/invoices.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { RefundPayments } from '../refunds/refund-payments.ts'
import type { SubscriptionNews } from './subscription-news.ts'

export interface WalletNewsParts {
  readonly bus: Pick<Bus, 'join'>
  readonly ledger: Ledger
  readonly invoices: Invoices
  readonly refundPayments: RefundPayments
  readonly news: SubscriptionNews
}

export class WalletNews {
  readonly #parts: WalletNewsParts

  constructor(parts: WalletNewsParts) {
    this.#parts = parts
    parts.bus.join('walletLines', (tx, reported) => this.#takeLines(tx, reported))
    parts.bus.join('walletPayments', (tx, intentions) => this.#takePayments(tx, intentions))
    parts.bus.join('walletInvoices', (tx, reports) => this.#takeInvoices(tx, reports))
  }

  async #takeLines(tx: AdminTransaction, { lines, removed }: BusTransactions['walletLines']): Promise<() => void> {
    const pubkeys = [...(await this.#parts.ledger.takeLines(tx, lines, removed))]
    return () => void this.#parts.news.credited(pubkeys)
  }

  async #takePayments(tx: AdminTransaction, intentions: readonly string[]): Promise<() => void> {
    const pubkeys = [...(await this.#parts.refundPayments.take(tx, intentions))]
    return () => void this.#parts.news.changed(pubkeys)
  }

  async #takeInvoices(tx: AdminTransaction, reports: readonly InvoiceReport[]): Promise<() => void> {
    const pubkeys = [...(await this.#parts.invoices.take(tx, reports))]
    return () => void this.#parts.news.credited(pubkeys)
  }
}
