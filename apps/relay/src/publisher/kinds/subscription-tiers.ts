import type { PublishedKind } from '../published-kind.ts'

/** The relay's subscription tiers: size and price (satoshis), as in the relay settings. */
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
