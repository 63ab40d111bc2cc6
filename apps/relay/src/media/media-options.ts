import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { HttpAuthorizer } from '../nostr/signed-calls/http-authorizer.ts'
import type { HeldFiles } from '../policy/held-files.ts'
import type { JudgeFile, Policy } from '../policy/policy.ts'
import type { ProfileReader } from '../profiles/profile-reader.ts'
import type { Tally } from '../statistics/tally.ts'
import type { VerifyEvent } from './library/authorization.ts'
import type { FileCases } from './library/bans/ban-guard.ts'
import type { DayLimits } from './library/keeping/day-quota.ts'
import type { FileLimitSettings, FileQuotaParts } from './library/keeping/file-quota.ts'
import type { MediaLimits } from './library/limits.ts'
import type { MediaParts } from './library/service-parts.ts'
import type { S3Address } from './library/stores/s3-address.ts'
import type { NotePublisher } from './workers/notes/file-notes.ts'

export interface MediaOptions {
  readonly held: Pick<HeldFiles, 'isHidden' | 'isPending' | 'beforeNew'>
  readonly database: RelayDatabase
  readonly tally: Pick<Tally, 'fileStored' | 'fileRemoved'>
  readonly folder: string
  readonly s3?: S3Address | undefined
  readonly relaySettings: { current(): Readonly<FileLimitSettings & Pick<RelaySettings, 'stripCameraData'>> }
  readonly profiles: Pick<ProfileReader, 'read'>
  readonly uploaders: Pick<FileQuotaParts, 'statusOf' | 'ownQuotaOf' | 'tierOf' | 'isKeptAsPaid' | 'subscribeUrl'>
  readonly judgeFile: JudgeFile
  readonly judgeReading?: Policy['judgeReading']
  /** Counts bytes for an uploader's subscription; returns the function that gives them back. */
  readonly count?: MediaParts['count']
  readonly dayLimits?: DayLimits
  readonly cases?: FileCases
  readonly verifyEvent: VerifyEvent
  readonly signedCalls: Pick<HttpAuthorizer, 'authorize'>
  readonly publisher?: NotePublisher | undefined
  readonly names: {
    originFor(host: string, protocol: string): string
    noteArrival(host: string, place: string): void
    isOurServer(server: string, host: string | undefined): boolean
    isOurs(address: string): boolean
    addresses(): readonly string[]
  }
  readonly freeSpace: Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'note' | 'refresh'>
  readonly adminDatabase: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'query'>
  readonly isDemo: boolean
  /** Files must be where another machine finds them. */
  readonly hasStandby?: boolean
  /** Where ffmpeg is looked for; without it films and sound have no previews. */
  readonly programFolders?: readonly string[]
  readonly wayOut: Pick<WayOut, 'agentFor' | 'isThroughProxy' | 'resolveByProxy' | 'guard' | 'stream'>
  readonly allowsAddress?: (address: string) => boolean
  readonly rounds: Rounds
  readonly now: () => number
  readonly logger: Logger
  readonly restMs?: number
  readonly limits?: Partial<MediaLimits>
}
