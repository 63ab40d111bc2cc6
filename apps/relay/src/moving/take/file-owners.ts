import type { NostrEvent } from '@hornets/contract'
import type { EventStore } from '../../events/event-store.ts'
import { readAll } from '../../events/read-scope.ts'

/** Kinds by which authors say which file is theirs: 117 of the family, 1063 of NIP-94. */
const announcements = { 117: 'blossom_hash', 1063: 'x' } as const
const pageEvents = 1000
/** More are not held in memory: what is beyond has no owner here. */
const filesMax = 1_000_000

export async function ownersOfFiles(
  events: Pick<EventStore, 'query'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const owners = new Map<string, string[]>()
  for (const [kind, tag] of Object.entries(announcements)) {
    let after: { time: number; id: string } | undefined
    for (;;) {
      const filter = { kinds: [Number(kind)], limit: pageEvents, ...(after && { after }) }
      const options = { scope: readAll, isAside: true, time: 'unlimited', signal } as const
      let last: NostrEvent | undefined
      for await (const batch of events.query([filter], options))
        for (const text of batch.texts()) {
          last = JSON.parse(text) as NostrEvent
          note(owners, last, tag)
        }
      if (!last) break
      after = { time: last.created_at, id: last.id }
    }
  }
  return owners
}

function note(owners: Map<string, string[]>, { pubkey, tags }: NostrEvent, tag: string): void {
  for (const [name, hash] of tags) {
    if (name !== tag || hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) continue
    const known = owners.get(hash)
    if (!known && owners.size < filesMax) owners.set(hash, [pubkey])
    else if (known && !known.includes(pubkey)) known.push(pubkey)
  }
}
