import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import {
  connectLightning,
  disconnectLightning,
  findInvoice,
  getLightning,
  listLightning,
  makeInvoice,
  payInvoice,
  reviewInvoice,
} from '@hornets/contract/wallet/lightning'
import { toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { idempotencyKeyOf } from '@hornets/server/http/idempotency-key'
import type { Serve } from '@hornets/server/http/serve'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Session } from '../operators/tokens.ts'
import { type InvoicePayments, satsOf } from './invoice-payments.ts'
import type { Lightning } from './lightning-service.ts'
import { toApiError } from './nwc-error.ts'

interface LightningRouteParts {
  readonly lightning: Lightning
  readonly invoicePayments: InvoicePayments
  readonly audit: AuditLog
}

export function lightningRoutes(
  serve: Serve<Session>,
  { lightning, invoicePayments, audit }: LightningRouteParts,
): void {
  const actorOf = (call: { session: Session; request: Parameters<typeof callerOf>[0] }): Actor => ({
    pubkey: call.session.pubkey,
    address: callerOf(call.request).address,
  })

  serve(getLightning, () => lightning.describe())

  serve(connectLightning, async call => {
    const { uri, password } = call.body
    const work = () => answerOf(lightning.connect(uri, password))
    await audit.refusals(actorOf(call), connectLightning.audit, work)
    const answer = lightning.describe()
    audit.recordDone(actorOf(call), connectLightning.audit, answer.relay ?? '')
    return answer
  })

  serve(disconnectLightning, async call => {
    await audit.refusals(actorOf(call), disconnectLightning.audit, () => lightning.disconnect())
    audit.recordDone(actorOf(call), disconnectLightning.audit)
    return lightning.describe()
  })

  serve(makeInvoice, ({ body }) => answerOf(lightning.makeInvoice(body.amount_sats, body.description)))
  serve(findInvoice, ({ query }) => answerOf(lightning.findInvoice(query.payment_hash, query.amount_sats)))
  serve(listLightning, ({ query }) => answerOf(lightning.list(query)))

  serve(reviewInvoice, ({ body }) => {
    const { invoice, reserveSats, needs } = invoicePayments.review(body)
    return {
      payment_hash: invoice.paymentHash,
      payee: invoice.payee,
      description: invoice.description,
      invoice_sats: satsOf(invoice),
      expires_at: toTimestamp(invoice.expiresAt),
      reserve_sats: reserveSats,
      confirmations: needs,
    }
  })

  serve(payInvoice, async call => {
    const { password, fee_word, repeat, ...order } = call.body
    const confirmed = { password, fee_word, repeat } satisfies Confirmed
    const actor = actorOf(call)
    const pay = () => answerOf(invoicePayments.pay(order, idempotencyKeyOf(call.request), { actor, confirmed }))
    return audit.refusals(actor, payInvoice.audit.pay, pay)
  })
}

export async function answerOf<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toApiError(error)
  }
}
