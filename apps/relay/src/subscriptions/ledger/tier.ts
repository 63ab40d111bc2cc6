import type { SubscriptionTier } from '@hornets/contract/admin/relay-settings'

const unitBytes = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

/** Bytes of a size as the settings write it: '1 GB per month', 1024-based. 0 for an invalid text. */
export function bytesOfLimit(limit: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?) (MB|GB|TB) per month$/.exec(limit) ?? []
  return number && unit ? Math.floor(Number(number) * unitBytes[unit as keyof typeof unitBytes]) : 0
}

/** Whole satoshis per month; null for a tier that is not sold. */
export function priceOf({ price }: Pick<SubscriptionTier, 'price'>): number | null {
  const sats = Number(price)
  return sats > 0 && Number.isSafeInteger(sats) ? sats : null
}

export interface Purchase {
  readonly tier: string
  readonly months: number
  readonly priceSats: number
  readonly bytes: number
}

/** A credit for more months would have to be a mistake. */
const monthsMax = 1200

/** What a credit buys: the most expensive tier that it covers, for as many months as possible; null for nothing. */
export function choosePurchase(creditSats: number, tiers: readonly SubscriptionTier[]): Purchase | null {
  const covered = tiers
    .map(tier => ({ tier, price: priceOf(tier) }))
    .filter((offer): offer is { tier: SubscriptionTier; price: number } => offer.price !== null)
    .filter(({ price }) => price <= creditSats)
    .sort((one, other) => other.price - one.price)
  const [dearest] = covered
  if (!dearest) return null
  const months = Math.min(monthsMax, Math.floor(creditSats / dearest.price))
  const { datalimit } = dearest.tier
  return { tier: datalimit, months, priceSats: dearest.price * months, bytes: bytesOfLimit(datalimit) * months }
}
