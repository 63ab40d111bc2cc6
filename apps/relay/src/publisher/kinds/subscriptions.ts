import type { PublishedKind } from '../published-kind.ts'

/** A subscriber's plan; its p tag names the subscriber. */
export const published: PublishedKind = { kind: 888, name: 'subscriptions', readers: 'parties' }
