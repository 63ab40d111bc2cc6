import type { PublishedKind } from '../published-kind.ts'

export const published: PublishedKind = { kind: 555, name: 'verified handles', readers: 'everyone' }
