import type { Role } from '@hornets/contract/roles'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { EventStore } from '../../events/event-store.ts'
import type { EventTaker } from '../event-taker.ts'

export interface CopyPlan {
  readonly url: string
  readonly direction: 'pull' | 'push' | 'both'
  /** Kinds that are not taken. */
  readonly without?: readonly number[]
  /** NIP-01, as JSON. */
  readonly filter: object
  /** Of who started it: nobody gives away what they cannot see. */
  readonly role: Role
}

export interface EventCopyParts {
  readonly events: Pick<EventStore, 'names' | 'query'>
  readonly taker: EventTaker
  readonly wayOut: Pick<WayOut, 'agentFor'>
  readonly secretKey: () => Uint8Array
  readonly now: () => number
}
