import {
  cancelRefund,
  changeTier,
  giveDays,
  prepareRefund,
} from '@hornets/contract/admin/subscriptions/subscriber-changes'
import * as contract from '@hornets/contract/admin/subscriptions/subscribers'
import { listLedger } from '@hornets/contract/admin/subscriptions/timeline'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { ChangesService } from './changes-service.ts'
import type { FreeWriters } from './quotas/free-writers.ts'
import type { SubscribersService } from './subscribers-service.ts'

export interface SubscribersRouteParts {
  readonly subscribers: SubscribersService
  readonly changes: ChangesService
  readonly freeWriters: FreeWriters
  readonly chainSight: () => Promise<contract.ChainSight>
}

export function subscribersRoutes(
  serve: Serve<AdminSession>,
  { subscribers, changes, freeWriters, chainSight }: SubscribersRouteParts,
): void {
  serve(contract.getPaymentReadiness, async () => ({ chain: await chainSight() }))
  serve(contract.countFreeWriters, async () => {
    const { writers, isAll } = await freeWriters.count()
    return { writers, is_all: isAll }
  })
  serve(contract.listPaidSubscriberProfiles, ({ query }) => subscribers.faces(query))
  serve(contract.listSubscribers, ({ query }) => subscribers.list(query))
  serve(contract.getSubscriberCounts, () => subscribers.counts())
  serve(contract.getSubscriber, ({ params }) => subscribers.one(params.pubkey))
  serve(listLedger, ({ params, query }) => subscribers.timeline(params, query))

  serve(giveDays, async ({ params, body, session }) => {
    const pubkey = await changes.give(params.pubkey, body, session.actor)
    return { message: 'The days were added', subscriber: await subscribers.summary(pubkey) }
  })

  serve(changeTier, async ({ params, body, session }) => {
    const pubkey = await changes.changeTier(params.pubkey, body, session.actor)
    return { message: 'The tier was changed', subscriber: await subscribers.summary(pubkey) }
  })

  serve(prepareRefund, async ({ params, body, session }) => ({
    message: 'The refund was prepared',
    ...(await changes.refund(params.pubkey, body, session.actor)),
  }))

  serve(cancelRefund, async ({ params, body, session }) => {
    const pubkey = await changes.cancelRefund(params.pubkey, body.refund_id, session.actor)
    return { message: 'The refund was cancelled', subscriber: await subscribers.summary(pubkey) }
  })
}
