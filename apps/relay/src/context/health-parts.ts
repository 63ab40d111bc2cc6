import { join } from 'node:path'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { certificateProbe } from '../health/certificate-probe.ts'
import { DiskGrowth } from '../health/disk-growth.ts'
import { GrowthStore } from '../health/growth-store.ts'
import { HealthService } from '../health/health-service.ts'
import { OutsideService } from '../health/outside/outside-service.ts'
import {
  backupProbe,
  databaseProbe,
  diskProbe,
  eventsProbe,
  fileProbe,
  growthProbe,
  judgeProbe,
  mailProbe,
  type Probe,
  roundProbes,
  saleProbe,
  storeProbe,
  unassignedProbe,
  walletProbes,
} from '../health/probes.ts'
import { GitRemote } from '../health/releases/git-remote.ts'
import { releaseProbes } from '../health/releases/release-probes.ts'
import { readSetup, type SetupParts } from '../health/setup-check.ts'
import type { AnyInbox } from '../inbox/inbox.ts'
import { sellsAnything } from '../subscriptions/ledger/tier.ts'
import { project, version } from '../version.ts'
import type { AdminParts } from './admin-parts.ts'
import type { AlertParts } from './alert-parts.ts'
import type { BackupParts } from './backup-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { JudgeParts } from './judge-parts.ts'
import type { MediaParts } from './media-parts.ts'
import type { NotificationParts } from './notification-parts.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'
import type { WalletParts } from './wallet-parts.ts'

const lookEveryMs = 60_000
const outsideEveryMs = 3_600_000

export type HealthParts = ReturnType<typeof openHealthParts>

type Parts = AdminParts &
  WalletParts &
  EventParts &
  PolicyParts &
  SubscriptionParts &
  NotificationParts &
  MediaParts &
  JudgeParts &
  AlertParts &
  BackupParts

export function openHealthParts(frame: Frame, parts: Parts) {
  const { sandbox, now, logger, opened } = frame
  const { folder, freeSpace } = frame
  const measured = {
    folder: folder.path,
    store: new GrowthStore(parts.relayDatabase),
    freeSpace,
    now,
    rounds: frame.rounds,
  }
  const growth = opened.adopt(new DiskGrowth(measured), part => part.close())
  const addresses = [frame.config.publicUrl, frame.config.consoleUrl]
  const certificates = certificateProbe({ addresses, wayOut: frame.wayOut, now })
  const own = [certificates, parts.alerts.probe]
  const probes = sandbox ? [] : [...probesOf(frame, { ...parts, growth }), ...own, ...openReleases(frame)]
  const watching = new HealthService({ database: parts.adminDatabase, probes, now, logger })
  const health = opened.adopt(watching, part => part.settled())
  const looking = frame.rounds.open({ name: 'health', everyMs: lookEveryMs, work: () => health.round() })
  // Not waited for: it may be waiting for a server.
  opened.defer(() => void looking.close())
  const inboxes: readonly AnyInbox[] = [
    parts.subscriptions.payments.inbox,
    parts.reports.inbox,
    parts.judges.cases.inbox,
    health.inbox,
  ]
  for (const inbox of inboxes) inbox.onChange(parts.notifications.wake)
  const healthSetup = async () => (sandbox ? [] : readSetup(setupOf(frame, parts, () => certificates.unseen())))
  return { health, inboxes, growth, healthSetup, certificates, outside: openOutside(frame, parts) }
}

function openOutside({ config, sandbox, opened, rounds, ...frame }: Frame, { adminDatabase, audit }: AdminParts) {
  const outside = new OutsideService({ ...frame, database: adminDatabase, audit, address: config.publicUrl })
  const everyMs = sandbox ? null : outsideEveryMs
  const asking = rounds.open({ name: 'outside_view', everyMs, firstAfterMs: lookEveryMs, work: () => outside.ask() })
  opened.defer(async () => {
    outside.close()
    await asking.close()
  })
  return outside
}

function setupOf(
  { config }: Frame,
  { chain, relaySettings, auditReader, mails }: Parts,
  unseenCertificates: SetupParts['unseenCertificates'],
): SetupParts {
  return {
    publicUrl: config.publicUrl,
    unseenCertificates,
    isSelling: () => sellsAnything(relaySettings.current()),
    sight: async () => (chain ? chain.sight() : 'no_wallet'),
    lastBackupAt: () => auditReader.lastAt(serverActions.backup),
    sendsMail: () => mails.isOn,
  }
}

function openReleases({ config, wayOut, now, logger, opened }: Frame): Probe[] {
  const { programFolders, updateCheck } = config
  const remote = new GitRemote({ folder: project, programFolders, isProxied: () => wayOut.proxy !== undefined })
  opened.defer(() => remote.close())
  return releaseProbes({
    running: version,
    manifest: join(project, 'apps/relay/package.json'),
    now,
    logger,
    random: Math.random,
    tags: updateCheck ? () => remote.tags() : undefined,
  })
}

function probesOf(
  { config, wayOut, freeSpace, rounds }: Frame,
  {
    wallet,
    chain,
    relaySettings,
    mails,
    auditReader,
    integrity,
    media,
    judges,
    growth,
    subscriptions,
    events,
    backup,
  }: Parts & { readonly growth: DiskGrowth },
): Probe[] {
  const isSelling = () => sellsAnything(relaySettings.current())
  const hasReported = wallet.hasReported.bind(wallet)
  return [
    diskProbe(freeSpace),
    growthProbe(growth, freeSpace),
    databaseProbe(integrity),
    eventsProbe(events),
    fileProbe(media.manager.checks),
    storeProbe(media.s3),
    mailProbe(mails),
    judgeProbe(() => judges.judge.state().state === 'failing'),
    backupProbe(() => auditReader.lastAt(serverActions.backup), backup.runs),
    ...(chain ? [saleProbe({ isSelling, sight: () => chain.sight() })] : []),
    ...roundProbes(rounds),
    unassignedProbe(() => subscriptions.unassigned.isAny()),
    ...walletProbes({ walletUrl: config.walletUrl, wayOut, hasReported }),
  ]
}
