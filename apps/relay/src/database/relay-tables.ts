import type { EventTables } from './migrations/001-events.ts'
import type { FileTables } from './migrations/002-files.ts'
import type { CounterTables } from './migrations/003-counters.ts'
import type { VanishedTables } from './migrations/004-vanished.ts'
import type { SpentAuthorizationTables } from './migrations/005-spent-authorizations.ts'

/** Row types of the relay's store, each beside the migration that makes its table. */
export type RelayTables = EventTables & FileTables & CounterTables & VanishedTables & SpentAuthorizationTables
