import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type Payment, requestOf } from '../paying/payment.ts'
import { PsbtStep } from '../paying/psbt/psbt-step.tsx'
import { ResultStep } from '../paying/result-step.tsx'
import { SendingStep } from '../paying/sending-step.tsx'
import { spendingOf } from '../paying/spending.ts'
import { readUnanswered } from '../paying/unanswered.ts'
import type { DialogStatus } from '../paying/use-dialog-status.ts'
import { type Payments, usePayments } from '../paying/use-payments.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import { AddressStep } from './address-step.tsx'
import { AmountStep } from './amount-step.tsx'
import { CoinsStep } from './coins-step.tsx'
import { ManySteps } from './many/many-steps.tsx'
import { type PreparedPayment, payableNow } from './prepared.ts'
import { ReviewStep } from './review-step.tsx'
import { type At, useSendSteps } from './use-send-steps.ts'

interface SendDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onShowUnconfirmed: () => void
  /** Sends this instead of what is entered, once; another one needs another dialog. */
  readonly prepared?: PreparedPayment
}

/** Address, amount, review, outcome. Stays open while a payment is being sent. */
export function SendDialog({ open, onOpenChange, onShowUnconfirmed, prepared: asked }: SendDialogProps) {
  const { t } = useTexts()
  const [prepared] = useState(() => payableNow(asked, readUnanswered()))
  const payments = usePayments(prepared?.intention)
  const [status, setStatus] = useState<DialogStatus>('nothing')
  const isSending = status === 'sending'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.send.title')}
      dirty={status === 'entered'}
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
          onStatus={setStatus}
          onClose={() => onOpenChange(false)}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )}
    </Dialog>
  )
}

interface StepsProps {
  readonly payments: Payments
  readonly prepared: PreparedPayment | undefined
  /** Opened for a prepared payment: it is never left for another one. */
  readonly isAsked: boolean
  readonly onStatus: (status: DialogStatus) => void
  readonly onClose: () => void
  readonly onShowUnconfirmed: () => void
}

function Steps({ payments, prepared, isAsked, onStatus, onClose, onShowUnconfirmed }: StepsProps) {
  const { presence } = useWalletState()
  const steps = useSendSteps({ payments, prepared, onStatus })
  const { at, setAt, entered, pay } = steps

  function startAnother(): void {
    if (isAsked) {
      payments.giveUp()
      onClose()
    } else steps.beginAnew()
  }

  switch (at.step) {
    case 'review':
      return (
        <ReviewStep
          payment={at.payment}
          isLocked={presence === 'locked'}
          onBack={() => setAt(entered)}
          onSend={(payment, confirmed) => void pay(payment, () => steps.toNetwork(payment, confirmed))}
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
        <Ended
          at={at}
          onClose={onClose}
          onBack={() => setAt(entered)}
          onRetry={() => void pay(at.payment, at.how)}
          // Only its own key prevents paying it twice.
          onNew={prepared ? undefined : startAnother}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )
    default:
      return <Entering step={at.step} steps={steps} isFixed={prepared !== undefined} />
  }
}

interface EnteringProps {
  readonly step: Exclude<At, { payment: Payment }>['step']
  readonly steps: ReturnType<typeof useSendSteps>
  /** Recipient and amount are given. */
  readonly isFixed: boolean
}

function Entering({ step, steps, isFixed }: EnteringProps) {
  const { health, balanceSats } = useWalletState()
  const { setAt, many, draft, setDraft, entered } = steps
  switch (step) {
    case 'address':
      return (
        <AddressStep
          address={steps.payee?.address ?? ''}
          network={health?.network}
          onTyped={() => steps.setTyped(true)}
          onContinue={steps.choosePayee}
          onMany={text => {
            if (text !== undefined) many.type(text)
            setAt({ step: 'list' })
          }}
        />
      )
    case 'list':
    case 'payees':
    case 'fee':
      return (
        <ManySteps
          step={step}
          {...{ many, draft, balanceSats }}
          network={health?.network}
          onDraft={setDraft}
          onStep={next => {
            if (next === 'fee') steps.setMany(true)
            setAt({ step: next })
          }}
          onReview={payment => setAt({ step: 'review', payment })}
        />
      )
    case 'amount':
      return (
        <AmountStep
          recipient={steps.payee?.address ?? ''}
          balanceSats={balanceSats}
          draft={draft}
          onDraft={setDraft}
          onBack={isFixed ? undefined : () => setAt({ step: 'address' })}
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
  }
}

interface EndedProps {
  readonly at: Extract<At, { step: 'result' }>
  readonly onClose: () => void
  readonly onBack: () => void
  readonly onRetry: () => void
  readonly onNew: (() => void) | undefined
  readonly onShowUnconfirmed: () => void
}

function Ended({ at: { outcome, payment }, ...handlers }: EndedProps) {
  const { t } = useTexts()
  return (
    <ResultStep
      outcome={outcome}
      amountSats={payment.amountSats}
      recipient={payment.recipient}
      payees={payment.payees?.length}
      texts={{
        refused: t('wallet.send.refused'),
        unknown: t('wallet.send.networkError'),
        unrecorded: t('wallet.send.unrecorded'),
      }}
      {...handlers}
    />
  )
}
