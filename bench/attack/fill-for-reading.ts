import { publish } from '../nostr/publish.ts'
import { seededEvent } from '../nostr/seeded-events.ts'
import type { PeerRelay } from '../peer/peer-relay.ts'
import { clientAddress } from '../peer/row.ts'

/** Stores the first seeded events, since attacks on reading need data. */
export async function fillForReading(relay: PeerRelay, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => seededEvent(index))
  await publish(relay.endpoint, events, { clients: 8, inFlight: 16, from: clientAddress(3) })
}
