import type { NostrEvent } from '@hornets/contract'
import type { RelayStatus } from '@hornets/contract/admin/live'
import { general, relayInfo } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { DataFolder } from '@hornets/server/database/data-folder'
import { DiskReserve } from '@hornets/server/disk/disk-reserve'
import { FreeSpace, type MeasureSpace } from '@hornets/server/disk/free-space'
import type { HttpLimits } from '@hornets/server/http/http-limits'
import { WayOut } from '@hornets/server/http/way-out'
import { createLogger, type Logger } from '@hornets/server/process/logger'
import { AccessService } from './access/access-service.ts'
import { isOwnerOf } from './accounts/is-owner.ts'
import { type SignInLimits, signInLimits } from './accounts/limits.ts'
import { namesOf } from './accounts/names.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import { type PasswordCost, usualPasswordCost } from './accounts/password/password.ts'
import { Maintenance } from './admin/maintenance.ts'
import { AuditLog } from './audit/audit-log.ts'
import { AuditReader } from './audit/audit-reader.ts'
import type { Config } from './config.ts'
import { AdminDatabase } from './database/admin-database.ts'
import { Integrity } from './database/integrity.ts'
import { RelayDatabase } from './database/relay-database.ts'
import { SecretBox } from './database/secret-box.ts'
import { eventChecks, moveOldEvents, openEventStore } from './events/data-files.ts'
import { LiveHub } from './live/live-hub.ts'
import { relayStatusOf } from './live/relay-status.ts'
import { mailerOff } from './mail/mailer.ts'
import { Mails } from './mail/mails.ts'
import { smtpMailer } from './mail/smtp-mailer.ts'
import type { OfferedFile } from './media/file-judge.ts'
import { openMedia } from './media/media.ts'
import { limitsWith } from './nostr/limits.ts'
import { NostrServer } from './nostr/nostr-server.ts'
import { checkEvent } from './nostr/verification/check-event.ts'
import { loadBestTier } from './nostr/verification/schnorr.ts'
import { Policy } from './policy/policy.ts'
import { PublicListener } from './public-listener.ts'
import { openPublicServer } from './public-server.ts'
import { openVoice } from './publisher/open-voice.ts'
import { type RateSource, rateSourceAt } from './rates/rate-source.ts'
import { RatesService } from './rates/rates-service.ts'
import { ownIdentity } from './relay-info/own-identity.ts'
import { RelayInfo } from './relay-info/relay-info.ts'
import { RelayNames } from './relay-info/relay-names.ts'
import { openReports } from './reports/open-reports.ts'
import { openSearch, type Search } from './search/open-search.ts'
import { consoleTakenUpMs } from './settings/console-by-command.ts'
import { RelaySettingsService } from './settings/relay-settings-service.ts'
import type { Settings } from './settings/settings.ts'
import { SettingsService } from './settings/settings-service.ts'
import { openStatistics } from './statistics/statistics.ts'
import { openSubscriptions } from './subscriptions/open-subscriptions.ts'
import { ApiKeyFile } from './wallet/api-key-file.ts'
import { openWalletCalls } from './wallet/open-wallet-calls.ts'
import { PushGuard } from './wallet/push-guard.ts'
import { WalletService } from './wallet/wallet-service.ts'

const sampleTrafficEveryMs = 5000
const askRatesEveryMs = 30_000
const settleAuditEveryMs = 60_000
const defaultName = 'relay'

/** Replacements for tests. */
export interface ContextOptions {
  readonly now?: Clock
  readonly logger?: Logger
  readonly signInLimits?: SignInLimits
  readonly passwordCost?: PasswordCost
  readonly httpLimits?: Partial<HttpLimits>
  readonly measureSpace?: MeasureSpace
  readonly sandbox?: Sandbox
}

/** A demo node: no outgoing connections, no public server. */
export interface Sandbox {
  /** Replaces the exchange-rate service. */
  readonly rates: RateSource
  /** Replaces the public server's connections. */
  readonly connections?: () => number
}

/** Everything that lives as long as the relay. */
export interface Context extends AdminParts, WalletParts, RelayParts {
  readonly config: Config
  readonly httpLimits: Partial<HttpLimits> | undefined
  readonly freeSpace: FreeSpace
  readonly integrity: Integrity
  readonly logger: Logger
  readonly now: Clock
  readonly wayOut: WayOut
  readonly hub: LiveHub
  readonly status: () => Promise<RelayStatus>
  readonly search: Search
  close(): Promise<void>
}

type AdminParts = Awaited<ReturnType<typeof openAdminParts>>
type WalletParts = Awaited<ReturnType<typeof openWalletParts>>
type RelayParts = Awaited<ReturnType<typeof openRelayParts>>

