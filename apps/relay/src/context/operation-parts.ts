import { serverActions } from '@hornets/contract/admin/audit-actions'
import {
  defaultsOf,
  email,
  type Group,
  general,
  outgoing,
  relayInfo,
  s3,
  settingsGroups,
  wallet,
} from '@hornets/contract/admin/settings'
import { toTimestamp } from '@hornets/server/clock'
import { recentLines } from '@hornets/server/process/recent-lines'
import { isPostgresAddress } from '../config.ts'
import { EngineService } from '../event-engine/engine-service.ts'
import { readEvents } from '../events/read-events.ts'
import { readAll } from '../events/read-scope.ts'
import { ClockCheck } from '../health/report/clock-check.ts'
import { HealthReportService } from '../health/report/health-report-service.ts'
import { MaintenanceService } from '../maintenance/maintenance-service.ts'
import { ClientsService } from '../operation/clients-service.ts'
import { FirstStepsService } from '../operation/first-steps-service.ts'
import { LogsService } from '../operation/logs-service.ts'
import { MetricsService } from '../operation/metrics-service.ts'
import { NeedsService } from '../operation/needs-service.ts'
import { ReleaseService } from '../operation/release-service.ts'
import { RestartService } from '../operation/restart-service.ts'
import { SecretsService } from '../operation/secrets-service.ts'
import { sellsAnything } from '../subscriptions/ledger/tier.ts'
import { project } from '../version.ts'
import type { AdminParts } from './admin-parts.ts'
import type { AlertParts } from './alert-parts.ts'
import type { BackupParts } from './backup-parts.ts'
import type { CaseParts } from './case-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { HealthParts } from './health-parts.ts'
import type { JudgeParts } from './judge-parts.ts'
import type { openLiveParts } from './live-parts.ts'
import type { PublicParts } from './public-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'
import type { WalletParts } from './wallet-parts.ts'

type Parts = AdminParts &
  WalletParts &
  EventParts &
  SubscriptionParts &
  JudgeParts &
  PublicParts &
  CaseParts &
  AlertParts &
  BackupParts &
  HealthParts

const lookMs = 2000
/** Variables of the environment change with a start. */
const secretsFirstMs = 60_000
const secretsEveryMs = 3_600_000

export async function openOperationParts(frame: Frame, parts: Parts & ReturnType<typeof openLiveParts>) {
  const { refunds, payments } = parts.subscriptions
  const needs = new NeedsService({ ...parts, refunds, payments, now: frame.now })
  const clients = new ClientsService({ nostr: parts.nostr, database: parts.adminDatabase, audit: parts.audit })
  const healthReport = openReport(frame, parts)
  const maintenanceSwitch = new MaintenanceService({ ...parts, database: parts.adminDatabase, now: frame.now })
  const { status } = parts
  const metrics = new MetricsService({
    name: parts.settings.get(general).service_tag,
    token: frame.config.metricsToken,
    healthReport,
    status,
    needs,
    now: frame.now,
  })
  const logs = openLogs(frame, parts)
  const { adminDatabase: database, audit } = parts
  const { restart } = frame
  const release = new ReleaseService({ folder: project, system: '/' })
  const restarting = new RestartService({ database, audit, restart: restart && (() => restart('relay')) })
  const eventEngine = await openEventEngine(frame, parts)
  const firstSteps = openFirstSteps(frame, parts)
  const secrets = openSecrets(frame, parts)
  const everyMs = frame.sandbox ? null : secretsEveryMs
  const round = frame.rounds.open({
    name: 'secrets',
    everyMs,
    firstAfterMs: secretsFirstMs,
    work: () => secrets.look(),
  })
  frame.opened.adopt(round, one => one.close())
  const served = { needs, clients, healthReport, metrics, firstSteps, maintenanceSwitch, logs, restarting, secrets }
  return { ...served, release, eventEngine }
}

