import type { Migrations } from '@hornets/server/database/migrate'
import * as events from './relay/001-events.ts'
import * as files from './relay/002-files.ts'
import * as counters from './relay/003-counters.ts'
import * as vanished from './relay/004-vanished.ts'
import * as spentAuthorizations from './relay/005-spent-authorizations.ts'
import * as countedChanges from './relay/006-counted-changes.ts'
import * as noEvents from './relay/007-no-events.ts'
import * as fileCatalogue from './relay/008-file-catalogue.ts'
import * as fileFacts from './relay/009-file-facts.ts'
import * as filesOfOwners from './relay/010-files-of-owners.ts'
import * as fileStores from './relay/011-file-stores.ts'
import * as keptFiles from './relay/012-kept-files.ts'
import * as cameraData from './relay/013-camera-data.ts'
import * as fileBans from './relay/014-file-bans.ts'
import * as fileChecks from './relay/015-file-checks.ts'
import * as diskDays from './relay/016-disk-days.ts'
import * as fileNotes from './relay/017-file-notes.ts'
import * as filesByName from './relay/018-files-by-name.ts'

/** In order; released names never change. */
export const relayMigrations: Migrations = {
  '001-events': events,
  '002-files': files,
  '003-counters': counters,
  '004-vanished': vanished,
  '005-spent-authorizations': spentAuthorizations,
  '006-counted-changes': countedChanges,
  '007-no-events': noEvents,
  '008-file-catalogue': fileCatalogue,
  '009-file-facts': fileFacts,
  '010-files-of-owners': filesOfOwners,
  '011-file-stores': fileStores,
  '012-kept-files': keptFiles,
  '013-camera-data': cameraData,
  '014-file-bans': fileBans,
  '015-file-checks': fileChecks,
  '016-disk-days': diskDays,
  '017-file-notes': fileNotes,
  '018-files-by-name': filesByName,
}
