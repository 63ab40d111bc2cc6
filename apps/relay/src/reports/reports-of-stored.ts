import type { NostrEvent } from '@hornets/contract'
import type { EventStore } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import type { MediaService } from '../media/library/media-service.ts'
import { type Reported, reportedOf, reportKind } from './reported.ts'

interface Stores {
  readonly events: Pick<EventStore, 'find' | 'query'>
  readonly media: { readonly service: Pick<MediaService, 'find'> }
}

/** Whether an event is a report that names an event, file or author of this relay. */
export function reportsOfStored(stores: Stores) {
  return async (event: NostrEvent): Promise<boolean> => {
    if (event.kind !== reportKind) return false
    for (const subject of reportedOf(event)) if (await isStored(subject, stores)) return true
    return false
  }
}

async function isStored({ eventId, fileHash, pubkey }: Reported, { events, media }: Stores): Promise<boolean> {
  if (eventId !== '') return (await events.find(eventId)) !== null
  if (fileHash !== '') return (await media.service.find(fileHash)) !== null
  for await (const batch of events.query([{ authors: [pubkey], limit: 1 }], { scope: readAll }))
    for (const _event of batch.texts()) return true
  return false
}
