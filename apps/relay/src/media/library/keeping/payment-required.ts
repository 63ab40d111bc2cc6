import type { Why } from '@hornets/contract/admin/refusals/causes'
import { ApiError } from '@hornets/server/api-error'
import { type PaymentTerms, pricesText } from '../../../subscriptions/payment-terms.ts'

/** How uploads are paid for. Neither call rejects. */
export interface UploadPayments {
  termsFor(pubkey: string, place: string): Promise<PaymentTerms>
  /** Credits the invoice that a preimage proves paid, once. False for a preimage of no invoice. */
  takeProof(preimage: string): Promise<boolean>
}

/** A file that its uploader lacks space for, where space is sold (BUD-07). */
export class PaymentRequired extends ApiError {
  readonly pubkey: string
  readonly #terms: PaymentTerms | undefined

  constructor({ reason, ...why }: Why & { readonly reason: string }, pubkey: string, terms?: PaymentTerms) {
    super('payment_required', reason, { why })
    this.pubkey = pubkey
    this.#terms = terms
  }

  with(terms: PaymentTerms): PaymentRequired {
    const where = terms.uri === null ? '' : `. Pay to ${terms.address}`
    const reason = `${this.message}${pricesText(terms.offers)}${where}`
    return new PaymentRequired({ cause: 'quota', ...this.why, reason }, this.pubkey, terms)
  }

  override body() {
    if (!this.#terms) return super.body()
    const { address, invoice, offers, subscribeUrl } = this.#terms
    return { ...super.body(), payment: { address, invoice, offers, subscribe: subscribeUrl ?? null } }
  }
}

/** The ways to pay the cheapest offer (BUD-07): X-Bitcoin (BIP 21), X-Lightning (BOLT 11). */
export function paymentHeaders({ uri, invoice }: PaymentTerms): Record<string, string> {
  return { ...(uri !== null && { 'x-bitcoin': uri }), ...(invoice !== null && { 'x-lightning': invoice }) }
}
