import type { Migrations } from '@hornets/server/migrate'
import * as events from './001-events.ts'
import * as files from './002-files.ts'
import * as counters from './003-counters.ts'
import * as vanished from './004-vanished.ts'
import * as spentAuthorizations from './005-spent-authorizations.ts'
import * as countedChanges from './006-counted-changes.ts'
import * as noEvents from './007-no-events.ts'

/** In order; a name is never changed once it has been released. */
export const relayMigrations: Migrations = {
  '001-events': events,
  '002-files': files,
  '003-counters': counters,
  '004-vanished': vanished,
  '005-spent-authorizations': spentAuthorizations,
  '006-counted-changes': countedChanges,
  '007-no-events': noEvents,
}
