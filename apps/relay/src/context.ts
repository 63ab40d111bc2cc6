import type { NostrEvent } from '@hornets/contract'
import type { RelayStatus } from '@hornets/contract/admin/live'
import { general, wallet as walletGroup } from '@hornets/contract/admin/settings'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { createLogger, type Logger } from '@hornets/server/logger'
import { AccessService } from './access/access-service.ts'
import { Accounts } from './accounts/accounts.ts'
import { SignInLimiter, type SignInLimits, signInLimits } from './accounts/limits.ts'
import { PasswordHasher } from './accounts/password.ts'
import { Sessions } from './accounts/sessions.ts'
import { SetupToken } from './accounts/setup-token.ts'
import { AuditLog } from './audit/audit-log.ts'
import type { Config } from './config.ts'
import { AdminDatabase } from './database/admin-database.ts'
import { DataFolder } from './database/data-folder.ts'
import { RelayDatabase } from './database/relay-database.ts'
import { SqliteEventStore } from './events/sqlite-event-store.ts'
import { LiveHub } from './live/live-hub.ts'
import { openMedia } from './media/media.ts'
import { NostrDoor } from './nostr/nostr-door.ts'
import { checkEvent } from './nostr/verification/check-event.ts'
import { loadBestTier } from './nostr/verification/schnorr.ts'
import { Policy } from './policy/policy.ts'
import { openPublicDoor } from './public-door.ts'
import { PublicListener } from './public-listener.ts'
import { rateSourceAt } from './rates/rate-source.ts'
import { RatesService } from './rates/rates-service.ts'
import { RelayInfo } from './relay-info/relay-info.ts'
import { RelaySettingsService } from './settings/relay-settings-service.ts'
import { SecretBox } from './settings/secret-box.ts'
import type { Settings } from './settings/settings.ts'
import { SettingsService } from './settings/settings-service.ts'
import { openStatistics } from './statistics/statistics.ts'
import { version } from './version.ts'
import { ApiKeyFile } from './wallet/api-key-file.ts'
import { OperatorAnnouncer } from './wallet/operator-announcer.ts'
import { PushGuard } from './wallet/push-guard.ts'
import { WalletService } from './wallet/wallet-service.ts'

const sampleTrafficEveryMs = 5000
const askRatesEveryMs = 30_000
const defaultName = 'relay'

/** What tests replace. */
export interface ContextOptions {
  readonly now?: Clock
  readonly logger?: Logger
  readonly signInLimits?: SignInLimits
}

/** Everything that lives as long as the relay does. */
export interface Context extends AdminParts, WalletParts, RelayParts {
  readonly config: Config
  readonly logger: Logger
  readonly now: Clock
  readonly hub: LiveHub
  readonly status: () => Promise<RelayStatus>
  close(): Promise<void>
}

type AdminParts = Awaited<ReturnType<typeof openAdminParts>>
type WalletParts = Awaited<ReturnType<typeof openWalletParts>>
type RelayParts = Awaited<ReturnType<typeof openRelayParts>>

interface Frame {
  readonly config: Config
  readonly folder: DataFolder
  readonly now: Clock
  readonly logger: Logger
  /** Is the id the hash of the event, and the signature its author's? On this thread: for the few that sign in or upload. */
  readonly isGenuine: (event: NostrEvent) => boolean
  /** Closes what is put on it, last one first. */
  readonly opened: AsyncDisposableStack
}

/**
 * Builds every long-lived part once and closes them in the opposite order: data folder → admins' database and what it
 * keeps → what is known of the wallet → relay's database, statistics, events, files, doors → the live stream over all of them.
 */
export async function openContext(config: Config, options: ContextOptions = {}): Promise<Context> {
  await using opened = new AsyncDisposableStack()
  const now = options.now ?? Date.now
  const folder = opened.adopt(await DataFolder.open(config.dataDir), part => part.close())
  const firstLogger = options.logger ?? createLogger({ name: defaultName, level: config.logLevel })
  const { verify } = await loadBestTier()
  const isGenuine = (event: NostrEvent) => ['right', 'plain'].includes(checkEvent(JSON.stringify(event), verify))
  const frame: Frame = { config, folder, now, logger: firstLogger, isGenuine, opened }

  const admin = await openAdminParts(frame, options.signInLimits ?? signInLimits)
  const logger = options.logger ?? createLogger({ name: nameOf(admin.settings), level: config.logLevel })
  const wallet = await openWalletParts({ ...frame, logger }, admin)
  const relay = await openRelayParts({ ...frame, logger }, admin)
  const status = statusOf(relay, toTimestamp(now()))
  const hub = openHub(frame, { ...admin, ...wallet, ...relay }, status)

  const closing = opened.move()
  return { ...admin, ...wallet, ...relay, config, logger, now, status, hub, close: () => closing.disposeAsync() }
}

/** `general.service_tag`: the relay's name in its logs. */
const nameOf = (settings: Settings) => settings.get(general).service_tag || defaultName

