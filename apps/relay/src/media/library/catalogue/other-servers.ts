import type { EventStore } from '../../../events/event-store.ts'
import { readEvents } from '../../../events/read-events.ts'

/** A key's list of the servers that keep its files (BUD-03), the most trusted first. */
const serverListKind = 10_063
const listsMax = 20
const serversMax = 10

/** From its owners' server lists, without our own; what is listed was never fetched. */
export async function otherAddresses(
  events: Pick<EventStore, 'query'>,
  { name, owners, isOurs }: { name: string; owners: readonly string[]; isOurs: (server: string) => boolean },
  signal: AbortSignal,
): Promise<string[]> {
  if (owners.length === 0) return []
  const filter = { kinds: [serverListKind], authors: [...owners].slice(0, listsMax) }
  const lists = await readEvents(events, [filter], listsMax, signal)
  const origins = lists
    .flatMap(({ tags }) => tags.filter(([tag]) => tag === 'server').map(([, server = '']) => originOf(server)))
    .filter(origin => origin !== null && !isOurs(origin))
  return [...new Set(origins)].slice(0, serversMax).map(origin => `${origin}/${name}`)
}

function originOf(server: string): string | null {
  const url = URL.parse(server)
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}
