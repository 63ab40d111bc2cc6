import type { RelaySettings, SubscriptionTier, TierGives } from '@hornets/contract/admin/relay-settings'

const unitBytes = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

/** Beyond this, space is as good as endless; two of them still add up to a number that is exact. */
const bytesMax = 2 ** 52

export const countable = (bytes: number): number => Math.min(bytes, bytesMax)

/** Bytes of a size as the settings write it: '1 GB per month', 1024-based. 0 for an invalid text. */
export function bytesOfLimit(limit: string): number {
  const [, size] = /^(\S+ [MGT]B) per month$/.exec(limit) ?? []
  return size === undefined ? 0 : bytesOfSize(size)
}

export function bytesOfSize(size: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?) (KB|MB|GB|TB)$/.exec(size) ?? []
  return number && unit ? Math.floor(countable(Number(number) * unitBytes[unit as keyof typeof unitBytes])) : 0
}

/** Whole satoshis per month; null for a tier that is not sold. */
export function priceOf({ price }: Pick<SubscriptionTier, 'price'>): number | null {
  const sats = Number(price)
  return sats > 0 && Number.isSafeInteger(sats) ? sats : null
}

/** A tier's limits as the ledger keeps them, whatever becomes of the tier; empty for none. */
export function writeGives({ kinds, maxfile, days }: TierGives): string {
  const limits = { ...(kinds && { kinds }), ...(maxfile && { maxfile }), ...(days !== undefined && { days }) }
  return Object.keys(limits).length === 0 ? '' : JSON.stringify(limits)
}

/** The limits of a tier that is offered now; undefined if there is none of that name. */
export function givenBy(name: string, tiers: readonly SubscriptionTier[]): string | undefined {
  const tier = tiers.find(({ datalimit }) => datalimit === name)
  return tier && writeGives(tier)
}

export interface Purchase {
  readonly tier: string
  readonly months: number
  readonly priceSats: number
  readonly bytes: number
  readonly gives: string
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
  const bytes = countable(bytesOfLimit(datalimit) * months)
  return { tier: datalimit, months, priceSats: dearest.price * months, bytes, gives: writeGives(dearest.tier) }
}

export const sellsAnything = ({ subscription_tiers }: Pick<RelaySettings, 'subscription_tiers'>): boolean =>
  subscription_tiers.some(tier => priceOf(tier) !== null)
