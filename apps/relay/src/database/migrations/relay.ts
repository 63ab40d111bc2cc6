import type { Migrations } from '@hornets/server/database/migrate'

/** In order; released names never change. */
export const relayMigrations: Migrations = {
  '001-events': () => import('./relay/001-events.ts'),
  '002-files': () => import('./relay/002-files.ts'),
  '003-counters': () => import('./relay/003-counters.ts'),
  '004-vanished': () => import('./relay/004-vanished.ts'),
  '005-spent-authorizations': () => import('./relay/005-spent-authorizations.ts'),
  '006-counted-changes': () => import('./relay/006-counted-changes.ts'),
  '007-no-events': () => import('./relay/007-no-events.ts'),
  '008-file-catalogue': () => import('./relay/008-file-catalogue.ts'),
  '009-file-facts': () => import('./relay/009-file-facts.ts'),
  '010-files-of-owners': () => import('./relay/010-files-of-owners.ts'),
  '011-file-stores': () => import('./relay/011-file-stores.ts'),
  '012-kept-files': () => import('./relay/012-kept-files.ts'),
  '013-camera-data': () => import('./relay/013-camera-data.ts'),
  '014-file-bans': () => import('./relay/014-file-bans.ts'),
  '015-file-checks': () => import('./relay/015-file-checks.ts'),
  '016-disk-days': () => import('./relay/016-disk-days.ts'),
  '017-file-notes': () => import('./relay/017-file-notes.ts'),
  '018-files-by-name': () => import('./relay/018-files-by-name.ts'),
  '033-list-cursors': () => import('./relay/033-list-cursors.ts'),
  '052-image-prints': () => import('./relay/052-image-prints.ts'),
  '055-thumbnails-of-phones': () => import('./relay/055-thumbnails-of-phones.ts'),
  '066-list-changes': () => import('./relay/066-list-changes.ts'),
  '070-ban-details': () => import('./relay/070-ban-details.ts'),
  '106-ban-colours': () => import('./relay/106-ban-colours.ts'),
}
