import { serverActions } from '@hornets/contract/admin/audit-actions'
import { Vitals } from '@hornets/server/process/vitals'
import { AlertsService } from '../health/alerts/alerts-service.ts'
import { measuresOf } from '../health/alerts/measures.ts'
import type { AdminParts } from './admin-parts.ts'
import type { CaseParts } from './case-parts.ts'
import type { Frame } from './frame.ts'
import type { SubscriptionParts } from './subscription-parts.ts'
import type { WalletParts } from './wallet-parts.ts'

export type AlertParts = Awaited<ReturnType<typeof openAlertParts>>

type Parts = AdminParts & WalletParts & SubscriptionParts & CaseParts

const idle = (now: Frame['now']) => ({
  samples: [],
  latest: () => ({ at: now(), share: 0.02, usedBytes: 180 * 2 ** 20, medianMs: 0.1, p99Ms: 1, maxMs: 3 }),
  machine: () => ({
    totalBytes: 4 * 2 ** 30,
    availableBytes: 3 * 2 ** 30,
    cores: 2,
    load: 0.1,
    heapBytes: 60 * 2 ** 20,
  }),
})

export async function openAlertParts({ freeSpace, rounds, now, sandbox, opened }: Frame, parts: Parts) {
  const { adminDatabase: database, audit, auditReader, subscriptions, cases, chain } = parts
  const own = sandbox ? undefined : opened.adopt(new Vitals({ now, rounds }), part => part.close())
  const vitals = own ?? idle(now)
  const measures = measuresOf({
    freeSpace,
    lastBackupAt: () => auditReader.lastAt(serverActions.backup),
    countFailed: since => subscriptions.payments.countFailed(since),
    countCases: async () => (await cases.countOpen()).open,
    delayMs: () => vitals.latest().p99Ms,
    sight: async () => (chain ? chain.sight() : 'seen'),
    now,
  })
  return { vitals, alerts: await AlertsService.open({ database, audit, measures, now }) }
}
