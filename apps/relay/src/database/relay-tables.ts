import type { FileTables } from './migrations/relay/002-files.ts'
import type { CounterTables } from './migrations/relay/003-counters.ts'
import type { SpentAuthorizationTables } from './migrations/relay/005-spent-authorizations.ts'
import type { CountedChangesTables } from './migrations/relay/006-counted-changes.ts'
import type { FileCatalogueTables } from './migrations/relay/008-file-catalogue.ts'
import type { FileFactsTables } from './migrations/relay/009-file-facts.ts'
import type { OwnedFileTables } from './migrations/relay/010-files-of-owners.ts'
import type { FileStoreTables } from './migrations/relay/011-file-stores.ts'
import type { KeptFileTables } from './migrations/relay/012-kept-files.ts'
import type { CameraDataTables } from './migrations/relay/013-camera-data.ts'
import type { FileBanTables } from './migrations/relay/014-file-bans.ts'
import type { FileCheckTables } from './migrations/relay/015-file-checks.ts'
import type { DiskDayTables } from './migrations/relay/016-disk-days.ts'
import type { FileNoteTables } from './migrations/relay/017-file-notes.ts'
import type { ListCursorTables } from './migrations/relay/033-list-cursors.ts'
import type { ImagePrintTables } from './migrations/relay/052-image-prints.ts'
import type { ListChangesTables } from './migrations/relay/066-list-changes.ts'
import type { BanDetailTables } from './migrations/relay/070-ban-details.ts'
import type { PeopleTables } from './migrations/relay/130-people.ts'
import type { ListedImageTables } from './migrations/relay/137-listed-images.ts'
import type { EventJobTables } from './migrations/relay/144-event-jobs.ts'
import type { TransferTables } from './migrations/relay/154-transfers.ts'
import type { CopyScheduleTables } from './migrations/relay/155-copy-schedules.ts'
import type { PeoplePresentTables } from './migrations/relay/174-people-present.ts'
import type { PrintMethodColumns } from './migrations/relay/200-print-methods.ts'

export type RelayTables = Omit<FileTables, 'files' | 'file_owners'> &
  CounterTables &
  PeopleTables &
  PeoplePresentTables &
  EventJobTables &
  TransferTables &
  CopyScheduleTables &
  ListedImageTables &
  SpentAuthorizationTables &
  CountedChangesTables &
  KeptFileTables &
  DiskDayTables &
  FileNoteTables &
  ListCursorTables &
  ListChangesTables &
  Omit<ImagePrintTables, 'ban_print_columns' | 'file_prints' | 'ban_prints'> &
  BanDetailTables &
  Omit<FileCheckTables, 'file_check_columns'> &
  Omit<FileCatalogueTables, 'file_catalogue_columns'> &
  Omit<FileStoreTables, 'file_store_columns'> & {
    file_prints: ImagePrintTables['file_prints'] & PrintMethodColumns
    ban_prints: ImagePrintTables['ban_prints'] & PrintMethodColumns
    files: FileTables['files'] &
      FileCatalogueTables['file_catalogue_columns'] &
      FileStoreTables['file_store_columns'] &
      FileCheckTables['file_check_columns']
    file_facts: Omit<FileFactsTables['file_facts'], 'likeness'> & CameraDataTables['camera_columns']
    file_bans: Omit<FileBanTables['file_bans'], 'likeness'> & ImagePrintTables['ban_print_columns']
    file_owners: FileTables['file_owners'] & OwnedFileTables['owned_file_columns'] & { shared: number }
  }
