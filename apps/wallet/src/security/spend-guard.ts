import { createHash } from 'node:crypto'
import { type Figures, fillIn } from '@hornets/contract/sentence'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import {
  type Confirmation,
  type Confirmed,
  confirmations,
  feeWord,
  type NeededConfirmation,
  repeatMinutes,
} from '@hornets/contract/wallet/confirmations'
import { payInvoice } from '@hornets/contract/wallet/lightning'
import { makeTransaction, type SpendRequest } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import type { WalletTransaction } from '../database/wallet-database.ts'
import type { Approvals } from './approvals.ts'
import type { Security } from './security-service.ts'

const dayMs = 24 * 60 * 60_000

export interface Spend {
  readonly request: SpendRequest
  readonly plan: TransactionPlan
  /** For several payees: their sum, and the first. */
  readonly amountSats: number
  readonly recipient: string
  readonly payees: readonly { readonly recipient: string; readonly amountSats: number }[]
}

export interface SpendOrigin {
  readonly actor: Actor
  readonly confirmed: Confirmed
  /** It has an Idempotency-Key, which distinguishes a repetition from a second payment. */
  readonly hasKey: boolean
}

export interface SpendGuardParts {
  readonly security: Security
  readonly approvals: Approvals
  readonly audit: AuditLog
  readonly now: Clock
  readonly checkPassword: (password: string | undefined) => Promise<void>
  /** Satoshis sent by our signatures since then (milliseconds). */
  readonly spentSince: (sinceMs: number) => number
  /** Payees since then (milliseconds). */
  readonly paidSince: (sinceMs: number) => Spend['payees']
}

/** Decides which confirmations a payment needs, before anything is signed. */
export class SpendGuard {
  readonly #parts: SpendGuardParts

  constructor(parts: SpendGuardParts) {
    this.#parts = parts
  }

  spentToday(): number {
    return this.#parts.spentSince(this.#parts.now() - dayMs)
  }

  /** Read-only. `signsHere`: false for a PSBT, which our keys do not sign: only its fee is checked. */
  needs(spend: Spend, { signsHere = true } = {}): NeededConfirmation[] {
    const limits = signsHere ? this.needsFor(outflowOf(spend)) : []
    return [...limits, ...this.#ceilings(spend), ...(signsHere ? this.#repetition(spend) : [])]
  }

  /** What this outflow needs, from any account: limits apply to all together. */
  needsFor(spentSats: number): NeededConfirmation[] {
    const limits = this.#limits(spentSats)
    const { second_approval } = this.#parts.security.settings()
    return limits.length > 0 && second_approval ? [...limits, need(confirmations.secondApproval, {})] : limits
  }

  /** As `allow`, for an invoice paid by the connected node. */
  async allowLightning(
    { invoice, spentSats: spent_sats, payee }: { invoice: string; spentSats: number; payee: string },
    { actor, confirmed }: Omit<SpendOrigin, 'hasKey'>,
  ): Promise<(tx: WalletTransaction) => void> {
    const { approvals, audit } = this.#parts
    const needs = this.needsFor(spent_sats)
    await this.#check(needs, confirmed)
    const said = `Approve a Lightning payment of ${spent_sats} sats to ${payee}`
    const subject = { kind: 'lightning', invoice, spent_sats, payee } as const
    const isApproved = needs.some(one => one.need === 'approval')
    const approval = isApproved ? approvals.require(subject, said, actor) : undefined
    if (needs.length > 0)
      audit.recordDone(actor, payInvoice.audit.confirmed, needs.map(({ reason }) => reason).join(' '))
    return tx => approval !== undefined && approvals.use(tx, approval)
  }

  /** For the recording transaction. Throws ApiError: 'confirmation_needed', 'repeated_payment', 'rate_limited'. */
  async allow(spend: Spend, { actor, confirmed, hasKey }: SpendOrigin): Promise<(tx: WalletTransaction) => void> {
    const { approvals, audit } = this.#parts
    // A key distinguishes a repeated call from a second payment, but not duplicates within one list.
    const isSaid = (one: NeededConfirmation) =>
      one.need === 'repeat' && (confirmed.repeat || (hasKey && one.reason !== confirmations.payeesAlike.reason))
    const needs = this.needs(spend).filter(one => !isSaid(one))
    if (needs.some(one => one.need === 'repeat'))
      throw new ApiError('repeated_payment', walletMessages.repeatedPayment, { said: saidOf(needs, 'repeat') })
    await this.#check(needs, confirmed)
    const approval = needs.some(one => one.need === 'approval') ? this.#approval(spend, actor) : undefined
    if (needs.length > 0)
      audit.recordDone(actor, makeTransaction.audit.confirmed, needs.map(({ reason }) => reason).join(' '))
    return tx => approval !== undefined && approvals.use(tx, approval)
  }

  async allowElsewhere(spend: Spend, confirmed: Confirmed): Promise<void> {
    await this.#check(this.needs(spend, { signsHere: false }), confirmed)
  }

  async #check(needs: readonly NeededConfirmation[], confirmed: Confirmed): Promise<void> {
    const needed = (kind: NeededConfirmation['need']) => needs.some(one => one.need === kind)
    if (needed('fee_word') && confirmed.fee_word?.trim().toUpperCase() !== feeWord)
      throw new ApiError('confirmation_needed', walletMessages.feeWordNeeded, { said: saidOf(needs, 'fee_word') })
    if (!needed('password') && !needed('fee_word')) return
    try {
      await this.#parts.checkPassword(confirmed.password)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error
      const said = confirmed.password === undefined ? { said: saidOf(needs, 'password') } : {}
      throw new ApiError('confirmation_needed', error.message, { ...said, cause: error })
    }
  }

