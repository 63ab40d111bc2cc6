import { maxSats } from '@hornets/contract/wallet/amounts'

/** A typed amount as whole satoshis; undefined for what is none: empty, zero, negative, fractional (WALLET-34, R-60). */
export function readAmount(text: string): number | undefined {
  const digits = text.trim()
  if (!/^\d{1,16}$/.test(digits)) return undefined
  const sats = Number(digits)
  return sats >= 1 && sats <= maxSats ? sats : undefined
}

/** An amount that this wallet can pay, before fees (WALLET-35). A balance that is not known refuses nothing. */
export function isPayable(sats: number | undefined, balanceSats: number | undefined): sats is number {
  return sats !== undefined && (balanceSats === undefined || sats <= balanceSats)
}
