import type { SubscriptionTier } from '@hornets/contract/admin/relay-settings'
import type { Reminder } from './notice-rounds.ts'

export interface ReminderFacts {
  readonly relayName: string
  readonly tiers: readonly SubscriptionTier[]
  /** Undefined if the relay has no public address. */
  readonly subscribeUrl: string | undefined
  readonly now: number
}

/** The text of a reminder, for a private message (NIP-17). */
export function reminderText(
  { tier, expiresAt, address }: Reminder,
  { relayName, tiers, subscribeUrl, now }: ReminderFacts,
): string {
  const day = new Date(expiresAt).toISOString().slice(0, 10)
  const price = tiers.find(({ datalimit }) => datalimit === tier)?.price
  const lines = [
    `Your subscription to ${relayName} (${tier}) ${expiresAt > now ? 'ends' : 'ended'} on ${day}.`,
    ...(price === undefined || address === null ? [] : [`To renew it for a month, pay ${price} sats to ${address}.`]),
    ...(subscribeUrl === undefined ? [] : [`Your subscription: ${subscribeUrl}`]),
  ]
  return lines.join('\n')
}
