import { feeSatsOf } from '@hornets/contract/wallet/amounts'

export const tierNames = ['low', 'med', 'high'] as const
export type TierName = (typeof tierNames)[number]

/** Satoshis per virtual byte of each tier. */
export type Tiers = Readonly<Record<TierName, number>>

/** Tiers that a replacement may pay: each above the one before, the first above the original (WALLET-52; BIP 125 rule 4). */
export function raiseTiers({ low, med, high }: Tiers, originalRate: number): Tiers {
  const raisedLow = Math.max(low, originalRate + 1)
  const raisedMed = Math.max(med, raisedLow + 1)
  return { low: raisedLow, med: raisedMed, high: Math.max(high, raisedMed + 1) }
}

/** What a payment takes from the wallet (WALLET-33, WALLET-53); undefined while its size is not known. */
export function totalOf(amountSats: number, vbytes: number | undefined, rate: number) {
  if (vbytes === undefined || !(rate > 0)) return undefined
  const feeSats = feeSatsOf(vbytes, rate)
  return { feeSats, totalSats: amountSats + feeSats }
}
