import { Readable } from 'node:stream'
import * as contract from '@hornets/contract/admin/subscriptions/payments'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { byteOrderMark, type CsvSeparator, csvLine } from '@hornets/server/csv'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { centsOf } from './ledger/earned.ts'
import type { CoinRow } from './ledger/ledger-store.ts'
import { placeOf } from './ledger/payment-place.ts'
import type { UnassignedPayments } from './ledger/unassigned-service.ts'
import type { PaymentsService } from './payments-service.ts'

interface PaymentsRouteParts {
  readonly payments: PaymentsService
  readonly unassigned: UnassignedPayments
}

export function paymentsRoutes(
  serve: Serve<AdminSession>,
  { payments, unassigned }: PaymentsRouteParts,
  now: Clock,
): void {
  serve(contract.listPaymentNotifications, async ({ query, reply }) => {
    return (await payments.notifications(query)) ?? reply.code(204).send()
  })

  serve(contract.readPaymentNotification, async ({ body }) => {
    await payments.read(body.id)
    return { success: true as const, message: 'Notification marked as read' }
  })

  serve(contract.readAllPaymentNotifications, async ({ body }) => {
    await payments.readAll(body.pubkey)
    return { success: true as const, message: 'All notifications marked as read' }
  })

  serve(contract.getPaymentStats, () => payments.stats())
  serve(contract.listSubscriptionPayments, ({ query }) => payments.payments(query))
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
      .send(Readable.from(linesOf(payments.credited(query), query.separator), { highWaterMark: 1 }))
  })
}

const columns = [
  ...['date', 'pubkey', 'txid', 'vout', 'tier', 'new', 'sats', 'usd_per_bitcoin', 'usd', 'credited_at'],
  'payment_hash',
]

/** One line per credited payment, after a header. */
async function* linesOf(parts: AsyncIterable<readonly CoinRow[]>, separator: CsvSeparator): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns, separator)
  for await (const rows of parts) yield rows.map(row => csvLine(cellsOf(row), separator)).join('')
}

function cellsOf(row: CoinRow): unknown[] {
  const { rate_cents: rate, credited_at } = row
  const usd = rate === null ? [null, null] : [rate / 100, centsOf(row.sats, rate) / 100]
  const credited = credited_at === null ? null : toTimestamp(credited_at)
  const { txid, vout, payment_hash } = placeOf(row)
  const bought = [row.tier, row.is_new, row.sats, ...usd, credited]
  return [toTimestamp(row.date), row.pubkey, txid, vout, ...bought, payment_hash]
}
