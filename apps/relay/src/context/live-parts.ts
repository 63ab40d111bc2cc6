import { general, relayInfo } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'
import { toTimestamp } from '@hornets/server/clock'
import { LiveHub } from '../live/live-hub.ts'
import { relayStatusOf } from '../live/relay-status.ts'
import type { AdminParts } from './admin-parts.ts'
import type { CaseParts } from './case-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { HealthParts } from './health-parts.ts'
import type { MediaParts } from './media-parts.ts'
import type { NotificationParts } from './notification-parts.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { PublicParts } from './public-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'
import type { WalletParts } from './wallet-parts.ts'

type Parts = AdminParts &
  WalletParts &
  EventParts &
  PolicyParts &
  SubscriptionParts &
  NotificationParts &
  MediaParts &
  CaseParts &
  PublicParts

/** What tells others of changes: the console's live stream, and the events that the relay signs itself. */
export function openLiveParts(frame: Frame, parts: Parts & HealthParts) {
  const { freeSpace, rounds, now, logger, opened } = frame
  const isElsewhere = frame.adminPlace.accountsDatabase !== undefined
  const accounts = parts.adminDatabase
  const databases = { ...(!isElsewhere && { 'admin.db': accounts }), 'relay.db': parts.relayDatabase }
  const isAccountsAway = () => isElsewhere && accounts.isLocked()
  const info = () => parts.settings.get(relayInfo)
  const status = relayStatusOf({ ...parts, freeSpace, databases, isAccountsAway, info, startedAt: toTimestamp(now()) })
  const { publisher, media } = parts
  for (const group of [general, relayInfo]) parts.settings.onChange(group, () => media.notes.renew())
  const { traffic } = parts.statistics
  parts.settings.onAnyChange(group => traffic.mark('settings', group))
  parts.relaySettings.onChange(() => traffic.mark('settings', 'relay_settings'))
  const isSessionLive = (id: string) => parts.sessions.isLive(id)
  const hub = opened.adopt(new LiveHub({ status, isSessionLive, rounds, logger }), part => part.close())
  parts.sessions.onEnded(id => hub.endSession(id))
  onEveryChange(parts, topic => {
    hub.tellChanged(topic)
    publisher?.refresh(topic)
  })
  return { status, hub }
}

function onEveryChange(parts: Parts & HealthParts, tell: (topic: LiveTopic) => void): void {
  parts.settings.onAnyChange(() => tell('settings'))
  parts.relaySettings.onChange(() => tell('relay_settings'))
  for (const part of [parts.access, parts.own, parts.rights, parts.members, parts.memberRoles])
    part.onChange(() => tell('access'))
  for (const part of [parts.bannedEvents, parts.allowedEvents, parts.keyQuotas, parts.grants])
    part.onChange(() => tell('access'))
  parts.lists.onChange(() => tell('access'))
  parts.statistics.tally.onChange(() => tell('statistics'))
  parts.cases.onChange(() => tell('cases'))
  parts.peopleCounter.onCounted(() => tell('people'))
  parts.wallet.onChange(() => tell('wallet'))
  parts.rates.onChange(() => tell('rates'))
  parts.accounts.onChange(() => tell('account'))
  parts.subscriptions.news.onChange(() => tell('subscribers'))
  for (const inbox of parts.inboxes) inbox.onChange(() => tell(inbox.calls.topic))
  parts.notifications.onChange(() => tell('delivery'))
  parts.media.onChange(() => tell('files'))
  parts.refusals.log.onWritten(() => tell('refusals'))
}
