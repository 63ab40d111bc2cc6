import type { NostrEvent } from '@hornets/contract'
import { contentFilter, general, queryCache } from '@hornets/contract/admin/settings'
import { toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { openContentFilter } from '../content-filter/open-content-filter.ts'
import { cacheSettingsOf } from '../events/cache-settings.ts'
import { PublicListener } from '../listeners/public-listener.ts'
import { openPublicServer } from '../listeners/public-server.ts'
import { mountManagement } from '../management/management-routes.ts'
import { ManagementService } from '../management/management-service.ts'
import { limitsWith } from '../nostr/fairness/limits.ts'
import { NostrServer } from '../nostr/nostr-server.ts'
import { mountPolicyPages } from '../nostr/relay-info/policy-pages.ts'
import { RelayInfo } from '../nostr/relay-info/relay-info.ts'
import { dailyLimitsOf } from '../policy/daily-limits.ts'
import { reportsOfStored } from '../reports/reports-of-stored.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { JudgeParts } from './judge-parts.ts'
import type { MediaParts } from './media-parts.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

const sampleTrafficEveryMs = 5000
const judgeEveryMs = 500

type Parts = AdminParts & EventParts & PolicyParts & SubscriptionParts & MediaParts & JudgeParts
export type PublicParts = Awaited<ReturnType<typeof openPublicParts>>

/** What strangers reach: the Nostr websocket, the relay's document, files and the subscription page. */
export async function openPublicParts(frame: Frame, parts: Parts) {
  const { settings, relaySettings, maintenance, names, policy, rights, media, subscriptions } = parts
  const { config, logger, sandbox, opened } = frame
  const filter = openFilter(frame, parts)
  for (const group of ['content_filter', 'ollama', 'nest_feeder'] as const)
    parts.serviceStates.register(group, filter.states[group])
  const nostr = await openNostr(frame, parts, filter)
  parts.serviceStates.register('query_cache', cacheStateOf(frame, parts, nostr))
  const connections = sandbox?.connections ?? (() => nostr.connections())
  const sample = () => parts.statistics.traffic.sample(connections())
  const judging = frame.rounds.open({ name: 'access', everyMs: judgeEveryMs, work: () => nostr.judgeReads() })
  opened.defer(() => judging.close())
  const judgeAgain = () => nostr.judgeAgain()
  for (const part of [parts.lists, parts.rights, parts.members]) opened.defer(part.onChange(judgeAgain))
  opened.defer(parts.access.onChange(judgeAgain))
  const tellPolicy = () => nostr.tellPolicy()
  opened.defer(parts.relaySettings.onChange(tellPolicy))
  for (const group of [contentFilter, queryCache]) opened.defer(settings.onChange(group, tellPolicy))
  const sampling = frame.rounds.open({ name: 'traffic', everyMs: sampleTrafficEveryMs, work: sample })
  opened.defer(() => sampling.close())

  const relayInfo = new RelayInfo({
    settings,
    relaySettings,
    limitation: nostr.limitation,
    maintenance,
    names,
    access: rights,
  })
  const { adminDatabase: database } = parts
  const management = new ManagementService({ ...parts, database, cases: parts.judges.cases })
  const publicServer = {
    host: config.publicHost,
    trustedProxies: config.trustedProxies,
    limits: frame.httpLimits,
    log: logger,
    nostr,
    relayInfo,
    policy,
    maintenance,
    mountPolicyPages: (app: FastifyInstance) => mountPolicyPages(app, { settings }),
    mountMedia: (app: FastifyInstance) =>
      media.mountMedia(app, {
        report: nostr.publish.bind(nostr),
        payments: subscriptions.uploadPayments,
        refusals: parts.refusals.log,
      }),
    mountSubscribe: subscriptions.mountPage,
    whenCopied: frame.standby && (() => parts.relayDatabase.replicated()),
    mountManagement: (app: FastifyInstance) =>
      mountManagement(app, { management, signedCalls: parts.signedCalls, now: frame.now }),
  }
  const openPublic = (port: number) => openPublicServer({ ...publicServer, port })
  const publicListener = opened.adopt(new PublicListener(openPublic, logger), part => part.close())
  const isPublicOpen = () => (sandbox ? settings.get(general).proxy : publicListener.isOpen())
  return { nostr, management, filter, connections, relayInfo, publicListener, isPublicOpen }
}

function openFilter({ wayOut, now, logger, opened }: Frame, { settings, events, subscriptions }: Parts) {
  const { isServed } = subscriptions
  return opened.adopt(openContentFilter({ settings, events, wayOut, isServed, now, log: logger }), part => part.close())
}

type Filter = ReturnType<typeof openFilter>

/** It is asked in memory, so it neither waits nor fails. */
function cacheStateOf({ now }: Frame, { settings, events }: Parts, nostr: NostrServer) {
  let { isOn } = cacheSettingsOf(settings.get(queryCache))
  let since = toTimestamp(now())
  settings.onChange(queryCache, values => {
    const changed = cacheSettingsOf(values)
    if (changed.isOn !== isOn) since = toTimestamp(now())
    isOn = changed.isOn
  })
  return () => {
    const state = isOn ? ('running' as const) : ('off' as const)
    return { state, since, perMinute: 0, latencyMs: 0, ...(isOn && { cache: nostr.cacheState(events.cacheState) }) }
  }
}

/** Undefined: this process alone serves clients. */
function servingOf({ processes, machines, logLevel }: Config, { settings, events: { shared } }: Parts, logger: Logger) {
  if (processes === 1 && !machines) return undefined
  if (!shared) {
    logger.warn('RELAY_PROCESSES and SERVING_LISTEN are not used while the events are closed')
    return undefined
  }
  if (machines && shared.place.engine !== 'postgres')
    throw new Error('SERVING_LISTEN needs events that other machines can read: set EVENTS_DATABASE_URL as well.')
  return {
    processes: processes - 1,
    machines,
    store: shared,
    logLevel,
    filters: () => settings.get(contentFilter).enabled,
    cache: () => cacheSettingsOf(settings.get(queryCache)),
  }
}

async function openNostr(
  { config, bus, rounds, now, logger, sandbox, freeSpace, opened }: Frame,
  parts: Parts,
  { readerOf: filterOf, ...filter }: Filter,
) {
  const { events, policy, access, statistics, names, isOwner, reports, rights, subscriptions } = parts
  const { judges, xnostr, relaySettings } = parts
  const { quotas, allotment, zaps } = subscriptions
  const options = {
    events,
    policy,
    access,
    bus,
    traffic: statistics.traffic,
    names,
    isOwner,
    quotas,
    rounds,
    now,
    log: logger,
    filterOf,
    verifierWorkers: sandbox && 0,
    serving: sandbox ? undefined : servingOf(config, parts, logger),
    limits: limitsWith({ allUnsentBytesMax: config.unsentBytes }),
    compresses: config.compresses,
    dayLimits: dailyLimitsOf(relaySettings).events,
    ownDayOf: (pubkey: string) => parts.keyQuotas.of(pubkey)?.events_day ?? null,
    room: freeSpace,
    onStored: (event: NostrEvent, address: string | null, isHeld: boolean) => {
      reports.take(event, address)
      zaps.take(event)
      rights.take(event)
      parts.own.take(event)
      judges.images.take(event, isHeld)
      xnostr.checks.note(event)
      filter.note(event)
    },
    mustWait: judges.images.mustWait.bind(judges.images),
    isReportOfStored: reportsOfStored(parts),
    membership: parts.members,
    inviteFor: parts.inviteFor,
    onVanished: (pubkey: string) => {
      filter.forget(pubkey)
      return subscriptions.memory.forget(pubkey)
    },
    onSignedIn: allotment.signedIn.bind(allotment),
    refusals: parts.refusals.log,
  }
  return opened.adopt(await NostrServer.open(options), part => part.close())
}
