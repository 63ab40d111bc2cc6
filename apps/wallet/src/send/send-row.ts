import { createHash } from 'node:crypto'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import type { TransactionPlan } from '../coins/coin.ts'
import type { PaidTo } from './describe-plan.ts'
import { isPayment } from './payees.ts'
import type { Refusal, SendRow } from './send-store.ts'

interface Origin {
  readonly request: SpendRequest
  readonly key: string | null
  /** Milliseconds. */
  readonly now: number
}

/** A planned payment, recorded before it is broadcast. */
export function rowOf({ request, key, now }: Origin, plan: TransactionPlan, paid: PaidTo): Omit<SendRow, 'id' | 'raw'> {
  return {
    idempotency_key: key,
    request_hash: hashOf(request),
    choice: request.choice,
    state: 'recorded',
    txid: paid.txid,
    replaces: request.choice === 2 || request.choice === 3 ? request.original_tx_id : null,
    amount_sats: paid.amountSats,
    recipient: paid.recipient,
    enable_rbf: plan.signalsReplacement ? 1 : 0,
    fee_sats: plan.feeSats,
    vsize: plan.vsize,
    fee_rate: isPayment(request) ? request.priority_rate : request.new_fee_rate,
    refusal: null,
    signed_elsewhere: 0,
    created_at: now,
    outflow_sats: 0,
  }
}

/** A payment refused before planning: stored under its key, so that the same request gets the same answer. */
export function refusedRow({ request, key, now }: Origin, refusal: Refusal): Omit<SendRow, 'id'> {
  return {
    txid: '',
    raw: null,
    replaces: null,
    amount_sats: 0,
    recipient: '',
    enable_rbf: 0,
    fee_sats: 0,
    vsize: 0,
    signed_elsewhere: 0,
    idempotency_key: key,
    request_hash: hashOf(request),
    choice: request.choice,
    state: 'failed',
    fee_rate: 0,
    refusal: JSON.stringify(refusal),
    created_at: now,
    outflow_sats: 0,
  }
}

/** Equal for the same request with any order of fields. */
export function hashOf(request: SpendRequest): string {
  const sorted = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
