import type { PublishedKind } from '../published-kind.ts'

/** Confirms that a profile's X handle belongs to its author. */
export const published: PublishedKind = { kind: 555, name: 'verified handles', readers: 'everyone' }
