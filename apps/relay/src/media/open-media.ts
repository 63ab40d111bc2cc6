import { join } from 'node:path'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { FastifyInstance } from 'fastify'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { maxFileBytes } from '../policy/file-size.ts'
import type { JudgeFile, Policy } from '../policy/policy.ts'
import type { Tally } from '../statistics/tally.ts'
import { type MediaRouteOptions, mountMediaRoutes } from './edge/blossom/blossom-routes.ts'
import { HttpAuthorizer } from './edge/nip96/http-authorization.ts'
import { Authorizer, type VerifyEvent } from './library/authorization.ts'
import { BanGuard, type FileCases } from './library/bans/ban-guard.ts'
import { BanStore } from './library/bans/ban-store.ts'
import { SimilarStore } from './library/bans/similar-store.ts'
import { CheckStore } from './library/files/check-store.ts'
import { FetchCounter } from './library/files/fetch-counter.ts'
import { FetchStore } from './library/files/fetch-store.ts'
import { FileChanges } from './library/files/file-changes.ts'
import { SqliteFileIndex } from './library/files/file-store.ts'
import { KeyedMutex } from './library/files/keyed-mutex.ts'
import { type DayLimits, DayQuota } from './library/keeping/day-quota.ts'
import { type FileLimitSettings, FileQuota, type FileQuotaParts } from './library/keeping/file-quota.ts'
import { KeepingStore } from './library/keeping/keeping-store.ts'
import { dayLimits, type MediaLimits, mediaLimits } from './library/limits.ts'
import { type MediaParts, MediaService } from './library/media-service.ts'
import { ImagePrints } from './library/similarity/print-service.ts'
import { PrintStore } from './library/similarity/print-store.ts'
import { openStores } from './library/stores/open-stores.ts'
import type { S3Address } from './library/stores/s3-address.ts'
import type { S3Store } from './library/stores/s3-store.ts'
import { takeRoom } from './library/uploads/receive-upload.ts'
import { RemoteFiles } from './library/uploads/remote-file.ts'
import { UploadSlots } from './library/uploads/upload-slots.ts'
import { type MediaManager, openManager } from './open-manager.ts'
import { FileKeeper } from './workers/keeping/file-keeper.ts'
import { FileNotes, type NoteVoice } from './workers/notes/file-notes.ts'
import { NoteStore } from './workers/notes/note-store.ts'
import { OptimisedUploads } from './workers/optimised/optimised-uploads.ts'
import { sweep } from './workers/placement/sweep.ts'
import { FactsStore } from './workers/thumbnails/facts-store.ts'
import { findFilmPrograms } from './workers/thumbnails/film-programs.ts'
import { FilmReader } from './workers/thumbnails/film-reader.ts'
import { Thumbnailer } from './workers/thumbnails/thumbnailer.ts'
import { Thumbnails } from './workers/thumbnails/thumbnails.ts'

export interface MediaOptions {
  readonly database: RelayDatabase
  readonly tally: Pick<Tally, 'fileStored' | 'fileRemoved'>
  /** `<DATA_DIR>/media`; created if missing. */
  readonly folder: string
  /** Undefined if no S3 server is set up. */
  readonly s3?: S3Address | undefined
  readonly relaySettings: { current(): Readonly<FileLimitSettings & Pick<RelaySettings, 'stripCameraData'>> }
  /** What is known of uploaders, from memory. */
  readonly uploaders: Pick<FileQuotaParts, 'standingOf' | 'tierOf' | 'subscribeUrl'>
  readonly judgeFile: JudgeFile
  /** Who can read lists; everyone by default. */
  readonly judgeReading?: Policy['judgeReading']
  /** Counts bytes for an uploader's subscription; returns the function that gives them back. */
  readonly count?: MediaParts['count']
  /** Overrides the limits of one day. */
  readonly dayLimits?: Partial<DayLimits>
  /** Nobody is told by default. */
  readonly cases?: FileCases
  readonly verifyEvent: VerifyEvent
  /** Undefined where the relay publishes nothing. */
  readonly voice?: NoteVoice | undefined
  readonly names: MediaRouteOptions['names'] & {
    isOurServer(server: string, host: string | undefined): boolean
    isOurs(address: string): boolean
    addresses(): readonly string[]
  }
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'note' | 'refresh'>
  readonly adminDatabase: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'query'>
  readonly isDemo: boolean
  /** Where ffmpeg is looked for; without it films and sound have no previews. */
  readonly programFolders?: readonly string[]
  readonly wayOut: Pick<WayOut, 'agentFor' | 'isThroughProxy' | 'resolveByProxy' | 'guard' | 'stream'>
  /** Overrides from which addresses files are mirrored, for tests. */
  readonly allowsAddress?: (address: string) => boolean
  readonly rounds: Rounds
  readonly now: () => number
  readonly logger: Logger
  /** Overrides the rest between batches of expired files, for tests. */
  readonly restMs?: number
  /** Overrides limits, for tests. */
  readonly limits?: Partial<MediaLimits>
}

export interface Media {
  readonly service: MediaService
  readonly manager: MediaManager
  /** Undefined if none is set up. */
  readonly s3: () => S3Store | undefined
  readonly thumbnails: Pick<Thumbnails, 'settled' | 'read'>
  readonly prints: Pick<ImagePrints, 'settled'>
  readonly keeper: Pick<FileKeeper, 'look'>
  readonly notes: Pick<FileNotes, 'renew' | 'settled'>
  /**
   * Called when files have been added, removed or changed, at most four times a second. Returns the function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void
  /** Writes the fetch counts now instead of later. */
  countFetches(): Promise<void>
  mountMedia(app: FastifyInstance, options?: Pick<MediaRouteOptions, 'report' | 'payments'>): void
  /** Resolves with the number of files left by a crash that were deleted. */
  readonly swept: Promise<number>
  close(): Promise<void>
}

