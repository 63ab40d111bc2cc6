import { unnoted } from '../refusals/refusal-log.ts'
import { boundless, EventIntake, type Intake, type LiveEvents } from './event-intake.ts'
import { limitsWith } from './fairness/limits.ts'
import { QueryScheduler } from './fairness/query-scheduler.ts'
import { StorageQuotas } from './fairness/storage-quotas.ts'
import { VanishLimiter } from './fairness/vanish-limiter.ts'
import type { NostrServerOptions } from './server-options.ts'
import type { ServerParts } from './server-parts.ts'
import { FanOut } from './subscriptions/fan-out.ts'
import type { Subscription } from './subscriptions/subscription.ts'
import { SubscriptionIndex } from './subscriptions/subscription-index.ts'
import { VerifyingIntake } from './verification/verifying-intake.ts'

/** `live`: gets the events that subscribers wait for. */
export function buildParts(
  options: NostrServerOptions,
  verifier: ServerParts['verifier'],
  live: (fanOut: LiveEvents) => LiveEvents,
): { readonly parts: ServerParts; readonly verified: Intake; readonly live: LiveEvents } {
  const { events, policy, traffic, now, log, membership, room, isOwner, refusals = unnoted } = options
  const limits = limitsWith(options.limits ?? {})
  const subscriptions = new SubscriptionIndex<Subscription>()
  const fanOut = new FanOut(subscriptions)
  const toAll = live(fanOut)
  const verified = new EventIntake({
    events,
    policy,
    storage: new StorageQuotas({
      limits: options.dayLimits ?? limits,
      now,
      room,
      isOwner,
      ownOf: options.ownDayOf ?? (() => null),
    }),
    vanishes: new VanishLimiter(limits, now),
    quotas: options.quotas ?? boundless,
    membership,
    fanOut: toAll,
    mustWait: options.mustWait ?? (() => false),
    isReportOfStored: options.isReportOfStored ?? (async () => false),
    onStored: options.onStored ?? (() => {}),
    onVanished: options.onVanished ?? (async () => {}),
    refusals,
    log,
  })
  const parts: ServerParts = {
    events,
    policy,
    verifier,
    intake: new VerifyingIntake({ verifier, verified, refusals }),
    subscriptions,
    fanOut,
    traffic,
    refusals,
    limits,
    scheduler: new QueryScheduler(limits),
    compared: { events: 0 },
    onSignedIn: options.onSignedIn ?? (() => {}),
    inviteFor: options.inviteFor ?? (async () => null),
    filterOf: options.filterOf ?? (() => undefined),
    now,
    log,
  }
  return { parts, verified, live: toAll }
}
