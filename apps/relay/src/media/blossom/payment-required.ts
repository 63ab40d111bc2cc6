import { ApiError } from '@hornets/server/api-error'
import type { PaymentTerms } from '../../subscriptions/payment-terms.ts'

/** The terms for a key that calls from this place (`addressKey`). Never rejects. */
export type TermsFor = (pubkey: string, place: string) => Promise<PaymentTerms>

/** A file that its uploader lacks space for, where space is sold (BUD-07). */
export class PaymentRequired extends ApiError {
  readonly pubkey: string
  readonly #terms: PaymentTerms | undefined

  constructor(reason: string, pubkey: string, terms?: PaymentTerms) {
    super('payment_required', reason)
    this.pubkey = pubkey
    this.#terms = terms
  }

  /** The same with prices, and the address if the key has one. */
  with(terms: PaymentTerms): PaymentRequired {
    const prices = terms.offers.map(({ datalimit, sats }) => `${datalimit} for ${sats} sats`)
    const listed = prices.length > 0 ? `. Prices: ${prices.join(', ')}` : ''
    const where = terms.uri === null ? '' : `. Pay to ${terms.address}`
    return new PaymentRequired(`${this.message}${listed}${where}`, this.pubkey, terms)
  }

  override body() {
    if (!this.#terms) return super.body()
    const { address, offers, subscribeUrl } = this.#terms
    return { ...super.body(), payment: { address, offers, subscribe: subscribeUrl ?? null } }
  }
}

/**
 * The ways to pay (BUD-07). X-Bitcoin is a request for the cheapest offer (BIP 21). A payment by Lightning buys no
 * subscription here, so there is no X-Lightning.
 */
export function paymentHeaders({ uri }: PaymentTerms): Record<string, string> {
  return uri === null ? {} : { 'x-bitcoin': uri }
}
