import { maxSats } from '@hornets/contract/wallet/amounts'

/** Typed amount as whole satoshis; undefined if it is empty, zero, negative or fractional (WALLET-34, R-60). */
export function readAmount(text: string): number | undefined {
  const digits = text.trim()
  if (!/^\d{1,16}$/.test(digits)) return undefined
  const sats = Number(digits)
  return sats >= 1 && sats <= maxSats ? sats : undefined
}

/** Whether the wallet can pay this amount, before fees (WALLET-35). An unknown balance refuses nothing. */
export function isPayable(sats: number | undefined, balanceSats: number | undefined): sats is number {
  return sats !== undefined && (balanceSats === undefined || sats <= balanceSats)
}
