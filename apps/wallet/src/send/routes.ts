import type { WalletAuditAction } from '@hornets/contract/wallet'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { handedBeforeHeader, readHandedBefore } from '@hornets/contract/wallet/relay/handed-before'
import { addSignatures, listOpenPsbts } from '@hornets/contract/wallet/signing'
import {
  abandonTransaction,
  calculateTxSize,
  dropPsbt,
  finishPsbt as finishPsbtEndpoint,
  listSends,
  makePsbt,
  makeTransaction,
  previewTransaction,
  type SpendAnswer,
  type SpendOrder,
  type SpendRequest,
} from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { idempotencyKeyOf } from '@hornets/server/http/idempotency-key'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyRequest } from 'fastify'
import type { AddressBook } from '../addresses/address-book.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { ChainError } from '../chain/chain.ts'
import { RefusedError } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import { isShared } from '../keys/account/account.ts'
import { createPsbt, readSigned } from '../keys/signing/psbt.ts'
import type { Vault } from '../keys/vault.ts'
import type { Session } from '../operators/tokens.ts'
import { whyWaiting } from './answer.ts'
import { drawPlan } from './describe-plan.ts'
import type { Drafts } from './drafts.ts'
import type { PlanMaker } from './plan-maker.ts'
import type { SendService } from './send-service.ts'
import type { SharedDrafts } from './shared-drafts.ts'

interface SendRouteParts {
  readonly sends: SendService
  readonly drafts: Drafts
  readonly plans: PlanMaker
  readonly sharedDrafts: SharedDrafts
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly chainBook: ChainBook
  readonly network: NetworkTraits
  readonly audit: AuditLog
  /** A payment was sent and should be pushed to the relay now. */
  readonly onSent: () => void
}

export function sendRoutes(serve: Serve<Session>, parts: SendRouteParts): void {
  paymentRoutes(serve, parts)
  psbtRoutes(serve, parts)
}

/** Payments that the wallet signs itself, from the plan to the list of those on their way. */
function paymentRoutes(serve: Serve<Session>, parts: SendRouteParts): void {
  const { sends, plans, vault, network, audit, onSent } = parts

  serve(calculateTxSize, async ({ body }) => {
    const plan = await orRefusal(async () => {
      if ('recipient_address' in body) return plans.plan({ choice: 1, enable_rbf: true, ...body })
      const { original_tx_id, new_fee_rate } = body
      if (new_fee_rate === undefined) return plans.cheapestReplacement(original_tx_id)
      return plans.plan({ choice: 2, original_tx_id, new_fee_rate })
    })
    return { txSize: plan.vsize }
  })

  serve(previewTransaction, async ({ body }) => {
    const { plan, needs } = await orRefusal(() => sends.preview(body))
    vault.touch()
    return { ...drawPlan(plan, network), ...(needs.length > 0 && { confirmations: needs }) }
  })

  serve(makeTransaction, async ({ body, session, request }) => {
    const { request: spend, confirmed } = splitOrder(body)
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    const action = makeTransaction.audit[spend.choice]
    const handedBefore = readHandedBefore(request.headers[handedBeforeHeader])
    const pay = () => sends.pay(spend, idempotencyKeyOf(request), { actor, confirmed, handedBefore })
    const answer = await audit.refusals(actor, action, pay)
    writeDown(audit, action, answer, { session, request })
    onSent()
    return answer
  })

  serve(abandonTransaction, async ({ body, session, request }) => {
    vault.wallet()
    const abandoned = await orRefusal(() => sends.abandon(body.txid))
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    for (const txid of abandoned) audit.recordDone(actor, abandonTransaction.audit, txid)
    onSent()
    return { abandoned }
  })

  serve(listSends, ({ query }) => {
    vault.wallet()
    return sends.listOnTheirWay(query).map(row => onItsWay(row, sends))
  })
}

function onItsWay(row: ReturnType<SendService['listOnTheirWay']>[number], sends: SendService) {
  return {
    txid: row.txid,
    amount_sats: row.amount_sats,
    recipient_address: row.recipient,
    ...(row.payees > 1 && { payees: row.payees }),
    fee_sats: row.fee_sats,
    vsize: row.vsize,
    fee_rate: row.fee_rate,
    enable_rbf: row.enable_rbf === 1,
    timestamp: toTimestamp(row.created_at),
    status: row.place === 'mempool' ? ('success' as const) : ('pending' as const),
    ...(sends.isOrphaned(row.txid) && { orphaned: true as const }),
    ...(row.replaces !== null && { replaces: row.replaces }),
    ...(row.place === 'recorded' && whyWaiting(row)),
  }
}

/** Payments that are signed elsewhere, or by several signers. */
function psbtRoutes(serve: Serve<Session>, parts: SendRouteParts): void {
  const { drafts, sharedDrafts, vault, addresses, chainBook, network, audit, onSent } = parts

  serve(makePsbt, async ({ body }) => {
    const { request, confirmed } = splitOrder(body)
    const { plan, txid } = await orRefusal(() => drafts.make(request, confirmed))
    const previous = (txid: string) => chainBook.find(txid)?.raw || undefined
    const placeOf = (script: string) => {
      const own = addresses.find(script)
      return own && { branch: own.branch, index: own.idx }
    }
    const { account } = vault.wallet()
    return {
      psbt: isShared(account) ? sharedDrafts.psbtOf(txid) : createPsbt(plan, { account, network, previous, placeOf }),
      txid,
      plan: drawPlan(plan, network),
    }
  })

  serve(finishPsbtEndpoint, async ({ body, session, request }) => {
    const raw = sharedDrafts.isShared() ? await sharedDrafts.finish(body.psbt) : readSigned(body.psbt)
    if (raw === null) throw new ApiError('bad_request', walletMessages.psbtUnfinished)
    const answer = await drafts.finish(raw)
    writeDown(audit, finishPsbtEndpoint.audit, answer, { session, request })
    onSent()
    return answer
  })

  serve(listOpenPsbts, () => sharedDrafts.list())

  serve(addSignatures, async ({ body, session, request }) => {
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    const open = await audit.refusals(actor, addSignatures.audit, () => sharedDrafts.add(body.psbt, body.txid))
    audit.recordDone(actor, addSignatures.audit, open.txid)
    return open
  })

  serve(dropPsbt, async ({ body }) => {
    vault.wallet()
    await drafts.drop(body.txid)
    return { message: 'Its coins can be spent' }
  })
}

/** Writes a payment's outcome to the audit log. */
function writeDown(
  audit: AuditLog,
  action: WalletAuditAction,
  answer: SpendAnswer,
  { session, request }: { readonly session: Session; readonly request: FastifyRequest },
): void {
  const actor = { pubkey: session.pubkey, address: callerOf(request).address }
  if (answer.status === 'failed') audit.recordRefusal(actor, action, answer.reason)
  else audit.recordDone(actor, action, answer.txid)
}

/** The confirmations are not part of the payment: its hash is the same with and without them. */
function splitOrder({ password, fee_word, repeat, ...request }: SpendOrder) {
  return { request: request as SpendRequest, confirmed: { password, fee_word, repeat } satisfies Confirmed }
}

async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedError) {
      const { message, reason, template, figures } = error
      throw new ApiError('payment_refused', message, { said: { reason, template, figures }, cause: error })
    }
    if (error instanceof ChainError) throw new ApiError('unavailable', walletMessages.chainOffline, { cause: error })
    throw error
  }
}
