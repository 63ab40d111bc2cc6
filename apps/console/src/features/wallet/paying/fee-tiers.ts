import { feeSatsOf } from '@hornets/contract/wallet/amounts'

export const tierNames = ['low', 'med', 'high'] as const
export type TierName = (typeof tierNames)[number]

/** Satoshis per virtual byte of each tier. */
export type Tiers = Readonly<Record<TierName, number>>

interface RaiseFrom {
  /** What the transaction pays now. */
  readonly originalRate?: number
  /** The least that nodes take, as the wallet says. */
  readonly lowestRate?: number
}

/**
 * Tiers that a transaction may pay that has to pay more than another: each above the one before, the first above the
 * original (WALLET-52) and not below what nodes take (BIP 125, rules 3 and 4).
 */
export function raiseTiers({ low, med, high }: Tiers, { originalRate, lowestRate = 0 }: RaiseFrom): Tiers {
  const aboveOriginal = originalRate === undefined ? 0 : originalRate + 1
  const raisedLow = Math.max(low, aboveOriginal, upToTenth(lowestRate))
  const raisedMed = Math.max(med, raisedLow + 1)
  return { low: raisedLow, med: raisedMed, high: Math.max(high, raisedMed + 1) }
}

/** Rates count in thousandths: a binary fraction adds no tenth. */
const upToTenth = (rate: number) => Math.ceil(Math.round(rate * 1000) / 100) / 10

/** What a payment takes from the wallet (WALLET-33, WALLET-53); undefined while its size is not known. */
export function totalOf(amountSats: number, vbytes: number | undefined, rate: number) {
  if (vbytes === undefined || !(rate > 0)) return undefined
  const feeSats = feeSatsOf(vbytes, rate)
  return { feeSats, totalSats: amountSats + feeSats }
}