  /** The approval covers the whole request with every payee: its text contains a hash of the list. */
  #approval({ request, plan, amountSats, recipient }: Spend, actor: Actor): string {
    const spent_sats = outflowOf({ request, plan, amountSats })
    const rate = 'priority_rate' in request ? request.priority_rate : request.new_fee_rate
    const whom = request.choice === 5 ? nameOfList(request.payees) : recipient
    const said = `Approve a payment of ${spent_sats} sats to ${whom} at ${rate} sat/vB`
    return this.#parts.approvals.require({ kind: 'payment', request, spent_sats, recipient }, said, actor)
  }

  #limits(spent_sats: number): NeededConfirmation[] {
    const { payment_limit_sats, day_limit_sats } = this.#parts.security.settings()
    const ofDay = this.spentToday() + spent_sats
    return [
      ...(payment_limit_sats !== null && spent_sats > payment_limit_sats
        ? [need(confirmations.overPaymentLimit, { spent_sats, limit_sats: payment_limit_sats })]
        : []),
      ...(day_limit_sats !== null && ofDay > day_limit_sats
        ? [need(confirmations.overDayLimit, { spent_sats: ofDay, limit_sats: day_limit_sats })]
        : []),
    ]
  }

  #ceilings({ plan, amountSats }: Spend): NeededConfirmation[] {
    const { highest_fee_rate, highest_fee_percent } = this.#parts.security.settings()
    const rate = Math.floor((plan.feeSats / plan.vsize) * 10) / 10
    const percent = Math.ceil((plan.feeSats / Math.max(amountSats, 1)) * 100)
    return [
      ...(rate > highest_fee_rate ? [need(confirmations.feeRateHigh, { rate, highest_rate: highest_fee_rate })] : []),
      ...(plan.feeSats * 100 > amountSats * highest_fee_percent
        ? [need(confirmations.feeShareHigh, { percent, highest_percent: highest_fee_percent })]
        : []),
    ]
  }

  #repetition({ request, payees }: Spend): NeededConfirmation[] {
    if (!('priority_rate' in request)) return []
    const paid = new Set(this.#parts.paidSince(this.#parts.now() - repeatMinutes * 60_000).map(nameOf))
    const again = numbersOf(payees, one => paid.has(nameOf(one)))
    const listed = new Set<string>()
    // `add` returns the set: an entry that does not make it larger is a duplicate.
    const alike = numbersOf(payees, one => listed.size === listed.add(nameOf(one)).size)
    const minutes = repeatMinutes
    if (payees.length === 1) return again.length > 0 ? [need(confirmations.repeated, { minutes })] : []
    return [
      ...(again.length > 0 ? [need(confirmations.repeatedPayees, { ...counted(again), minutes })] : []),
      ...(alike.length > 0 ? [need(confirmations.payeesAlike, counted(alike))] : []),
    ]
  }
}

/** The wallet's outflow: replacements and cancellations only cost their fee, since the payment was counted before. */
export function outflowOf({ request, plan, amountSats }: Pick<Spend, 'request' | 'plan' | 'amountSats'>): number {
  return 'priority_rate' in request ? amountSats + plan.feeSats : plan.feeSats
}

type Payee = Spend['payees'][number]

const nameOf = ({ recipient, amountSats }: Payee) => `${recipient.toLowerCase()} ${amountSats}`

const numbersOf = (payees: readonly Payee[], is: (payee: Payee) => boolean) =>
  payees.flatMap((payee, position) => (is(payee) ? [position + 1] : []))

const namedMax = 5

const counted = (numbers: readonly number[]) => ({
  count: numbers.length,
  payees: `${numbers.slice(0, namedMax).join(', ')}${numbers.length > namedMax ? ' …' : ''}`,
})

function nameOfList(payees: readonly { recipient_address: string; spend_amount: number }[]): string {
  const list = payees.map(one => `${one.recipient_address},${one.spend_amount}\n`).join('')
  return `${payees.length} payees (list ${createHash('sha256').update(list).digest('hex').slice(0, 16)})`
}

function need({ need, reason, template }: Confirmation, figures: Figures): NeededConfirmation {
  return { need, reason, message: fillIn(template, figures), template, figures }
}

function saidOf(needs: readonly NeededConfirmation[], kind: NeededConfirmation['need']) {
  const { reason, template = '', figures = {} } = needs.find(one => one.need === kind) ?? {}
  return { ...(reason !== undefined && { reason }), template, figures }
}
