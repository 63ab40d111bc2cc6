import { isOfIntention } from '../paying/intention.ts'
import type { Payment } from '../paying/payment.ts'
import type { Unanswered } from '../paying/unanswered.ts'
import { type Draft, draftOf, firstDraft } from './draft.ts'
import type { Recipient } from './recipient.ts'

export interface PreparedPayment {
  readonly recipient: string
  readonly amountSats: number
  /** The first Idempotency-Key under which it is paid. */
  readonly intention: string
}

/** Undefined while another one has no answer: only its own key prevents paying it twice. */
export function payableNow(
  prepared: PreparedPayment | undefined,
  unanswered: Unanswered | undefined,
): PreparedPayment | undefined {
  const isOther = prepared && unanswered && !isOfIntention(unanswered.key, prepared.intention)
  return isOther ? undefined : prepared
}

/** What the dialog starts with: a payment without an answer, a prepared one, or nothing. */
export function beginningOf(
  prepared: PreparedPayment | undefined,
  unanswered: Payment | undefined,
): { readonly payee: Recipient | undefined; readonly draft: Draft } {
  if (unanswered) return { payee: { address: unanswered.recipient }, draft: draftOf(unanswered) }
  if (!prepared) return { payee: undefined, draft: firstDraft }
  return { payee: { address: prepared.recipient }, draft: { ...firstDraft, amount: String(prepared.amountSats) } }
}
