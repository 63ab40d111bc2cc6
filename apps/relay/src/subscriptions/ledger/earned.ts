export const monthOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 7)

/** Satoshis in US cents, rounded, calculated with integers. */
export function centsOf(sats: number, centsPerBitcoin: number): number {
  return Number((BigInt(sats) * BigInt(centsPerBitcoin) + 50_000_000n) / 100_000_000n)
}
