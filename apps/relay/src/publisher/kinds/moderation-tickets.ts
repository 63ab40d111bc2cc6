import type { PublishedKind } from '../published-kind.ts'

/** Tells an author why an event was blocked, so that it can be disputed. */
export const published: PublishedKind = { kind: 19_841, name: 'moderation tickets', readers: 'parties' }
