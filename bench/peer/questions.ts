import { idOf } from '../nostr/publish.ts'
import { author, authorCount, referredNote, seedEndsAt, seededEvent } from '../nostr/seeded-events.ts'

type Pick = (end: number) => number

/** The measured shapes of REQ, as functions from a random generator to a filter. */
export const shapes: Readonly<Record<string, (pick: Pick, stored: number) => object>> = {
  id: (pick, stored) => ({ ids: [idOf(seededEvent(pick(stored)))] }),
  'author, 50': pick => ({ authors: [author(pick(authorCount)).pubkey], limit: 50 }),
  '#e': pick => ({ '#e': [referredNote(pick(5000))], limit: 100 }),
  'kind, 500': (pick, stored) => ({ kinds: [1], limit: 500, until: seedEndsAt - pick(stored) * 3 }),
  'feed of 300 authors': pick => ({ authors: someAuthors(pick, 300), kinds: [1, 6], limit: 100 }),
}

export function someAuthors(pick: Pick, count: number): string[] {
  return Array.from({ length: count }, () => author(pick(authorCount)).pubkey)
}
