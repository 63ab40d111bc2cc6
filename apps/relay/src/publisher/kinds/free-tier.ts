import type { PublishedKind } from '../published-kind.ts'

/** How much an author can keep here without paying, as the relay settings write it. */
export const published: PublishedKind = {
  kind: 412,
  name: 'the free tier',
  readers: 'everyone',
  says: {
    after: ['relay_settings'],
    compose: ({ relaySettings: { freeTierEnabled, freeTierLimit } }) =>
      freeTierEnabled ? { content: JSON.stringify({ freeTierLimit }), tags: [] } : null,
  },
}
