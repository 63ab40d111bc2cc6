import { general } from '@hornets/contract/admin/settings'
import type { Config } from './config.ts'
import { openAdminParts } from './context/admin-parts.ts'
import { openAlertParts } from './context/alert-parts.ts'
import { openBackupParts } from './context/backup-parts.ts'
import { openCaseParts } from './context/case-parts.ts'
import { holdReserve } from './context/disk-parts.ts'
import { openEventParts } from './context/event-parts.ts'
import { type ContextOptions, loggerFor, openFrame } from './context/frame.ts'
import { openHealthParts } from './context/health-parts.ts'
import { openJudgeParts } from './context/judge-parts.ts'
import { openLiveParts } from './context/live-parts.ts'
import { openMediaParts } from './context/media-parts.ts'
import { openMovingParts } from './context/moving-parts.ts'
import { openNotificationParts } from './context/notification-parts.ts'
import { openOperationParts } from './context/operation-parts.ts'
import { openPeopleParts } from './context/people-parts.ts'
import { openPolicyParts } from './context/policy-parts.ts'
import { openPublicParts } from './context/public-parts.ts'
import { openSettingsHistoryParts } from './context/settings-history-parts.ts'
import { openSubscriptionParts } from './context/subscription-parts.ts'
import { openWalletParts } from './context/wallet-parts.ts'
import { openEventBrowser } from './event-browser/open-event-browser.ts'
import { openSearch } from './search/open-search.ts'
import { openTransfers } from './transfers/open-transfers.ts'

export type { ContextOptions } from './context/frame.ts'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Closed in reverse order of opening. */
export async function openContext(config: Config, options: ContextOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const firstFrame = await openFrame(config, options, opened)
  const admin = await openAdminParts(firstFrame, options)
  const logger = loggerFor(config, options, admin.settings.get(general).service_tag)
  const frame = { ...firstFrame, logger }

  const wallet = await openWalletParts(frame, admin)
  const events = await openEventParts(frame, admin)
  const policies = await openPolicyParts(frame, { ...admin, ...events })
  const inside = { ...admin, ...wallet, ...events, ...policies }
  const subscriptions = await openSubscriptionParts(frame, inside)
  const media = await openMediaParts(frame, { ...inside, ...subscriptions })
  const judges = await openJudgeParts(frame, { ...inside, ...media })
  const notifications = await openNotificationParts(frame, inside)
  const nearly = { ...inside, ...subscriptions, ...notifications, ...media, ...judges }
  const parts = { ...nearly, ...(await openPublicParts(frame, nearly)) }
  holdReserve(frame, admin)
  const known = { ...parts, ...openPeopleParts(frame, parts) }
  const inbox = { ...known, ...openCaseParts(frame, known), ...(await openBackupParts(frame, admin)) }
  const measured = { ...inbox, ...(await openAlertParts(frame, inbox)) }
  const watched = { ...measured, ...openHealthParts(frame, measured) }
  const live = openLiveParts(frame, watched)
  const operation = await openOperationParts(frame, { ...watched, ...live })
  const history = await openSettingsHistoryParts(frame, parts)

  const { bus, rounds, httpLimits, freeSpace, standby, wayOut, now } = frame
  const search = openSearch(known)
  const eventBrowser = await openEventBrowser({ ...parts, marks: known.marks, rounds, now, logger })
  opened.adopt(eventBrowser.jobs, part => part.close())
  const verify = parts.nostr.verify.bind(parts.nostr)
  const secretKey = () => parts.settings.relayKey()
  const outside = { verify, secretKey, freeSpace, wayOut, dataDir: config.dataDir }
  const { moves, movingOver } = openMovingParts(frame, parts)
  const transfers = await openTransfers({ ...parts, ...outside, moves, rounds, now, logger })
  opened.adopt(transfers, part => part.close())
  const closing = opened.move()
  return {
    ...watched,
    ...live,
    ...operation,
    ...history,
    bus,
    rounds,
    config,
    httpLimits,
    demoDays: options.demoDays,
    freeSpace,
    standby,
    logger,
    now,
    wayOut,
    search,
    eventBrowser,
    transfers,
    moving: movingOver(transfers),
    close: () => closing.disposeAsync(),
  }
}
