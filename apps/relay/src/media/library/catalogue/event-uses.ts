import type { NostrEvent } from '@hornets/contract'
import { type EventStore, QueryTooCostly } from '../../../events/event-store.ts'
import { readEvents } from '../../../events/read-events.ts'
import type { ReadScope } from '../../../events/read-scope.ts'
import { profileNamesOf } from '../../../profiles/profile-names.ts'

const searchMs = 3000

/** Events with the hash in their text (Blossom addresses) or an x tag (NIP-94), newest first. */
export async function eventsUsing(
  events: Pick<EventStore, 'query'>,
  hash: string,
  { limit, scope }: { readonly limit: number; readonly scope: ReadScope },
) {
  const signal = AbortSignal.timeout(searchMs)
  const found = new Map<string, NostrEvent>()
  let finished = true
  for (const filter of [{ tags: [['x', [hash]] as const] }, { search: hash }]) {
    try {
      for (const event of await readEvents(events, [filter], limit, signal, scope)) found.set(event.id, event)
    } catch (error) {
      if (!(error instanceof QueryTooCostly) && !signal.aborted) throw error
      finished = false
    }
  }
  const newest = [...found.values()].sort((one, other) => other.created_at - one.created_at).slice(0, limit)
  const authors = new Set(newest.map(({ pubkey }) => pubkey))
  const names = finished ? await profileNamesOf(events, authors, signal) : new Map<string, string>()
  return { events: newest.map(event => ({ event, author: names.get(event.pubkey) ?? null })), finished }
}
