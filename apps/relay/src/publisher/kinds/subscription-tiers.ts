import type { PublishedKind } from '../published-kind.ts'

/** What the relay sells: size and price (satoshis) of each tier, as the relay settings write them. */
export const published: PublishedKind = {
  kind: 411,
  name: 'subscription tiers',
  readers: 'everyone',
  says: {
    after: ['relay_settings'],
    compose: ({ relaySettings: { subscription_tiers } }) =>
      subscription_tiers.length === 0 ? null : { content: JSON.stringify({ subscription_tiers }), tags: [] },
  },
}
