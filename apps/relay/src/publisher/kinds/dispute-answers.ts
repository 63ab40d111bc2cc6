import type { PublishedKind } from '../published-kind.ts'

/** The decision on a disputed block. */
export const published: PublishedKind = { kind: 19_843, name: 'answers to disputes', readers: 'parties' }
