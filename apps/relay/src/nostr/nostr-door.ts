import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@hornets/server/logger'
import type { EventStore } from '../events/event-store.ts'
import type { Policy } from '../policy/policy.ts'
import type { NostrLimits } from './limits.ts'

/** Counts what the door does, for the traffic chart. */
export interface TrafficCounter {
  accepted(): void
  refused(): void
}

/** Tells of keys that have just been blocked. Returns how to stop listening. */
export interface BlockNotices {
  onBlocked(listener: (pubkey: string) => void): unknown
}

/** The Nostr websocket door: what public-door.ts and the context see of it. */
export interface NostrDoor {
  /** Takes over a socket that asked for a websocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Open connections now. */
  connections(): number
  /** What signatures are checked with, best first. */
  readonly verifier: 'native' | 'wasm' | 'javascript'
  /** Closes every connection with 1001, the door may be used again. */
  closeConnections(): Promise<void>
  /** Ends the door for good: connections, timers, workers. */
  close(): Promise<void>
}

export interface NostrDoorOptions {
  readonly events: EventStore
  readonly policy: Policy
  readonly access: BlockNotices
  readonly traffic: TrafficCounter
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
  /** Where clients reach the relay, e.g. `wss://relay.example`; without it NIP-42 trusts the Host that they name. */
  readonly publicUrl?: string
  /** Overrides single limits, for tests. */
  readonly limits?: Partial<NostrLimits>
}

export type CreateNostrDoor = (options: NostrDoorOptions) => NostrDoor
