import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { ReminderFacts } from '../../mail/letters/letter.ts'
import { languageFor } from '../../mail/mails.ts'
import { dayMs } from '../ledger/notices.ts'
import { priceOf } from '../ledger/tier.ts'

/** What a reminder says of a subscription that ends at `endsAt` (milliseconds), written out in this language. */
export function reminderFacts(
  { tier, endsAt, language }: { readonly tier: string; readonly endsAt: number; readonly language: string },
  {
    subscription_tiers,
    graceDays,
    freeTierEnabled,
  }: Pick<RelaySettings, 'subscription_tiers' | 'graceDays' | 'freeTierEnabled'>,
  now: number,
): Pick<ReminderFacts, 'tier' | 'day' | 'isOver' | 'writesUntil' | 'hasFreeTier' | 'sats'> {
  const { tag } = languageFor(language)
  const written = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const sold = subscription_tiers.find(({ datalimit }) => datalimit === tier)
  const price = sold && priceOf(sold)
  const writesUntil = endsAt + graceDays * dayMs
  return {
    tier: tier.replace(/ per month$/, ''),
    day: written.format(endsAt),
    isOver: endsAt <= now,
    writesUntil: writesUntil > now ? written.format(writesUntil) : undefined,
    hasFreeTier: freeTierEnabled,
    sats: price ? new Intl.NumberFormat(tag).format(price) : undefined,
  }
}
