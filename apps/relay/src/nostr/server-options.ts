import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { Bus } from '../bus/bus.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Policy } from '../policy/policy.ts'
import type { RefusalNotes } from '../refusals/refusal-log.ts'
import type { EventQuotas, IsReportOfStored, Membership, MustWait } from './event-intake.ts'
import type { NostrLimits } from './fairness/limits.ts'
import type { DiskRoom, StorageLimits } from './fairness/storage-quotas.ts'
import type { ServerParts, TrafficCounter } from './server-parts.ts'
import type { ServingOptions } from './serving/serving-processes.ts'
import type { FilterOf } from './subscriptions/content-filter.ts'

export interface BlockNotices {
  onBlocked(listener: (pubkey: string) => void): () => void
}

export interface NostrServerOptions {
  /** Where the relay's own events come from; none without. */
  readonly bus?: Pick<Bus, 'on'>
  readonly events: EventStore
  readonly policy: Policy
  readonly access: BlockNotices
  readonly traffic: TrafficCounter
  readonly refusals?: RefusalNotes
  readonly now: () => number
  readonly log: Logger
  /** The relay's own names: for NIP-42, and to recognise clients that use others. */
  readonly names: { isOurs(address: string): boolean; noteArrival(host: string, place: string): void }
  readonly rounds?: Rounds
  readonly room: DiskRoom
  readonly isOwner: (pubkey: string) => boolean
  readonly onStored?: (event: NostrEvent, address: string | null, isHeld: boolean) => void
  /** Called with a key whose events were removed at its request (NIP-62), before the answer. */
  readonly onVanished?: (pubkey: string) => Promise<void>
  /** Answers requests to join and to leave (NIP-43). */
  readonly membership?: Membership
  /** The answer to a REQ of an invitation by these keys (NIP-43); null for none. */
  readonly inviteFor?: ServerParts['inviteFor']
  readonly quotas?: EventQuotas
  readonly mustWait?: MustWait
  /** Reports of what is stored here are taken whatever mode and writers are set; none by default. */
  readonly isReportOfStored?: IsReportOfStored
  readonly onSignedIn?: ServerParts['onSignedIn']
  /** What each reader does not want to see; by default everything is shown. */
  readonly filterOf?: FilterOf
  readonly dayLimits?: StorageLimits
  /** Bytes of a day that apply to one key alone; null = the limits above. */
  readonly ownDayOf?: (pubkey: string) => number | null
  /** Whether clients that ask for it get compressed messages, and may send them. */
  readonly compresses?: boolean
  readonly limits?: Partial<NostrLimits>
  readonly verifierWorkers?: number
  /** Processes that serve clients beside this one; none by default. */
  readonly serving?: ServingOptions | undefined
}
