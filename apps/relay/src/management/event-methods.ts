import { banEvents, listAllowedEvents, listBannedEvents, unbanEvents } from '@hornets/contract/admin/access-lists'
import { unblockEvent } from '@hornets/contract/admin/notifications/moderation'
import { moderationNotifications } from '@hornets/contract/admin/notifications/moderation-cases'
import type { AllowedEventsService } from '../access/allowed-events-service.ts'
import type { BannedEventsService } from '../access/banned-events-service.ts'
import type { ModerationCases } from '../judges/moderation-cases.ts'
import type { VerdictsService } from '../reports/verdicts-service.ts'
import { changing, eventParam, listing, type Methods } from './method.ts'

export interface EventParts {
  readonly bannedEvents: Pick<BannedEventsService, 'list' | 'ban' | 'lift'>
  readonly allowedEvents: Pick<AllowedEventsService, 'list' | 'allow' | 'remove'>
  readonly cases: Pick<ModerationCases, 'openEvents' | 'isOpen' | 'unblock' | 'delete'>
  readonly verdicts: Pick<VerdictsService, 'openEvents' | 'close'>
}

/** Of each list that a method answers; the console shows the rest. */
const listedMax = 10_000

export function eventMethods({ bannedEvents, allowedEvents, cases, verdicts }: EventParts): Methods {
  return {
    listeventsneedingmoderation: listing(moderationNotifications.list, async () => {
      const all = [...(await cases.openEvents(listedMax)), ...(await verdicts.openEvents(listedMax))]
      return [...new Map(all.map(event => [event.id, event])).values()]
    }),
    allowevent: changing({
      like: unblockEvent,
      takes: eventParam,
      async run(id, { actor }, reason) {
        await allowedEvents.allow([id], reason, actor)
        if (await cases.isOpen(id)) await cases.unblock(id, actor)
        await verdicts.close(id, 'dismissed', actor)
        await bannedEvents.lift([id], actor)
      },
    }),
    unallowevent: changing({
      like: unblockEvent,
      takes: eventParam,
      run: (id, { actor }) => allowedEvents.remove([id], actor),
    }),
    banevent: changing({
      like: banEvents,
      takes: eventParam,
      async run(id, { actor }, reason) {
        if (await cases.isOpen(id)) await cases.delete(id, actor)
        await allowedEvents.remove([id], actor)
        await bannedEvents.ban([id], reason, actor)
        await verdicts.close(id, 'deleted', actor)
      },
    }),
    unbanevent: changing({
      like: unbanEvents,
      takes: eventParam,
      run: (id, { actor }) => bannedEvents.lift([id], actor),
    }),
    listbannedevents: listing(listBannedEvents, async () =>
      (await bannedEvents.list({ limit: listedMax })).events.map(({ id, reason }) => ({ id, reason })),
    ),
    listallowedevents: listing(listAllowedEvents, async () =>
      (await allowedEvents.list({ limit: listedMax, offset: 0 })).events.map(({ id, reason }) => ({ id, reason })),
    ),
  }
}
