import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/process/logger'
import type { StoredReads } from '../events/event-store.ts'
import type { ReaderKeys } from '../policy/read-policy.ts'
import type { Refusal } from '../policy/refusal.ts'
import type { RefusalNotes } from '../refusals/refusal-log.ts'
import type { Intake } from './event-intake.ts'
import type { NostrLimits } from './fairness/limits.ts'
import type { QueryScheduler } from './fairness/query-scheduler.ts'
import type { Frames, Message } from './sending/websocket-frame.ts'
import type { FilterOf } from './subscriptions/content-filter.ts'
import type { FanOut } from './subscriptions/fan-out.ts'
import type { Subscription } from './subscriptions/subscription.ts'
import type { SubscriptionIndex } from './subscriptions/subscription-index.ts'
import type { VerifierPool } from './verification/verifier-pool.ts'

export interface TrafficCounter {
  accepted(): void
  refused(): void
}

/** What connections ask of the policy. A promise where another process has to be asked. */
export interface ConnectionPolicy {
  readonly moderationMode: 'strict' | 'passive'
  judgeAddress(ip: string): Refusal | null | Promise<Refusal | null>
  judgeReader(pubkey: string, ip?: string): Refusal | null | Promise<Refusal | null>
  judgeReading(keys: ReaderKeys): Refusal | null
  /** Asks for what `judgeReading` answers; undefined where that is known. */
  refresh?(keys: ReaderKeys): Promise<void> | undefined
}

export interface ServerParts {
  readonly events: StoredReads
  readonly policy: ConnectionPolicy
  readonly verifier: VerifierPool
  readonly intake: Intake
  readonly subscriptions: SubscriptionIndex<Subscription>
  readonly fanOut: FanOut<Subscription>
  readonly traffic: TrafficCounter
  readonly refusals: RefusalNotes
  readonly limits: NostrLimits
  readonly scheduler: QueryScheduler
  /** Events in all open comparisons of stores (NIP-77). */
  readonly compared: { events: number }
  /** `place`: the network address that it counts for; null if many share that address. */
  readonly onSignedIn: (pubkey: string, place: string | null) => void
  /** The answer to a REQ of an invitation by these keys (NIP-43); null for none. */
  readonly inviteFor: (keys: ReadonlySet<string>) => Promise<NostrEvent | null>
  readonly filterOf: FilterOf
  readonly now: () => number
  readonly log: Logger
}

export interface Line {
  readonly ip: string
  send(text: string): void
  /** A message in two parts, which are not copied while waiting. */
  sendMessage(message: Message): void
  sendFrames(frames: Frames): void
  readonly isCompressing: boolean
  /** Resolves once the client has received enough or is gone; undefined while little is waiting. */
  hasRoom(): Promise<void> | undefined
  pauseReading(paused: boolean): void
  rest(millis: number): void
}