interface Frame {
  readonly config: Config
  readonly folder: DataFolder
  readonly wayOut: WayOut
  readonly now: Clock
  readonly logger: Logger
  readonly sandbox: Sandbox | undefined
  readonly httpLimits: Partial<HttpLimits> | undefined
  readonly freeSpace: FreeSpace
  /**
   * Whether the id is the event's hash and the signature its author's. On this thread, for sign-ins and uploads only.
   */
  readonly isGenuine: (event: NostrEvent) => boolean
  /** Closed in reverse order. */
  readonly opened: AsyncDisposableStack
}

/**
 * Builds every long-lived part once and closes them in reverse: data folder → admin database and its services → wallet
 * data → relay database, statistics, events, files, servers → live stream.
 */
export async function openContext(config: Config, options: ContextOptions = {}): Promise<Context> {
  await using opened = new AsyncDisposableStack()
  const now = options.now ?? Date.now
  const folder = opened.adopt(await DataFolder.open(config.dataDir, 'relay'), part => part.close())
  const firstLogger = options.logger ?? createLogger({ name: defaultName, level: config.logLevel })
  const { verify } = await loadBestTier()
  const isGenuine = (event: NostrEvent) => ['right', 'plain'].includes(checkEvent(JSON.stringify(event), verify))
  const { sandbox, httpLimits } = options
  const freeSpace = opened.adopt(await openFreeSpace(config, options, firstLogger), part => part.close())
  const wayOut = new WayOut(config.socksProxy)
  const frame: Frame = {
    config,
    folder,
    wayOut,
    now,
    logger: firstLogger,
    sandbox,
    httpLimits,
    freeSpace,
    isGenuine,
    opened,
  }

  const admin = await openAdminParts(frame, options)
  const logger = options.logger ?? createLogger({ name: nameOf(admin.settings), level: config.logLevel })
  const wallet = await openWalletParts({ ...frame, logger }, admin)
  const relay = await openRelayParts({ ...frame, logger }, admin, wallet)
  const reserve = new DiskReserve(folder.file('reserve'))
  admin.adminDatabase.whenFull(() => reserve.giveUp())
  const hold = () => reserve.hold().catch(err => logger.error({ err }, 'could not reserve disk space'))
  if (!sandbox) {
    const holding = hold()
    opened.defer(() => holding)
    freeSpace.onChange(() => void (freeSpace.isTight() || hold()))
  }
  const integrity = opened.adopt(await Integrity.open({ folder: folder.path, logger, checks: eventChecks }), part =>
    part.close(),
  )
  const databases = { 'admin.db': admin.adminDatabase, 'relay.db': relay.relayDatabase }
  const status = relayStatusOf({ ...relay, ...admin, freeSpace, integrity, databases, startedAt: toTimestamp(now()) })
  // The demo publishes nothing.
  const voice = sandbox
    ? undefined
    : opened.adopt(openVoice({ ...frame, ...admin, ...relay, logger }), part => part.settled())
  if (voice) relay.subscriptions.speakBy(voice)
  const hub = openHub(frame, { ...admin, ...wallet, ...relay }, status, topic => voice?.speak(topic))

  const search = openSearch({ ...wallet, ...relay })

  const closing = opened.move()
  return {
    ...admin,
    ...wallet,
    ...relay,
    config,
    wayOut,
    httpLimits,
    freeSpace,
    integrity,
    logger,
    now,
    status,
    hub,
    search,
    close: () => closing.disposeAsync(),
  }
}

const openFreeSpace = ({ dataDir, diskReserveBytes }: Config, { measureSpace }: ContextOptions, logger: Logger) =>
  FreeSpace.open({
    folder: dataDir,
    reserveBytes: diskReserveBytes,
    measure: measureSpace,
    onError: err => logger.error({ err }, 'could not measure the free disk space'),
  })

/** `general.service_tag`: the relay's name in logs. */
const nameOf = (settings: Settings) => settings.get(general).service_tag || defaultName

