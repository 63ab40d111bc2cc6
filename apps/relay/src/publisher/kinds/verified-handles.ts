import type { PublishedKind } from '../published-kind.ts'

/** That a profile's handle on X is its author's own. */
export const published: PublishedKind = { kind: 555, name: 'verified handles', readers: 'everyone' }
