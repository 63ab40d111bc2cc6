import { demoTokenPrefix } from '@hornets/contract/demo-token'
import type { Clock } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Serve } from '@hornets/server/http/serve'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { banRoutes } from './edge/console/ban-routes.ts'
import { catalogueRoutes } from './edge/console/catalogue-routes.ts'
import { changeRoutes } from './edge/console/change-routes.ts'
import { checkRoutes } from './edge/console/check-routes.ts'
import { pictureRoutes } from './edge/console/picture-routes.ts'
import { placementRoutes } from './edge/console/placement-routes.ts'
import { uploadRoute } from './edge/console/upload-routes.ts'
import type { BanGuard, FileCases } from './library/bans/ban-guard.ts'
import { FileBans, type FileBansParts } from './library/bans/ban-service.ts'
import type { BanStore } from './library/bans/ban-store.ts'
import { SimilarFiles } from './library/bans/similar-service.ts'
import type { SimilarStore } from './library/bans/similar-store.ts'
import { FileCatalogue, type ThumbnailSource } from './library/catalogue/catalogue-service.ts'
import { CatalogueStore } from './library/catalogue/catalogue-store.ts'
import { FileFinder } from './library/catalogue/file-finder.ts'
import { ListThread } from './library/catalogue/listing/list-thread.ts'
import type { FileIndex } from './library/files/file-index.ts'
import type { KeyedMutex } from './library/files/keyed-mutex.ts'
import { FileLinks } from './library/links/file-links.ts'
import type { MediaService } from './library/media-service.ts'
import type { FileStores } from './library/stores/file-stores.ts'
import type { RemoteFiles } from './library/uploads/remote-file.ts'
import { FileArchives } from './workers/archive/file-archives.ts'
import { CheckRounds, type CheckRoundsParts } from './workers/checks/check-rounds.ts'
import { FileEditor, type FileEditorParts } from './workers/jobs/file-editor.ts'
import { FileJobs } from './workers/jobs/job-service.ts'
import { JobStore } from './workers/jobs/job-store.ts'
import { TrashKeeper } from './workers/keeping/trash-keeper.ts'
import type { OptimisedUploads } from './workers/optimised/optimised-uploads.ts'
import { openPictures } from './workers/pictures/open-pictures.ts'
import { FileMover } from './workers/placement/file-mover.ts'
import { FilePlacement, type PlacementParts } from './workers/placement/placement-service.ts'
import { PlacementStore } from './workers/placement/placement-store.ts'

export interface ManagerOptions {
  readonly database: RelayDatabase
  readonly adminDatabase: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'query'>
  readonly index: FileIndex
  readonly bans: BanStore
  readonly banGuard: Pick<BanGuard, 'readAgain'>
  readonly similar: SimilarStore
  readonly cases: Pick<FileCases, 'close'>
  readonly prints: FileBansParts['prints']
  readonly printRows: FileBansParts['printRows']
  readonly stores: FileStores
  readonly locks: KeyedMutex
  readonly checks: CheckRoundsParts['checks']
  readonly s3: PlacementParts['s3']
  readonly service: MediaService
  readonly optimised: OptimisedUploads
  readonly notes: FileEditorParts['notes']
  readonly relaySettings: FileEditorParts['relaySettings']
  readonly thumbnails: ThumbnailSource
  readonly remoteFiles: Pick<RemoteFiles, 'open'>
  /** For pictures of other servers; created if missing. */
  readonly picturesFolder: string
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'refresh'>
  readonly rounds: Rounds
  readonly onProgress: () => void
  /** Where clients find files; null while the relay knows no public address of its own. */
  readonly origin: () => string | null
  /** Whether an address leads to this relay. */
  readonly isOurs: (address: string) => boolean
  /** A demo's links carry its mark, which distinguishes them from the real relay's. */
  readonly isDemo: boolean
  readonly now: Clock
  readonly logger: Logger
}

/** The parts of the media manager, and its calls. */
export interface MediaManager {
  readonly editor: FileEditor
  readonly bans: FileBans
  readonly similar: SimilarFiles
  readonly finder: FileFinder
  readonly jobs: FileJobs
  readonly stores: FilePlacement
  readonly trash: TrashKeeper
  readonly checks: CheckRounds
  mount(serve: Serve<AdminSession>): void
  mountUpload(serve: Serve<AdminSession>): void
  close(): Promise<void>
}

export async function openManager(options: ManagerOptions): Promise<MediaManager> {
  const { database, now, isDemo, events, service, thumbnails } = options
  const lists = new ListThread(database.path)
  const reading = { reads: database.reads, lists }
  const store = new CatalogueStore(reading)
  const prefix = isDemo ? demoTokenPrefix : ''
  const links = new FileLinks(now, prefix)
  const catalogue = new FileCatalogue({ ...options, store, links })
  const selections = { catalogue: store, jobs: new JobStore(database) }
  const placements = new PlacementStore(reading)
  const jobs = new FileJobs({ ...options, ...selections, mover: new FileMover({ ...options, placements }) })
  const stores = new FilePlacement({ ...options, placements, onChange: options.onProgress })
  const archives = new FileArchives({ ...selections, service, prefix, now })
  const editor = new FileEditor(options)
  const banning = { store: options.bans, guard: options.banGuard, onChange: options.onProgress }
  const bans = new FileBans({ ...options, ...banning, catalogue })
  const similar = new SimilarFiles({ ...options, catalogue, onChange: options.onProgress })
  const trash = new TrashKeeper({ ...options, catalogue: store })
  const linkTo = (hash: string) => links.to('content', hash)
  const checks = new CheckRounds({ ...options, linkTo, onChange: options.onProgress })
  const pictures = openPictures(options)
  await jobs.resume()
  void trash.look()
  return {
    editor,
    bans,
    similar,
    finder: new FileFinder(store),
    jobs,
    stores,
    trash,
    checks,
    mount(serve) {
      catalogueRoutes(serve, { catalogue, service, thumbnails, links, events })
      banRoutes(serve, bans, similar)
      changeRoutes(serve, { editor, jobs, archives })
      pictureRoutes(serve, pictures)
      placementRoutes(serve, { stores, jobs })
      checkRoutes(serve, checks)
    },
    mountUpload: serve => uploadRoute(serve, { editor, catalogue }),
    async close() {
      await trash.close()
      await checks.close()
      await jobs.close()
      await pictures.close()
      await lists.close()
    },
  }
}
