import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { Bus } from '../bus/bus.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Policy } from '../policy/policy.ts'
import type { RefusalNotes } from '../refusals/refusal-log.ts'
import type { EventQuotas, Membership, MustWait } from './event-intake.ts'
import type { NostrLimits } from './fairness/limits.ts'
import type { DiskRoom, StorageLimits } from './fairness/storage-quotas.ts'
import type { ServerParts, TrafficCounter } from './server-parts.ts'
import type { FilterOf } from './subscriptions/content-filter.ts'

export interface BlockNotices {
  onBlocked(listener: (pubkey: string) => void): () => void
}

export interface NostrServerOptions {
  readonly bus?: Pick<Bus, 'on'>
  readonly events: EventStore
  readonly policy: Policy
  readonly access: BlockNotices
  readonly traffic: TrafficCounter
  readonly refusals?: RefusalNotes
  readonly now: () => number
  readonly log: Logger
  readonly names: { isOurs(address: string): boolean; noteArrival(host: string, place: string): void }
  readonly rounds?: Rounds
  readonly room: DiskRoom
  readonly isOwner: (pubkey: string) => boolean
  readonly onStored?: (event: NostrEvent, address: string | null, isHeld: boolean) => void
  readonly onVanished?: (pubkey: string) => Promise<void>
  readonly membership?: Membership
  readonly inviteFor?: ServerParts['inviteFor']
  readonly quotas?: EventQuotas
  readonly mustWait?: MustWait
  readonly onSignedIn?: ServerParts['onSignedIn']
  readonly filterOf?: FilterOf
  readonly dayLimits?: StorageLimits
  readonly compresses?: boolean
  readonly limits?: Partial<NostrLimits>
  readonly verifierWorkers?: number
}
