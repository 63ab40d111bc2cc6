import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Outcome } from '../paying/make-payment.ts'
import { type Payment, requestOf, sumOfPayees } from '../paying/payment.ts'
import { PsbtStep } from '../paying/psbt/psbt-step.tsx'
import { ResultStep } from '../paying/result-step.tsx'
import { SendingStep } from '../paying/sending-step.tsx'
import { spendingOf } from '../paying/spending.ts'
import { readUnanswered } from '../paying/unanswered.ts'
import { type Payments, usePayments } from '../paying/use-payments.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import { AddressStep } from './address-step.tsx'
import { AmountStep } from './amount-step.tsx'
import { CoinsStep } from './coins-step.tsx'
import { draftFor, firstDraft } from './draft.ts'
import { FeeStep } from './many/fee-step.tsx'
import { ListStep } from './many/list-step.tsx'
import { PayeesStep } from './many/payees-step.tsx'
import { useMany } from './many/use-many.ts'
import { beginningOf, type PreparedPayment, payableNow } from './prepared.ts'
import type { Recipient } from './recipient.ts'
import { ReviewStep } from './review-step.tsx'

interface SendDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onShowUnconfirmed: () => void
  /** Sends this instead of what is entered, once; another one needs another dialog. */
  readonly prepared?: PreparedPayment
}

/** What leaving would lose: the input, or the outcome. */
type Standing = 'nothing' | 'entered' | 'sending'

/** Address, amount, review, outcome. Stays open while a payment is being sent. */
export function SendDialog({ open, onOpenChange, onShowUnconfirmed, prepared: asked }: SendDialogProps) {
  const { t } = useTexts()
  const [prepared] = useState(() => payableNow(asked, readUnanswered()))
  const payments = usePayments(prepared?.intention)
  const [standing, setStanding] = useState<Standing>('nothing')
  const isSending = standing === 'sending'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.send.title')}
      dirty={standing === 'entered'}
      busy={isSending}
      guard={{
        title: t(isSending ? 'wallet.leave.sendingTitle' : 'wallet.leave.paymentTitle'),
        text: t(isSending ? 'wallet.leave.sendingText' : 'wallet.leave.paymentText'),
      }}
    >
      {open && (
        <Steps
          payments={payments}
          prepared={prepared}
          isAsked={asked !== undefined}
          onStanding={setStanding}
          onClose={() => onOpenChange(false)}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )}
    </Dialog>
  )
}

type At =
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

interface StepsProps {
  readonly payments: Payments
  readonly prepared: PreparedPayment | undefined
  /** Opened for a prepared payment: it is never left for another one. */
  readonly isAsked: boolean
  readonly onStanding: (standing: Standing) => void
  readonly onClose: () => void
  readonly onShowUnconfirmed: () => void
}

