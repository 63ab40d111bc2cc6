import type { NostrEvent } from '@hornets/contract'
import { s3 } from '@hornets/contract/admin/settings'
import { s3AddressOf } from '../media/library/stores/s3-address.ts'
import type { MediaOptions } from '../media/media-options.ts'
import { openMedia } from '../media/open-media.ts'
import { dailyLimitsOf } from '../policy/daily-limits.ts'
import type { OfferedFile } from '../policy/policy.ts'
import { VerdictsService } from '../reports/verdicts-service.ts'
import { bucketSight } from '../services/connection-sights.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

export type MediaParts = Awaited<ReturnType<typeof openMediaParts>>

export async function openMediaParts(
  { config, folder, sandbox, standby, isGenuine, freeSpace, wayOut, rounds, now, logger, opened }: Frame,
  parts: AdminParts & EventParts & PolicyParts & SubscriptionParts,
) {
  const { relayDatabase, statistics, adminDatabase, audit, events, relaySettings, names, policy, reports } = parts
  const { access, keyQuotas, isAdmin, relay, publisher, signedCalls } = parts
  const { quotas } = parts.subscriptions
  const options: MediaOptions = {
    database: relayDatabase,
    tally: statistics.tally,
    adminDatabase,
    audit,
    events,
    profiles: parts.profiles,
    relaySettings,
    names,
    folder: folder.file('media'),
    s3: sandbox ? undefined : s3AddressOf(parts.settings.get(s3)),
    judgeFile: (file: OfferedFile) => policy.judgeFile(file) ?? quotas.judgeFile(file),
    judgeReading: policy.judgeReading.bind(policy),
    uploaders: {
      statusOf: (pubkey: string) => {
        if (access.isBlocked(pubkey)) return 'blocked'
        if (isAdmin(pubkey) || pubkey === relay.pubkey()) return 'member'
        return quotas.isPaid(pubkey) ? 'paid' : 'free'
      },
      ownQuotaOf: keyQuotas.of.bind(keyQuotas),
      tierOf: quotas.fileLimitsOf.bind(quotas),
      isKeptAsPaid: quotas.isKept.bind(quotas),
      subscribeUrl: () => (quotas.isSelling() ? names.subscribeUrl() : undefined),
    },
    count: quotas.countFile.bind(quotas),
    dayLimits: dailyLimitsOf(relaySettings).files,
    cases: {
      open: (hash: string) => reports.reportSimilar(hash, relay.pubkey()),
      close: (hash: string) => reports.dismissSimilar(hash, relay.pubkey()),
    },
    publisher,
    held: parts.held,
    verifyEvent: async (event: NostrEvent) => isGenuine(event),
    signedCalls,
    isDemo: sandbox !== undefined,
    hasStandby: standby !== undefined,
    programFolders: config.programFolders,
    freeSpace: freeSpace.less(config.eventReserveBytes),
    wayOut,
    rounds,
    now,
    logger,
  }
  const media = opened.adopt(await openMedia(options), part => part.close())
  if (!sandbox) opened.defer(parts.settings.onChange(s3, values => media.useBucket(s3AddressOf(values))))
  const watched = parts.serviceStates.watch('s3', () => bucketSight(media.s3()?.sight))
  opened.defer(parts.settings.onChange(s3, watched))
  const { editor, similar } = media.manager
  const files = { trash: editor.trash.bind(editor), allow: similar.allowIfOpen.bind(similar) }
  const verdicts = new VerdictsService({ database: adminDatabase, audit, events, reports, access, files })
  return { media, verdicts }
}
