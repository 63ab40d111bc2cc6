import type { NostrEvent } from '@hornets/contract'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { OldSubscriber } from '../statistics-store.ts'

/** Kinds by which a relay of the family tells of a subscription, older and newer. */
export const subscriptionKinds = [888, 11888]
/** What it publishes of itself: here it would speak of the old server. */
export const ownKinds = [411, 10411, ...subscriptionKinds]

const valueMax = 200

export function subscriptionIn({ tags }: NostrEvent): OldSubscriber | null {
  const find = (name: string) => tags.find(([one]) => one === name)?.map(value => String(value).slice(0, valueMax))
  const npub = toPubkeyHex(find('p')?.[1] ?? '')
  if (npub === null) return null
  const [, tier = '', end = ''] = find('active_subscription') ?? []
  const seconds = Number(end)
  return {
    npub,
    tier,
    expires: seconds > 0 && seconds < 253_402_300_800 ? new Date(seconds * 1000).toISOString() : '',
    bytes: Number(find('storage')?.[2] ?? 0) || 0,
    address: find('relay_bitcoin_address')?.[1] ?? '',
    credit: Number(find('credit')?.[1] ?? 0) || 0,
  }
}
