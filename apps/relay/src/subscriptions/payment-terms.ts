import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { priceOf } from './ledger/tier.ts'

export interface PaymentTerms {
  /** The key's own bitcoin address; null while it has none. */
  readonly address: string | null
  /** The cheapest first; whole satoshis. */
  readonly offers: readonly { readonly datalimit: string; readonly sats: number }[]
  /** The page where subscribers pay; undefined while the relay has no public address. */
  readonly subscribeUrl: string | undefined
  /** A request to pay the cheapest offer (BIP 21); null without an address or an offer. */
  readonly uri: string | null
  /** A Lightning invoice over the cheapest offer (BOLT 11); null where none can be made. */
  readonly invoice: string | null
}

export const shownTiers = ({ subscription_tiers }: Pick<RelaySettings, 'subscription_tiers'>) =>
  subscription_tiers.filter(tier => priceOf(tier) !== null && !tier.hidden)

/** A request to pay this many satoshis (BIP 21): bitcoin with eight decimals. */
export function bitcoinUri(address: string, sats: number): string {
  const digits = String(sats).padStart(9, '0')
  return `bitcoin:${address}?amount=${digits.slice(0, -8)}.${digits.slice(-8)}`
}

export function offersOf(settings: Pick<RelaySettings, 'subscription_tiers'>): PaymentTerms['offers'] {
  const offers = shownTiers(settings).map(tier => ({ datalimit: tier.datalimit, sats: priceOf(tier) ?? 0 }))
  return offers.sort((one, other) => one.sats - other.sats)
}

export function pricesText(offers: PaymentTerms['offers']): string {
  const prices = offers.map(({ datalimit, sats }) => `${datalimit} for ${sats} sats`)
  return prices.length > 0 ? `. Prices: ${prices.join(', ')}` : ''
}

export function termsOf(
  settings: Pick<RelaySettings, 'subscription_tiers'>,
  facts: Pick<PaymentTerms, 'address' | 'subscribeUrl' | 'invoice'>,
): PaymentTerms {
  const offers = offersOf(settings)
  const [cheapest] = offers
  const uri = facts.address !== null && cheapest ? bitcoinUri(facts.address, cheapest.sats) : null
  return { ...facts, offers, uri }
}
