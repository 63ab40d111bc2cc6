import { unnoted } from '../refusals/refusal-log.ts'
import { boundless, EventIntake } from './event-intake.ts'
import { limitsWith } from './fairness/limits.ts'
import { QueryScheduler } from './fairness/query-scheduler.ts'
import { StorageQuotas } from './fairness/storage-quotas.ts'
import { VanishLimiter } from './fairness/vanish-limiter.ts'
import type { NostrServerOptions } from './server-options.ts'
import type { ServerParts } from './server-parts.ts'
import { FanOut } from './subscriptions/fan-out.ts'
import type { Subscription } from './subscriptions/subscription.ts'
import { SubscriptionIndex } from './subscriptions/subscription-index.ts'

export function buildParts(options: NostrServerOptions, verifier: ServerParts['verifier']): ServerParts {
  const { events, policy, traffic, now, log, membership, room, isOwner, refusals = unnoted } = options
  const limits = limitsWith(options.limits ?? {})
  const subscriptions = new SubscriptionIndex<Subscription>()
  const fanOut = new FanOut(subscriptions)
  const verifying = { events, policy, verifier }
  const intake = new EventIntake({
    ...verifying,
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
    fanOut,
    mustWait: options.mustWait ?? (() => false),
    isReportOfStored: options.isReportOfStored ?? (async () => false),
    onStored: options.onStored ?? (() => {}),
    onVanished: options.onVanished ?? (async () => {}),
    refusals,
    log,
  })
  return {
    ...verifying,
    intake,
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
}