async function openAdminParts(frame: Frame, options: ContextOptions) {
  const { config, folder, now, logger, wayOut, sandbox, isGenuine, opened } = frame
  const adminDatabase = opened.adopt(await AdminDatabase.open(folder.file('admin.db')), part => part.close())
  const database = adminDatabase
  const audit = opened.adopt(new AuditLog(database, now, logger), part => part.settle({ all: true }))
  const settling = setInterval(() => void audit.settle(), settleAuditEveryMs).unref()
  opened.defer(() => clearInterval(settling))
  const auditReader = new AuditReader(database.reads, pubkeys => namesOf(database.reads, pubkeys))
  const box = await SecretBox.open(folder.path)
  const settings = await SettingsService.open({ database, audit, box, logger })
  const noConsole = (err: unknown) => logger.error({ err }, 'could not read whether the console was turned on')
  const lookingForConsole = setInterval(() => void settings.takeUpConsole().catch(noConsole), consoleTakenUpMs).unref()
  opened.defer(() => clearInterval(lookingForConsole))
  const relaySettings = await RelaySettingsService.open({ database, audit, now, logger })
  const looking = { reads: database.reads, isForced: config.maintenance, logger }
  const maintenance = opened.adopt(await Maintenance.open(looking), part => part.close())

  const mailer = config.smtp && !sandbox ? smtpMailer({ ...config.smtp, wayOut }) : mailerOff
  const relayName = () => settings.get(relayInfo).relayname
  const mails = opened.adopt(new Mails({ mailer, relayName, now, logger }), part => part.close())
  const people = await openAccounts({
    dataDir: folder.path,
    ...{ database, audit, box, mails, isGenuine, now, logger },
    limits: options.signInLimits ?? signInLimits,
    passwordCost: options.passwordCost ?? usualPasswordCost,
    // Demo visitors have no password.
    asksPasswordAgain: sandbox === undefined,
  })
  return { adminDatabase, audit, auditReader, settings, relaySettings, maintenance, relayName, ...people }
}

/** Wallet data, exchange rates, and the relay's calls to the wallet. */
async function openWalletParts(frame: Frame, { adminDatabase: database, audit, settings, accounts }: AdminParts) {
  const { config, now, logger, sandbox, opened } = frame
  const source = sandbox ? sandbox.rates : config.rateUrl && rateSourceAt(config.rateUrl, frame.wayOut)
  const rates = opened.adopt(await RatesService.open({ database, source, now, logger }), part => part.close())
  void rates.tick()
  const asking = setInterval(() => void rates.tick(), askRatesEveryMs).unref()
  opened.defer(() => clearInterval(asking))

  const wallet = new WalletService({ database, audit, settings, rates, now, logger })
  const spendSignature = wallet.spendSignature.bind(wallet)
  const pushGuard = new PushGuard({ settings, audit, now, spendSignature })

  return { rates, wallet, pushGuard, pool: sandbox ? undefined : await openPool(frame, { accounts, settings, wallet }) }
}

/** Calls to the wallet service, with the key that both share. */
async function openPool(frame: Frame, parts: Pick<AdminParts, 'accounts' | 'settings'> & { wallet: WalletService }) {
  const { config, folder, wayOut, now, logger, opened } = frame
  const keyFile = { dataDir: folder.path, settings: parts.settings, logger }
  opened.adopt(await ApiKeyFile.open(keyFile), part => part.close())
  const calling = { walletUrl: config.walletUrl, wayOut, now, logger, ...parts }
  return opened.adopt(openWalletCalls(calling), part => part.close()).pool
}

