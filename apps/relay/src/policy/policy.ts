import type { NostrEvent } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Refusal } from './refusal.ts'

/** What the chain reads of the operator's lists; synchronous and constant in time, since it is asked for every event. */
export interface BlockList {
  isBlocked(pubkey: string): boolean
}

/** The relay settings that count now. */
export interface CurrentRelaySettings {
  current(): Readonly<RelaySettings>
}

/** What is known of the connection that an event came by. */
export interface EventContext {
  /** Public keys that this connection has proved to hold (NIP-42). */
  readonly authenticated: ReadonlySet<string>
}

export interface UploadedFile {
  /** Media type without parameters, lower case. */
  readonly mime: string
  readonly bytes: number
  /** Who signed the upload. */
  readonly pubkey: string
}

/** May this event, this file, this reader pass? */
export interface Policy {
  /** Null = it may pass. The event's shape, id and signature have been found right before. */
  judgeEvent(event: NostrEvent, context: EventContext): Refusal | null
  /** `reason` goes into BUD-01's X-Reason, `status` is the answer's. */
  judgeFile(file: UploadedFile): Refusal | null
  /** May this key sign in? (NIP-42, BUD authorisation) */
  judgeReader(pubkey: string): Refusal | null
}