/** A key that nobody has. */
const stranger = '0'.repeat(64)

/** Opens the media folder and starts to delete what a crash may have left. */
export async function openMedia(options: MediaOptions): Promise<Media> {
  const { database, tally, relaySettings, verifyEvent, now, logger, names } = options
  const limits = { ...mediaLimits, ...options.limits }
  const changes = new FileChanges(err => logger.error({ err }, 'a listener failed on a change of the files'))
  const index = new SqliteFileIndex(database, tally, () => changes.note())
  const fetchRows = new FetchStore(database)
  const fetches = new FetchCounter({ write: fetched => fetchRows.add(fetched), rounds: options.rounds, now })
  const locks = new KeyedMutex()
  const stores = await openStores(options)
  const programs = await findFilmPrograms(options.programFolders ?? [])
  const thumbnailer = new Thumbnailer({ logger })
  const bans = new BanStore(database)
  const printRows = new PrintStore(database)
  const similar = new SimilarStore(database)
  const cases = options.cases ?? { open: async () => {}, close: async () => {} }
  const banGuard = await BanGuard.open({
    ...{ store: bans, prints: printRows, similar, index, cases, now, logger },
    read: path => thumbnailer.make(path),
  })
  const thumbnails = new Thumbnails({
    folder: join(options.folder, 'thumbnails'),
    store: new FactsStore(database),
    thumbnailer,
    films: programs && new FilmReader(programs),
    withFile: async (hash, work) => {
      const file = await index.findAny(hash)
      return file && stores.withFile(file, work)
    },
    onMade: () => changes.note(),
    onPrints: (hash, shown) => prints.add(hash, shown),
    logger,
  })
  const prints = new ImagePrints({
    store: printRows,
    read: hash => thumbnailer.printsOf(thumbnails.pathOf(hash)),
    readBanned: hash => thumbnailer.bannedPrintsOf(thumbnails.pathOf(hash)),
    onPrints: (hash, shown) => banGuard.review(hash, shown),
    onBanned: () => banGuard.readAgain(),
    ...{ now, logger },
  })
  const remoteFiles = new RemoteFiles({
    wayOut: options.wayOut,
    ...(options.allowsAddress && { allows: options.allowsAddress }),
  })
  const slots = new UploadSlots(limits)
  const checks = new CheckStore(database)
  const bytesMax = () => maxFileBytes(relaySettings.current())
  const keeping = new KeepingStore(database)
  const quota = new FileQuota({ ...options.uploaders, relaySettings, held: keeping })
  const keeper = new FileKeeper({ ...options, store: keeping, quota, index })
  const service = new MediaService({
    authorizer: new Authorizer({ verifyEvent, isOurServer: names.isOurServer.bind(names), now }),
    stores,
    locks,
    index,
    checks,
    judge: options.judgeFile,
    judgeReading: options.judgeReading ?? (() => null),
    count: options.count ?? (() => () => {}),
    dayQuota: new DayQuota({
      ...options.uploaders,
      fileBytesMax: bytesMax,
      now,
      limits: { ...dayLimits, ...options.dayLimits },
    }),
    slots,
    remoteFiles,
    limits,
    freeSpace: options.freeSpace,
    quota,
    bans: banGuard,
    onFetch: hash => fetches.note(hash),
    onNew: (hash, mime) => thumbnails.add(hash, mime),
    onGone: hash => {
      prints.remove(hash)
      void thumbnails.remove(hash).catch(err => logger.error({ err, hash }, 'a thumbnail stays behind'))
    },
    now,
    logger,
  })
  const optimised = await OptimisedUploads.open({
    ...{ folder: join(options.folder, 'optimising'), service, slots },
    limits: () => ({ ...limits, bytesMax: bytesMax(), takeRoom: bytes => takeRoom(options.freeSpace, bytes) }),
  })
  const nip96 = {
    authorizer: new HttpAuthorizer({ verifyEvent, isOurs: names.isOurs.bind(names), now }),
    ...{ index, facts: thumbnails },
    limitsOfStrangers: () => quota.limitsOf(stranger),
    idleMs: limits.idleMs,
  }
  const origin = () => (names.addresses().length > 0 ? names.originFor('', 'http') : null)
  const notes = new FileNotes({ store: new NoteStore(database), voice: options.voice, thumbnails, origin, logger })
  changes.add(() => notes.look())
  const manager = await openManager({
    ...options,
    ...{ notes, index, service, optimised, thumbnails, remoteFiles, stores, locks, bans, banGuard, checks },
    ...{ similar, cases, prints, printRows },
    s3: options.s3,
    picturesFolder: join(options.folder, 'pictures'),
    onProgress: () => changes.note(),
    isOurs: address => names.isOurs(address),
    origin,
  })
  notes.renew()
  thumbnails.begin()
  prints.begin()
  const closing = new AbortController()
  const swept = sweep({ stores, index, locks, logger }, closing.signal).catch(error => {
    logger.error({ err: error }, 'could not remove leftovers from the media folder')
    return 0
  })
  return {
    service,
    manager,
    s3: () => stores.s3,
    thumbnails,
    prints,
    keeper,
    notes,
    onChange: listener => changes.add(listener),
    mountMedia: (app, given) => mountMediaRoutes(app, service, { names, optimised, nip96, thumbnails, now, ...given }),
    countFetches: () => fetches.write(),
    swept,
    close: async () => {
      closing.abort()
      stores.close()
      await swept
      await keeper.close()
      await manager.close()
      await Promise.all([notes.close(), thumbnails.close(), prints.close()])
      await fetches.close()
      changes.close()
    },
  }
}
