import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { general } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import { DataFolder } from '@hornets/server/database/data-folder'
import { FreeSpace, type MeasureSpace } from '@hornets/server/disk/free-space'
import type { HttpLimits } from '@hornets/server/http/http-limits'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { createLogger, type Logger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import type { SignInLimits } from '../accounts/limits.ts'
import type { PasswordCost } from '../accounts/password/password.ts'
import { finishRestore } from '../backup/finish-restore.ts'
import { readyName } from '../backup/work/data-places.ts'
import { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { AdminPlace } from '../database/admin-place.ts'
import { assertNoneMissing, assertNotOfPair } from '../database/missing-databases.ts'
import type { Standby } from '../database/postgres/standby/open-standby.ts'
import { checkEvent } from '../nostr/verification/check-event.ts'
import { loadBestTier } from '../nostr/verification/schnorr.ts'
import type { RateSource } from '../wallet/rates/rate-source.ts'

type Restarted = 'relay' | 'all'

export interface ContextOptions {
  readonly now?: Clock
  readonly logger?: Logger
  readonly signInLimits?: SignInLimits
  readonly passwordCost?: PasswordCost
  readonly httpLimits?: Partial<HttpLimits>
  readonly measureSpace?: MeasureSpace
  readonly sandbox?: Sandbox
  /** How long the story of the demo is. */
  readonly demoDays?: number
  readonly onWait?: (message: string) => void
  /** Ends the process after a moment, to be started again; missing: nothing would. */
  readonly restart?: (what: Restarted) => void
  /** Another machine has become the main one: nothing may be written any more. */
  readonly onLost?: (reason: string) => void
}

export interface Sandbox {
  readonly rates: RateSource
  readonly connections?: () => number
}

export interface Frame {
  readonly config: Config
  readonly folder: DataFolder
  readonly adminPlace: AdminPlace
  /** Undefined without STANDBY=on. */
  readonly standby: Standby | undefined
  readonly wayOut: WayOut
  readonly bus: Bus
  readonly now: Clock
  readonly logger: Logger
  readonly sandbox: Sandbox | undefined
  readonly httpLimits: Partial<HttpLimits> | undefined
  readonly onWait: ContextOptions['onWait']
  readonly restart: ContextOptions['restart']
  readonly freeSpace: FreeSpace
  /** On this thread, for sign-ins and uploads only. */
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly rounds: Rounds
  readonly opened: AsyncDisposableStack
}

const defaultName = 'relay'
const roundJitter = 0.05

export const loggerFor = ({ logLevel }: Config, { logger }: ContextOptions, name?: string): Logger =>
  logger ?? createLogger({ name: name || defaultName, level: logLevel })

export async function openFrame(config: Config, options: ContextOptions, opened: AsyncDisposableStack): Promise<Frame> {
  const folder = opened.adopt(await DataFolder.open(config.dataDir, 'relay'), part => part.close())
  // The demo has a folder of its own, and nothing elsewhere.
  const accountsDatabase = options.sandbox ? undefined : config.accountsDatabase
  const logger = loggerFor(config, options)
  const standby = await openStandby(config, options, { logger, opened })
  const adminPlace = { dataDir: folder.path, accountsDatabase, ...(standby && { assertMain: standby.assertMain }) }
  await finishRestore(adminPlace)
  assertNoneMissing(adminPlace)
  const now = options.now ?? Date.now
  const { verify } = await loadBestTier()
  const freeSpace = FreeSpace.open({
    folder: config.dataDir,
    reserveBytes: config.diskReserveBytes,
    measure: options.measureSpace,
    onError: err => logger.error({ err }, 'could not measure the free disk space'),
  })
  return {
    config,
    folder,
    adminPlace,
    standby,
    logger,
    opened,
    bus: new Bus(err => logger.error({ err }, 'a listener failed')),
    wayOut: new WayOut(config.socksProxy),
    now,
    rounds: new Rounds({ now, logger, jitter: roundJitter }),
    sandbox: options.sandbox,
    httpLimits: options.httpLimits,
    onWait: options.onWait,
    restart: options.restart,
    freeSpace: opened.adopt(await freeSpace, part => part.close()),
    isGenuine: event => ['right', 'plain'].includes(checkEvent(JSON.stringify(event), verify)),
  }
}

/** Its code and its driver are loaded only here. */
async function openStandby(
  config: Config,
  { sandbox, onWait, onLost = () => {} }: ContextOptions,
  { logger: log, opened }: Pick<Frame, 'logger' | 'opened'>,
): Promise<Standby | undefined> {
  if (sandbox) return undefined
  if (!config.standby) {
    assertNotOfPair(config.dataDir)
    return undefined
  }
  const { openStandby } = await import('../database/postgres/standby/open-standby.ts')
  const { dataDir, accountsDatabase: url = '', eventsDatabase: eventsUrl = '' } = config
  const parts = {
    dataDir,
    url,
    eventsUrl,
    places: placesOf(config),
    restorePath: join(dataDir, readyName),
    log,
    onWait,
    onLost,
  }
  return opened.adopt(await openStandby(parts), part => part.close())
}

/** As long as the settings are not read. */
function placesOf({ basePort = Number(general.fields.port.default), publicHost, adminHost }: Config) {
  if (basePort === 0) return []
  return [
    { host: publicHost, port: basePort + 1 },
    { host: adminHost, port: basePort + 2 },
  ]
}