async function openAdminParts({ folder, now, logger, isGenuine, opened }: Frame, limits: SignInLimits) {
  const adminDatabase = opened.adopt(await AdminDatabase.open(folder.file('admin.db')), part => part.close())
  const database = adminDatabase
  const audit = new AuditLog(database, now, logger)
  const box = await SecretBox.open(folder.path)
  const settings = await SettingsService.open({ database, audit, box, logger })
  const relaySettings = await RelaySettingsService.open({ database, audit, now, logger })

  const sessions = new Sessions({ database, audit, now, logger })
  const onAccountError = (err: unknown) => logger.error({ err }, 'a part did not hear of a new account')
  const setupToken = await SetupToken.open(folder.path)
  const limiter = new SignInLimiter(limits, now)
  const passwords = await PasswordHasher.create()
  const parts = { database, audit, sessions, passwords, setupToken, limiter, isGenuine, now, onError: onAccountError }
  const accounts = await Accounts.open(parts)
  return { adminDatabase, audit, settings, relaySettings, sessions, setupToken, accounts }
}

/** What the wallet has told, what a bitcoin costs, and the two things that the wallet has to know of us. */
async function openWalletParts(frame: Frame, { adminDatabase: database, audit, settings, accounts }: AdminParts) {
  const { config, folder, now, logger, opened } = frame
  const source = config.rateUrl && rateSourceAt(config.rateUrl)
  const rates = opened.adopt(await RatesService.open({ database, source, now, logger }), part => part.close())
  void rates.tick()
  const asking = setInterval(() => void rates.tick(), askRatesEveryMs).unref()
  opened.defer(() => clearInterval(asking))

  const wallet = new WalletService({ database, audit, settings, rates, now, logger })
  const spendSignature = wallet.spendSignature.bind(wallet)
  const pushGuard = new PushGuard({ settings, audit, now, spendSignature })

  const keyFile = { dataDir: folder.path, settings, logger }
  opened.adopt(await ApiKeyFile.open(keyFile), part => part.close())
  const apiKey = () => settings.get(walletGroup).api_key
  const owners = accounts.owners.bind(accounts)
  const announcing = { walletUrl: config.walletUrl, owners, apiKey, now, logger }
  const announcer = opened.adopt(new OperatorAnnouncer(announcing), part => part.close())
  accounts.onChange(() => announcer.announce())
  settings.onChange(walletGroup, () => announcer.announce())
  return { rates, wallet, pushGuard }
}

async function openRelayParts(frame: Frame, { adminDatabase, audit, settings, relaySettings }: AdminParts) {
  const { config, folder, now, logger, isGenuine, opened } = frame
  const database = opened.adopt(await RelayDatabase.open(folder.file('relay.db')), part => part.close())
  const trafficPath = folder.file(settings.get(general).relay_stats_db || general.fields.relay_stats_db.default)
  const statistics = opened.adopt(await openStatistics(database, { trafficPath, now, logger }), part => part.close())
  const { tally, traffic } = statistics
  const events = opened.adopt(new SqliteEventStore({ database, tally, now, log: logger }), part => part.close())
  const access = await AccessService.open({ database: adminDatabase, audit, events, now, logger })
  const policy = new Policy({ relaySettings, access, now, minimumDifficulty: config.minPowDifficulty })

  const mediaOptions = {
    database,
    tally,
    folder: folder.file('media'),
    relaySettings,
    judgeFile: policy.judgeFile.bind(policy),
    verifyEvent: async (event: NostrEvent) => isGenuine(event),
    publicUrl: config.publicUrl,
    now,
    logger,
  }
  const media = opened.adopt(await openMedia(mediaOptions), part => part.close())

  const door = { events, policy, access, traffic, now, log: logger, publicUrl: config.publicUrl }
  const nostr = opened.adopt(await NostrDoor.open(door), part => part.close())
  const sampling = setInterval(() => traffic.sample(nostr.connections()), sampleTrafficEveryMs).unref()
  opened.defer(() => clearInterval(sampling))

  const relayInfo = new RelayInfo({ settings, relaySettings, limitation: nostr.limitation })
  const { publicHost: host, trustedProxies } = config
  const publicDoor = { host, trustedProxies, nostr, relayInfo, mountMedia: media.mountMedia, log: logger }
  const openPublic = (port: number) => openPublicDoor({ ...publicDoor, port })
  const publicListener = new PublicListener(openPublic, logger)
  opened.defer(() => publicListener.close())
  return { statistics, events, access, media, nostr, relayInfo, publicListener }
}

function statusOf({ statistics, nostr, publicListener }: RelayParts, startedAt: string) {
  return async (): Promise<RelayStatus> => {
    const { kinds, photos, videos, audio, misc } = await statistics.service.relayCount()
    return {
      version,
      startedAt,
      publicListener: publicListener.isOpen(),
      connections: nostr.connections(),
      eventsLastMinute: statistics.traffic.eventsLastMinute(),
      refusedLastMinute: statistics.traffic.refusedLastMinute(),
      storedEvents: kinds,
      storedFiles: photos + videos + audio + misc,
      verifier: nostr.verifier,
    }
  }
}

function openHub(
  { logger, opened }: Frame,
  parts: AdminParts & WalletParts & RelayParts,
  status: () => Promise<RelayStatus>,
) {
  const { sessions, settings, relaySettings, access, statistics, wallet, rates } = parts
  const isSessionLive = (id: string) => sessions.isLive(id)
  const hub = opened.adopt(new LiveHub({ status, isSessionLive, logger }), part => part.close())
  sessions.onEnded(id => hub.endSession(id))
  settings.onAnyChange(() => hub.tellChanged('settings'))
  relaySettings.onChange(() => hub.tellChanged('relay_settings'))
  access.onChange(() => hub.tellChanged('access'))
  statistics.tally.onChange(() => hub.tellChanged('statistics'))
  wallet.onChange(() => hub.tellChanged('wallet'))
  rates.onChange(() => hub.tellChanged('rates'))
  return hub
}
