import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { useState } from 'react'
import type { Outcome } from '../paying/make-payment.ts'
import type { Payment } from '../paying/payment.ts'
import { spendingOf } from '../paying/spending.ts'
import { readUnanswered } from '../paying/unanswered.ts'
import { type DialogStatus, useDialogStatus } from '../paying/use-dialog-status.ts'
import type { Payments } from '../paying/use-payments.ts'
import { draftFor, firstDraft } from './draft.ts'
import { useMany } from './many/use-many.ts'
import { beginningOf, type PreparedPayment } from './prepared.ts'
import type { Recipient } from './recipient.ts'

export type At =
  | { readonly step: 'address' | 'amount' | 'coins' | 'list' | 'payees' | 'fee' }
  | { readonly step: 'review' | 'sending'; readonly payment: Payment }
  /** `entered`: before its coins were shown; going back chooses new ones. */
  | { readonly step: 'psbt'; readonly payment: Payment; readonly entered: Payment; readonly confirmed: Confirmed }
  | {
      readonly step: 'result'
      readonly payment: Payment
      readonly outcome: Outcome
      readonly how: () => Promise<Outcome>
    }

interface SendStepsParts {
  readonly payments: Payments
  readonly prepared: PreparedPayment | undefined
  readonly onStatus: (status: DialogStatus) => void
}

/** Where a payment stands: its step, what has been entered, and what leaving would lose. */
export function useSendSteps({ payments, prepared, onStatus }: SendStepsParts) {
  // A payment without an answer comes first: only its own key prevents paying twice.
  const [unanswered] = useState(() => readUnanswered()?.payment)
  const [first] = useState(() => beginningOf(prepared, unanswered))
  const [payee, setPayee] = useState<Recipient | undefined>(first.payee)
  const [draft, setDraft] = useState(first.draft)
  const [isTyped, setTyped] = useState(false)
  const many = useMany(unanswered)
  /** Whether coins and review belong to one payee or to many. */
  const [isMany, setMany] = useState(unanswered?.payees !== undefined)
  const [at, setAt] = useState<At>(() =>
    unanswered
      ? { step: 'result', payment: unanswered, outcome: { kind: 'unknown' }, how: () => toNetwork(unanswered) }
      : { step: prepared ? 'amount' : 'address' },
  )
  useDialogStatus(statusOf(), onStatus)

  /** A payment signed elsewhere can be brought back later, so leaving loses nothing. */
  function statusOf(): DialogStatus {
    if (at.step === 'sending') return 'sending'
    if (prepared || ['result', 'psbt'].includes(at.step)) return 'nothing'
    const isUntouched =
      (at.step === 'address' && !isTyped && many.rows.length === 0) || (at.step === 'list' && many.text === '')
    return isUntouched ? 'nothing' : 'entered'
  }

  /** Where coins, review and a refusal lead back to. */
  const entered: At = { step: isMany ? 'fee' : 'amount' }
  const toNetwork = (payment: Payment, confirmed?: Confirmed) => payments.send(spendingOf(payment), confirmed)

  function choosePayee(next: Recipient): void {
    setPayee(next.address === payee?.address ? { ...payee, ...next } : next)
    setDraft(draftFor(draft, payee, next))
    setMany(false)
    setAt({ step: 'amount' })
  }

  async function pay(payment: Payment, how: () => Promise<Outcome>): Promise<void> {
    setAt({ step: 'sending', payment })
    const outcome = await how()
    setAt({ step: 'result', payment, outcome, how })
  }

  /** Starts another payment; the last one's outcome is given up. */
  function beginAnew(): void {
    payments.giveUp()
    setPayee(undefined)
    setDraft(firstDraft)
    setTyped(false)
    many.clear()
    setMany(false)
    setAt({ step: 'address' })
  }

  return { at, setAt, many, draft, setDraft, payee, choosePayee, setTyped, setMany, entered, toNetwork, pay, beginAnew }
}
