import type { PublishedKind } from '../published-kind.ts'

export const published: PublishedKind = { kind: 19_843, name: 'answers to disputes', readers: 'parties' }
