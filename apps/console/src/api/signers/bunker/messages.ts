import type { UnsignedEvent } from '@hornets/contract/admin/auth'
import type { NostrEvent } from '@hornets/contract/nostr'
import type { BunkerSession } from './session.ts'

/** What the page asks of the worker that speaks NIP-46. */
export type BunkerAsk =
  /** By a `bunker://` address, or a name as in `user@domain` that stands for one. */
  | { readonly ask: 'connect'; readonly address: string }
  /** By a `nostrconnect://` address that the signer scans. */
  | { readonly ask: 'offer'; readonly relay: string; readonly origin: string }
  | { readonly ask: 'sign'; readonly session: BunkerSession; readonly event: UnsignedEvent }

/** Why it did not work: `refused` carries the signer's own words where it gave some; `cancelled` is whoever waited. */
export type BunkerFault = 'address' | 'relay' | 'unreachable' | 'timeout' | 'refused' | 'signature' | 'cancelled'

export type BunkerTell = { readonly id: number } & (
  | { readonly tell: 'connected'; readonly session: BunkerSession }
  | { readonly tell: 'signed'; readonly event: NostrEvent }
  /** Shown to the signer, which then connects. */
  | { readonly tell: 'offer'; readonly uri: string }
  /** The signer wants the user to approve on a page of its own. */
  | { readonly tell: 'approval'; readonly url: string }
  | { readonly tell: 'failed'; readonly fault: BunkerFault; readonly words?: string }
)
