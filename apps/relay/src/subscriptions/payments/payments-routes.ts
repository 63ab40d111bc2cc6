import { Readable } from 'node:stream'
import type { QueryOf } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/subscriptions/payments'
import { getZaps } from '@hornets/contract/admin/subscriptions/zaps'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { byteOrderMark, csvLine } from '@hornets/server/csv'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../accounts/sessions/sessions.ts'
import { centsOf } from '../ledger/earned.ts'
import type { CoinRow } from '../ledger/ledger-store.ts'
import { placeOf } from '../ledger/payment-place.ts'
import type { UnassignedPayments } from '../ledger/unassigned-service.ts'
import type { Zaps } from '../zaps/zaps.ts'
import type { PaymentsService } from './payments-service.ts'
import type { RefundRow } from './payments-store.ts'

interface PaymentsRouteParts {
  readonly zaps: Pick<Zaps, 'describe'>
  readonly payments: PaymentsService
  readonly unassigned: UnassignedPayments
}

export function paymentsRoutes(
  serve: Serve<AdminSession>,
  { payments, unassigned, zaps }: PaymentsRouteParts,
  now: Clock,
): void {
  serve(contract.getPaymentStats, () => payments.stats())
  serve(contract.listSubscriptionPayments, ({ query }) => payments.payments(query))
  serve(getZaps, () => zaps.describe())
  serve(contract.listUnassignedPayments, () => unassigned.list())

  serve(contract.assignPayments, async ({ body, session }) => {
    await unassigned.assign(body, session.actor)
    return { message: 'The payments were assigned' }
  })

  serve(contract.getEarnings, () => payments.earnings())
  serve(contract.getEarningsReport, ({ query }) => payments.report(query))

  serve(contract.exportEarnings, ({ query, reply }) => {
    const day = toTimestamp(now()).slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="subscriptions-${day}.csv"`)
      .send(Readable.from(linesOf(payments, query), { highWaterMark: 1 }))
  })
}

const columns = [
  'date',
  'pubkey',
  'txid',
  'vout',
  'tier',
  'new',
  'sats',
  'usd_per_bitcoin',
  'usd',
  'credited_at',
  'payment_hash',
  'kind',
]

/** After a header, one line per credited payment, then one per refund and per cancellation of a refund. */
async function* linesOf(
  payments: PaymentsService,
  { separator, ...period }: QueryOf<typeof contract.exportEarnings>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns, separator)
  for await (const rows of payments.credited(period)) yield rows.map(row => csvLine(cellsOf(row), separator)).join('')
  for await (const rows of payments.refunded(period)) yield rows.map(row => csvLine(refundOf(row), separator)).join('')
}

function cellsOf(row: CoinRow): unknown[] {
  const { rate_cents: rate, credited_at } = row
  const usd = rate === null ? [null, null] : [rate / 100, centsOf(row.sats, rate) / 100]
  const credited = credited_at === null ? null : toTimestamp(credited_at)
  const { txid, vout, payment_hash } = placeOf(row)
  const bought = [row.tier, row.is_new, row.sats, ...usd, credited]
  return [toTimestamp(row.date), row.pubkey, txid, vout, ...bought, payment_hash, 'payment']
}

function refundOf({ at, pubkey, kind, sats, entered_at, rate_cents: rate }: RefundRow): unknown[] {
  const usd = rate === null ? [null, null] : [rate / 100, (Math.sign(sats) * centsOf(Math.abs(sats), rate)) / 100]
  return [toTimestamp(at), pubkey, null, null, '', null, sats, ...usd, toTimestamp(entered_at), null, kind]
}
