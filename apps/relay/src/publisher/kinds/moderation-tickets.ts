import type { PublishedKind } from '../published-kind.ts'

export const published: PublishedKind = { kind: 19_841, name: 'moderation tickets', readers: 'parties' }
