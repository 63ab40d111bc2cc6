import { feeSatsOf } from '@hornets/contract/wallet/amounts'

export const tierNames = ['low', 'med', 'high'] as const
export type TierName = (typeof tierNames)[number]

/** Satoshis per virtual byte of each tier. */
export type Tiers = Readonly<Record<TierName, number>>

interface RaiseFrom {
  /** What the transaction pays now. */
  readonly originalRate?: number
  /** The minimum that nodes accept, from the wallet. */
  readonly lowestRate?: number
}

/** Ascending, above the original (WALLET-52) and at least what nodes accept (BIP 125, rules 3 and 4). */
export function raiseTiers({ low, med, high }: Tiers, { originalRate, lowestRate = 0 }: RaiseFrom): Tiers {
  const aboveOriginal = originalRate === undefined ? 0 : originalRate + 1
  const raisedLow = Math.max(low, aboveOriginal, upToTenth(lowestRate))
  const raisedMed = Math.max(med, raisedLow + 1)
  return { low: raisedLow, med: raisedMed, high: Math.max(high, raisedMed + 1) }
}

/** Rates are in thousandths, so that floating point adds no tenth. */
const upToTenth = (rate: number) => Math.ceil(Math.round(rate * 1000) / 100) / 10

/** A payment's total (WALLET-33, WALLET-53); undefined while its size is unknown. */
export function totalOf(amountSats: number, vbytes: number | undefined, rate: number) {
  if (vbytes === undefined || !(rate > 0)) return undefined
  const feeSats = feeSatsOf(vbytes, rate)
  return { feeSats, totalSats: amountSats + feeSats }
}
