import type { FileTables } from './migrations/relay/002-files.ts'
import type { CounterTables } from './migrations/relay/003-counters.ts'
import type { SpentAuthorizationTables } from './migrations/relay/005-spent-authorizations.ts'
import type { CountedChangesTables } from './migrations/relay/006-counted-changes.ts'

/** Row types of the relay database, each defined beside its migration. */
export type RelayTables = FileTables & CounterTables & SpentAuthorizationTables & CountedChangesTables
