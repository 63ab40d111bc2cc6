import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Logger } from '@hornets/server/process/logger'
import type { FastifyInstance } from 'fastify'
import type { RelayDatabase } from '../database/relay-database.ts'
import { maxFileBytes } from '../policy/file-size.ts'
import type { Tally } from '../statistics/tally.ts'
import { Authorizer, type VerifyEvent } from './authorization.ts'
import { BlobFiles } from './blob-files.ts'
import type { JudgeFile } from './file-judge.ts'
import { type MediaLimits, mediaLimits } from './limits.ts'
import { type MediaRouteOptions, mountMediaRoutes } from './routes.ts'
import { MediaService } from './service.ts'
import { SqliteFileIndex } from './store.ts'
import { UploadSlots } from './upload-slots.ts'

export interface MediaOptions {
  readonly database: RelayDatabase
  readonly tally: Pick<Tally, 'fileStored' | 'fileRemoved'>
  /** `<DATA_DIR>/media`; created if missing. */
  readonly folder: string
  readonly relaySettings: { current(): Readonly<Pick<RelaySettings, 'maxfilesize' | 'maxfilesizeunit'>> }
  readonly judgeFile: JudgeFile
  readonly verifyEvent: VerifyEvent
  readonly names: MediaRouteOptions['names'] & { isOurServer(server: string): boolean }
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'note'>
  readonly now: () => number
  readonly logger: Logger
  /** Overrides limits, for tests. */
  readonly limits?: Partial<MediaLimits>
}

export interface Media {
  readonly service: MediaService
  mountMedia(app: FastifyInstance): void
  /** Resolves with the number of files left by a crash that were deleted. */
  readonly swept: Promise<number>
  close(): Promise<void>
}

/** Opens the media folder and starts to delete what a crash may have left. */
export async function openMedia(options: MediaOptions): Promise<Media> {
  const { database, tally, relaySettings, verifyEvent, now, logger, names } = options
  const limits = { ...mediaLimits, ...options.limits }
  const service = new MediaService({
    authorizer: new Authorizer({ verifyEvent, isOurServer: names.isOurServer.bind(names), now }),
    files: await BlobFiles.open(options.folder),
    index: new SqliteFileIndex(database, tally),
    judge: options.judgeFile,
    slots: new UploadSlots(limits),
    limits,
    freeSpace: options.freeSpace,
    bytesMax: () => maxFileBytes(relaySettings.current()),
    now,
    logger,
  })
  const closing = new AbortController()
  const swept = service.sweep(closing.signal).catch(error => {
    logger.error({ err: error }, 'the media folder could not be cleared of leftovers')
    return 0
  })
  return {
    service,
    mountMedia: app => mountMediaRoutes(app, service, { names }),
    swept,
    close: async () => {
      closing.abort()
      await swept
    },
  }
}
