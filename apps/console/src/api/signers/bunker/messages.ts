import type { NostrEvent } from '@hornets/contract/nostr'
import type { EventToSign } from '../event-to-sign.ts'
import type { BunkerSession } from './session.ts'

/** The page's requests to the NIP-46 worker. */
export type BunkerAsk =
  /** By a `bunker://` address, or a name like `user@domain`. */
  | { readonly ask: 'connect'; readonly address: string }
  /** By a `nostrconnect://` address that the signer scans. */
  | { readonly ask: 'offer'; readonly relay: string; readonly origin: string }
  | { readonly ask: 'sign'; readonly session: BunkerSession; readonly event: EventToSign }

/** Why it failed: `refused` has the signer's message, if any; `cancelled` came from the page. */
export type BunkerErrorCode = 'address' | 'relay' | 'unreachable' | 'timeout' | 'refused' | 'signature' | 'cancelled'

export type BunkerTell = { readonly id: number } & (
  | { readonly tell: 'connected'; readonly session: BunkerSession }
  | { readonly tell: 'signed'; readonly event: NostrEvent }
  /** Shown to the signer, which then connects. */
  | { readonly tell: 'offer'; readonly uri: string }
  /** The signer requires approval on its own page. */
  | { readonly tell: 'approval'; readonly url: string }
  | { readonly tell: 'failed'; readonly code: BunkerErrorCode; readonly words?: string }
)
