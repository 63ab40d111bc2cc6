import type { Logger } from '@hornets/server/logger'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore, EventTally } from './event-store.ts'

export interface EventStoreOptions {
  readonly database: RelayDatabase
  readonly tally: EventTally
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
}

export type OpenEventStore = (options: EventStoreOptions) => EventStore
