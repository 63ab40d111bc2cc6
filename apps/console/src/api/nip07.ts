import type { UnsignedEvent } from '@hornets/contract/admin/auth'
import type { NostrEvent } from '@hornets/contract/nostr'

/** What a NIP-07 extension puts into the page. */
export interface Nip07 {
  getPublicKey(): Promise<string>
  signEvent(event: UnsignedEvent): Promise<NostrEvent>
}

/** The extension, once it is there: extensions arrive around or after the load event. */
export function nostrExtension(): Nip07 | undefined {
  return (globalThis as { nostr?: Nip07 }).nostr
}
