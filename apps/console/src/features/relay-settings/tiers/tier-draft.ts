import { dataLimit, type SubscriptionTier } from '@hornets/contract/admin/relay-settings'
import { maxSats } from '@hornets/contract/wallet/amounts'
import type { Admission } from '../admission.ts'
import { type GivesError, givesError, givesOf } from './gives-draft.ts'

/** What tiers and their end are besides size and price: other servers may not have it. */
export const tierTerms = 'relay-settings terms'

export const sizeUnits = ['MB', 'GB', 'TB'] as const
export type SizeUnit = (typeof sizeUnits)[number]

interface Size {
  /** null: none is typed. */
  readonly value: number | null
  readonly unit: SizeUnit
}

/** '1.5 GB per month' as its parts; what is still being typed has no value. */
export function readSize(limit: string): Size {
  const [, value = '', unit] = /^(.*) (MB|GB|TB) per month$/.exec(limit) ?? []
  return { value: value === '' ? null : Number(value), unit: (unit as SizeUnit | undefined) ?? 'GB' }
}

export const writeSize = ({ value, unit }: Size): string => `${value ?? ''} ${unit} per month`

/** What a tier costs, satoshis; null: none is typed. */
export const readPrice = ({ price }: Pick<SubscriptionTier, 'price'>): number | null =>
  price === '' ? null : Number(price)

export const writePrice = (sats: number | null): string => (sats === null ? '' : String(sats))

/** A tier that is added: the size that is offered least often by mistake, and a price that has to be given. */
export const newTier: SubscriptionTier = { datalimit: '1 GB per month', price: '' }

export type TierError = 'size' | 'price' | 'twice' | GivesError

export const soldOf = ({ datalimit, price, hidden }: SubscriptionTier): SubscriptionTier => ({
  datalimit,
  price,
  ...(hidden && { hidden }),
})

const isSize = (limit: string) => dataLimit.safeParse(limit).success && (readSize(limit).value ?? 0) > 0

/** What is wrong with a tier, if anything. Two of one size could not be told apart in any list. */
export function errorOf(tier: SubscriptionTier, tiers: readonly SubscriptionTier[]): TierError | undefined {
  if (!isSize(tier.datalimit)) return 'size'
  const price = readPrice(tier)
  if (price === null || !Number.isInteger(price) || price < 1 || price > maxSats) return 'price'
  const isTwice = tiers.filter(({ datalimit }) => datalimit === tier.datalimit).length > 1
  return isTwice ? 'twice' : givesError(tier)
}

/** What of the subscriptions keeps the form from being saved. */
export function subscriptionError(draft: Admission): TierError | 'free' | 'days' | undefined {
  const {
    subscription_tiers: tiers,
    freeTierLimit,
    freeTierGives,
    paymentConfirmations,
    graceDays,
    readOnlyDays,
  } = draft
  const error = tiers.map(tier => errorOf(tier, tiers)).find(Boolean)
  if (error) return error
  if (!isSize(freeTierLimit)) return 'free'
  const wrong = givesError(freeTierGives)
  if (wrong) return wrong
  const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most
  const areRight = isWithin(paymentConfirmations, 100) && isWithin(graceDays, 365) && isWithin(readOnlyDays, 3650)
  return areRight ? undefined : 'days'
}

/** The list with one tier moved by a place, up (-1) or down (1). */
export function moveTier(tiers: readonly SubscriptionTier[], index: number, by: -1 | 1): SubscriptionTier[] {
  const moved = [...tiers]
  const [tier] = moved.splice(index, 1)
  if (tier) moved.splice(index + by, 0, tier)
  return moved
}

export interface TierChange {
  /** As it was. */
  readonly tier: string
  readonly change: 'removed' | 'price' | 'gives'
  /** Satoshis for a month, of before and after. */
  readonly from: number
  readonly to: number
}

/** Tiers that are offered now and would no longer be, at another price or with other limits. */
export function changedTiers(saved: readonly SubscriptionTier[], draft: readonly SubscriptionTier[]): TierChange[] {
  return saved.flatMap((before): TierChange[] => {
    const after = draft.find(({ datalimit }) => datalimit === before.datalimit)
    const [from, to] = [Number(before.price), Number(after?.price ?? 0)]
    if (!after) return [{ tier: before.datalimit, change: 'removed', from, to }]
    const isSame = JSON.stringify(givesOf(before)) === JSON.stringify(givesOf(after))
    return [
      ...(from === to ? [] : [{ tier: before.datalimit, change: 'price', from, to } as const]),
      ...(isSame ? [] : [{ tier: before.datalimit, change: 'gives', from, to } as const]),
    ]
  })
}

/** Who writes without paying: all, nobody, or each up to a limit. */
export function freeWriters({ freeTierEnabled, subscription_tiers }: Admission): 'all' | 'nobody' | 'limited' {
  if (freeTierEnabled) return 'limited'
  return subscription_tiers.some(tier => Number(tier.price) > 0) ? 'nobody' : 'all'
}

/** Whether others than subscribers write now and could no longer. */
export const closesRelay = (saved: Admission, draft: Admission): boolean =>
  freeWriters(draft) === 'nobody' && freeWriters(saved) !== 'nobody'
