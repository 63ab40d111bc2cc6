import type { PublishedKind } from '../published-kind.ts'

/** What a subscriber has here; its p tag names the subscriber. */
export const published: PublishedKind = { kind: 888, name: 'subscriptions', readers: 'parties' }