async function openRelayParts(frame: Frame, admin: AdminParts, { rates, wallet, pool }: WalletParts) {
  const { adminDatabase, audit, settings, relaySettings, maintenance, relayName, accounts } = admin
  const { config, folder, now, logger, sandbox, isGenuine, opened } = frame
  await moveOldEvents({ folder, log: logger })
  const database = opened.adopt(await RelayDatabase.open(folder.file('relay.db')), part => part.close())
  const trafficPath = folder.file(settings.get(general).relay_stats_db || general.fields.relay_stats_db.default)
  const statistics = opened.adopt(await openStatistics(database, { trafficPath, now, logger }), part => part.close())
  const { tally, traffic } = statistics
  const store = await openEventStore({ folder, now, log: logger, hasRoom: () => !frame.freeSpace.isTight() })
  const events = opened.adopt(store, part => part.close())
  opened.adopt(statistics.follow(events), part => part.close())
  const access = await AccessService.open({
    ...{ database: adminDatabase, audit, events, now, logger },
    namesOf: pubkeys => namesOf(adminDatabase.reads, pubkeys),
    rolesOf: accounts.rolesOf.bind(accounts),
  })
  const names = new RelayNames({ publicUrl: config.publicUrl, settings })
  const relay = ownIdentity(settings, () => names.addresses())
  const isOwner = await isOwnerOf(accounts, logger)
  const subscriptions = opened.adopt(
    await openSubscriptions({
      ...{ database: adminDatabase, audit, events, relaySettings, rates, relayName, names, isGenuine, now, logger },
      namesOf: pubkeys => namesOf(adminDatabase.reads, pubkeys),
      isExempt: pubkey => isOwner(pubkey) || pubkey === relay.pubkey(),
    }),
    part => part.close(),
  )
  if (pool) subscriptions.allotment.drawFrom(pool)
  relaySettings.onChange(() => pool?.refill())
  wallet.onLines((tx, lines, removed) => subscriptions.takeLines(tx, lines, removed))
  const reporting = { database: adminDatabase, audit, events, access, now, logger }
  const reports = opened.adopt(openReports(reporting), part => part.settled())
  const minimumDifficulty = config.minPowDifficulty
  const policy = new Policy({ relaySettings, access, relay, maintenance, now, minimumDifficulty })

  const mediaOptions = {
    database,
    tally,
    folder: folder.file('media'),
    relaySettings,
    judgeFile: (file: OfferedFile) => policy.judgeFile(file) ?? subscriptions.quotas.judgeFile(file),
    onStored: subscriptions.quotas.countFile.bind(subscriptions.quotas),
    verifyEvent: async (event: NostrEvent) => isGenuine(event),
    names,
    freeSpace: frame.freeSpace,
    adminDatabase,
    audit,
    events,
    isDemo: sandbox !== undefined,
    wayOut: frame.wayOut,
    now,
    logger,
  }
  const media = opened.adopt(await openMedia(mediaOptions), part => part.close())

  const verifierWorkers = sandbox && 0
  const limits = limitsWith({
    allUnsentBytesMax: config.outboxBytes,
    storedBytesPerKeyDayMax: config.keyBytesPerDay,
    storedBytesPerAddressDayMax: config.addressBytesPerDay,
  })
  const nostrOptions = {
    events,
    policy,
    access,
    traffic,
    now,
    log: logger,
    names,
    verifierWorkers,
    limits,
    room: frame.freeSpace,
    isOwner,
    onStored: (event: NostrEvent) => reports.take(event),
    quotas: subscriptions.quotas,
    onSignedIn: subscriptions.allotment.signedIn.bind(subscriptions.allotment),
  }
  const nostr = opened.adopt(await NostrServer.open(nostrOptions), part => part.close())
  const connections = sandbox?.connections ?? (() => nostr.connections())
  const sampling = setInterval(() => traffic.sample(connections()), sampleTrafficEveryMs).unref()
  opened.defer(() => clearInterval(sampling))

  const relayInfo = new RelayInfo({ settings, relaySettings, limitation: nostr.limitation, maintenance, names })
  const { publicHost: host, trustedProxies } = config
  const listening = { host, trustedProxies, limits: frame.httpLimits, log: logger }
  const mountSubscribe = subscriptions.pageFor(policy)
  const mounts = { mountMedia: media.mountMedia, mountSubscribe }
  const publicServer = { ...listening, nostr, relayInfo, maintenance, ...mounts }
  const openPublic = (port: number) => openPublicServer({ ...publicServer, port })
  const publicListener = new PublicListener(openPublic, logger)
  opened.defer(() => publicListener.close())
  // The demo has no public server; it shows the setting.
  const isPublicOpen = () => (sandbox ? settings.get(general).proxy : publicListener.isOpen())
  const relayDatabase = database
  return {
    relayDatabase,
    statistics,
    events,
    access,
    subscriptions,
    reports,
    media,
    nostr,
    names,
    connections,
    relayInfo,
    publicListener,
    isPublicOpen,
  }
}

function openHub(
  { logger, opened }: Frame,
  parts: AdminParts & WalletParts & RelayParts,
  status: () => Promise<RelayStatus>,
  onTold: (topic: LiveTopic) => void,
) {
  const { accounts, sessions, settings, relaySettings, access, statistics, wallet, rates } = parts
  const { subscriptions, reports, media } = parts
  const isSessionLive = (id: string) => sessions.isLive(id)
  const hub = opened.adopt(new LiveHub({ status, isSessionLive, logger }), part => part.close())
  sessions.onEnded(id => hub.endSession(id))
  const tell = (topic: LiveTopic) => {
    hub.tellChanged(topic)
    onTold(topic)
  }
  settings.onAnyChange(() => tell('settings'))
  relaySettings.onChange(() => tell('relay_settings'))
  access.onChange(() => tell('access'))
  statistics.tally.onChange(() => tell('statistics'))
  wallet.onChange(() => tell('wallet'))
  rates.onChange(() => tell('rates'))
  accounts.onChange(() => tell('account'))
  subscriptions.onChange(() => tell('subscribers'))
  subscriptions.payments.onChange(() => tell('payments'))
  reports.onChange(() => tell('reports'))
  media.onChange(() => tell('files'))
  return hub
}