async function openEventEngine({ config, restart, now, logger, opened }: Frame, parts: Parts): Promise<EngineService> {
  const { adminDatabase: database, audit, engineChoices: choices, engineMoves: moves, events } = parts
  const engine = new EngineService({
    database,
    audit,
    choices,
    moves,
    now,
    logger,
    isPostgresAddress,
    dataDir: config.dataDir,
    given: config.eventsDatabase,
    restart: restart && (() => restart('relay')),
    countEvents: () => events.count([{}], { scope: readAll, isAside: true }),
  })
  opened.adopt(engine, one => one.close())
  await engine.open()
  return engine
}

function openSecrets({ config, now }: Frame, { adminDatabase, settings, backup, ...parts }: Parts): SecretsService {
  const setBy = (variable: string, isSet: unknown) => ({ variable: isSet ? variable : undefined })
  return new SecretsService({
    ...parts,
    database: adminDatabase,
    now,
    async read() {
      const plan = await backup.plans.find()
      return {
        metrics: { value: config.metricsToken ?? '', variable: 'METRICS_TOKEN' },
        wallet: { value: settings.get(wallet).api_key },
        mail: { value: settings.get(email).password, ...setBy('SMTP_URL', config.smtp) },
        s3: { value: settings.get(s3).secret_key, ...setBy('S3_URL', config.s3) },
        proxy: { value: settings.get(outgoing).password, ...setBy('SOCKS_PROXY', config.socksProxy) },
        backup_place: { value: plan?.plan.is_remote ? plan.place : '' },
        backup_key: { value: plan?.plan.recipient ?? '' },
      }
    },
  })
}

function openLogs({ config, sandbox }: Frame, { settings }: Parts): LogsService {
  const ofGroup = (group: Group) => {
    const values: Readonly<Record<string, unknown>> = settings.get(group)
    return Object.entries(group.fields).flatMap(([key, { secret }]) => (secret ? String(values[key]) : []))
  }
  const secrets = () => [...settingsGroups.flatMap(ofGroup), config.metricsToken ?? '']
  return new LogsService({ lines: sandbox ? undefined : recentLines(), secrets })
}

function openReport(frame: Frame, parts: Parts): HealthReportService {
  const { config, folder, freeSpace, wayOut, rounds, now, sandbox } = frame
  const { auditReader, chain, relaySettings, health, judges } = parts
  return new HealthReportService({
    ...parts,
    folder: folder.path,
    freeSpace,
    rounds,
    now,
    clock: new ClockCheck({ url: sandbox ? undefined : config.rateUrl, wayOut, now }),
    sight: async () => (chain ? chain.sight() : 'seen'),
    isSelling: () => sellsAnything(relaySettings.current()),
    images: judges.images,
    lasting: () => health.lasting(),
    lastBackupAt: () => auditReader.lastAt(serverActions.backup),
    standby: frame.standby,
    startedAt: toTimestamp(now()),
  })
}

function openFirstSteps({ config, now, sandbox }: Frame, parts: Parts): FirstStepsService {
  const { settings, chain, auditReader, certificates, events, nostr, twoFactor } = parts
  const { relayname } = defaultsOf(relayInfo)
  const isOnion = config.publicUrl !== undefined && new URL(config.publicUrl).hostname.endsWith('.onion')
  return new FirstStepsService({
    database: parts.adminDatabase,
    isOff: sandbox !== undefined,
    hasMetClient: () => nostr.arrivals > 0,
    hasNote: async () => (await readEvents(events, [{ kinds: [1] }], 1, AbortSignal.timeout(lookMs))).length > 0,
    isNamed() {
      const info = settings.get(relayInfo)
      return info.relayname !== relayname && info.relayicon !== ''
    },
    hasTls: async () => isOnion || (await certificates.seen()).some(({ endsAt = 0 }) => endsAt > now()),
    hasSecondFactor: async session => (await twoFactor.status(session)).enabled,
    sight: async () => (chain ? chain.sight() : 'no_wallet'),
    lastBackupAt: () => auditReader.lastAt(serverActions.backup),
    now,
  })
}
