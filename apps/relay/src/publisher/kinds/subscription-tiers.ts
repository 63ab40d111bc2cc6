import type { PublishedKind } from '../published-kind.ts'

/** The relay's subscription tiers as in the relay settings: size, price (satoshis), kinds, largest file, days kept. */
export const published: PublishedKind = {
  kind: 411,
  name: 'subscription tiers',
  readers: 'everyone',
  says: {
    after: ['relay_settings'],
    compose: ({ relaySettings }) => {
      const sold = relaySettings.subscription_tiers.filter(({ price, hidden }) => Number(price) > 0 && !hidden)
      const subscription_tiers = sold.map(({ hidden: _, ...offer }) => offer)
      return sold.length === 0 ? null : { content: JSON.stringify({ subscription_tiers }), tags: [] }
    },
  },
}