function Steps({ payments, prepared, isAsked, onStanding, onClose, onShowUnconfirmed }: StepsProps) {
  const { t } = useTexts()
  const { health, balanceSats, presence } = useWalletState()
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
  const standing = standingOf()
  useEffect(() => {
    onStanding(standing)
    return () => onStanding('nothing')
  }, [standing, onStanding])

  /** A payment signed elsewhere can be brought back later, so leaving loses nothing. */
  function standingOf(): Standing {
    if (at.step === 'sending') return 'sending'
    if (prepared || ['result', 'psbt'].includes(at.step)) return 'nothing'
    const isUntouched =
      (at.step === 'address' && !isTyped && many.rows.length === 0) || (at.step === 'list' && many.text === '')
    return isUntouched ? 'nothing' : 'entered'
  }

  /** Where coins, review and a refusal lead back to. */
  const entered: At = { step: isMany ? 'fee' : 'amount' }
  const toNetwork = (payment: Payment, confirmed?: Confirmed) => payments.send(spendingOf(payment), confirmed)

  async function pay(payment: Payment, how: () => Promise<Outcome>): Promise<void> {
    setAt({ step: 'sending', payment })
    const outcome = await how()
    setAt({ step: 'result', payment, outcome, how })
  }

  function beginAnew(): void {
    payments.giveUp()
    if (isAsked) {
      onClose()
      return
    }
    setPayee(undefined)
    setDraft(firstDraft)
    setTyped(false)
    many.clear()
    setMany(false)
    setAt({ step: 'address' })
  }

  switch (at.step) {
    case 'address':
      return (
        <AddressStep
          address={payee?.address ?? ''}
          network={health?.network}
          onTyped={() => setTyped(true)}
          onContinue={next => {
            setPayee(next.address === payee?.address ? { ...payee, ...next } : next)
            setDraft(draftFor(draft, payee, next))
            setMany(false)
            setAt({ step: 'amount' })
          }}
          onMany={text => {
            if (text !== undefined) many.type(text)
            setAt({ step: 'list' })
          }}
        />
      )
    case 'list':
      return (
        <ListStep
          text={many.text}
          unit={many.unit}
          hasRate={many.hasRate}
          onChange={many.type}
          onBack={() => setAt({ step: 'address' })}
          onContinue={() => {
            many.read()
            setAt({ step: 'payees' })
          }}
        />
      )
    case 'payees':
      return (
        <PayeesStep
          rows={many.rows}
          network={health?.network}
          balanceSats={balanceSats}
          onRows={many.setRows}
          onBack={() => setAt({ step: 'list' })}
          onContinue={() => {
            // Coins are chosen for the sum.
            setDraft({ ...draft, amount: String(sumOfPayees(many.payees)), sendAll: false })
            setMany(true)
            setAt({ step: 'fee' })
          }}
        />
      )
    case 'fee':
      return (
        <FeeStep
          payees={many.payees}
          balanceSats={balanceSats}
          draft={draft}
          onDraft={setDraft}
          onBack={() => setAt({ step: 'payees' })}
          onChooseCoins={() => setAt({ step: 'coins' })}
          onContinue={payment => setAt({ step: 'review', payment })}
        />
      )
    case 'amount':
      return (
        <AmountStep
          recipient={payee?.address ?? ''}
          balanceSats={balanceSats}
          draft={draft}
          onDraft={setDraft}
          onBack={prepared ? undefined : () => setAt({ step: 'address' })}
          onChooseCoins={() => setAt({ step: 'coins' })}
          onContinue={payment => setAt({ step: 'review', payment })}
        />
      )
    case 'coins':
      return (
        <CoinsStep
          draft={draft}
          onDone={coins => {
            if (coins) setDraft({ ...draft, coins })
            setAt(entered)
          }}
        />
      )
    case 'review':
      return (
        <ReviewStep
          payment={at.payment}
          isLocked={presence === 'locked'}
          onBack={() => setAt(entered)}
          onSend={(payment, confirmed) => void pay(payment, () => toNetwork(payment, confirmed))}
          onSignElsewhere={(payment, confirmed) => setAt({ step: 'psbt', payment, entered: at.payment, confirmed })}
        />
      )
    case 'psbt':
      return (
        <PsbtStep
          request={{ ...requestOf(at.payment), ...at.confirmed }}
          onBack={() => setAt({ step: 'review', payment: at.entered })}
          onSigned={psbt => void pay(at.payment, () => payments.sendSigned(psbt, spendingOf(at.payment).record))}
        />
      )
    case 'sending':
      return <SendingStep />
    case 'result':
      return (
        <ResultStep
          outcome={at.outcome}
          amountSats={at.payment.amountSats}
          recipient={at.payment.recipient}
          payees={at.payment.payees?.length}
          texts={{
            refused: t('wallet.send.refused'),
            unknown: t('wallet.send.networkError'),
            unrecorded: t('wallet.send.unrecorded'),
          }}
          onClose={onClose}
          onBack={() => setAt(entered)}
          onRetry={() => void pay(at.payment, at.how)}
          // Only its own key prevents paying it twice.
          onNew={prepared ? undefined : beginAnew}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )
  }
}
