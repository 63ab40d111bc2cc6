import type { PublishedKind } from '../published-kind.ts'
import { soldTiers } from '../sold-tiers.ts'

/** The relay's subscription tiers as in the relay settings: size, price (satoshis), kinds, largest file, days kept. */
export const published: PublishedKind = {
  kind: 411,
  name: 'subscription tiers',
  readers: 'everyone',
  says: {
    after: ['relay_settings'],
    compose: ({ relaySettings }) => {
      const subscription_tiers = soldTiers(relaySettings)
      return subscription_tiers.length === 0 ? null : { content: JSON.stringify({ subscription_tiers }), tags: [] }
    },
  },
}
