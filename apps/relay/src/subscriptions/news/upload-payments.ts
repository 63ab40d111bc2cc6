import type { LiveRelaySettings } from '../../settings/settings.ts'
import type { Allotment } from '../allotment.ts'
import type { Invoices } from '../invoices/invoices.ts'
import { type PaymentTerms, termsOf } from '../payment-terms.ts'
import type { SubscriptionNews } from './subscription-news.ts'

export interface UploadPaymentsParts {
  readonly relaySettings: LiveRelaySettings
  readonly allotment: Allotment
  readonly invoices: Invoices
  readonly news: SubscriptionNews
  readonly subscribeUrl: () => string | undefined
}

/** Payments with an upload that lacks space (BUD-07). No call rejects. */
export class UploadPayments {
  readonly #parts: UploadPaymentsParts

  constructor(parts: UploadPaymentsParts) {
    this.#parts = parts
  }

  async termsFor(pubkey: string, caller: string): Promise<PaymentTerms> {
    const { relaySettings, allotment, invoices, subscribeUrl } = this.#parts
    const [address, invoice] = await Promise.all([
      allotment.addressOf(pubkey, caller),
      invoices.forCheapest(pubkey, caller),
    ])
    return termsOf(relaySettings.current(), { address, invoice, subscribeUrl: subscribeUrl() })
  }

  async takeProof(preimage: string): Promise<boolean> {
    const pubkeys = await this.#parts.invoices.takeProof(preimage)
    await this.#parts.news.credited(pubkeys ?? [])
    return pubkeys !== null
  }
}
