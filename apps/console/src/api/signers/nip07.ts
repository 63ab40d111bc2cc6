import type { NostrEvent } from '@hornets/contract/nostr'
import { readBunker } from './bunker/session.ts'
import type { EventToSign } from './event-to-sign.ts'

export const signerMissingText = 'Nostr extension is not available'

export interface Nip07 {
  getPublicKey(): Promise<string>
  signEvent(event: EventToSign): Promise<NostrEvent>
}

/** The extension, once present: extensions load around or after the load event. */
export function nostrExtension(): Nip07 | undefined {
  return (globalThis as { nostr?: Nip07 }).nostr
}

/** The signer: the remote signer connected in this tab, else the extension. Both have the same interface. */
export function nostrSigner(): Nip07 | undefined {
  const bunker = readBunker()
  if (!bunker) return nostrExtension()
  return {
    getPublicKey: async () => bunker.pubkey,
    signEvent: async event =>
      (await import('./bunker/client.ts')).signByBunker(bunker, event, { onApproval: tellApproval }),
  }
}

const approvals = new EventTarget()
const tellApproval = (url: string) => approvals.dispatchEvent(new CustomEvent('approval', { detail: url }))

/** Calls back when the remote signer requires approval on its own page. Returns a function that unsubscribes. */
export function onApproval(listener: (url: string) => void): () => void {
  const onApproval = (event: Event) => listener((event as CustomEvent<string>).detail)
  approvals.addEventListener('approval', onApproval)
  return () => approvals.removeEventListener('approval', onApproval)
}
