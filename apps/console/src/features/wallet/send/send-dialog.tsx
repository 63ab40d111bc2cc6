import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWalletState } from '../use-wallet-state.ts'
import { AddressStep } from './address-step.tsx'
import { AmountStep } from './amount-step.tsx'
import { CoinsStep } from './coins-step.tsx'
import { draftFor, firstDraft } from './draft.ts'
import type { Outcome } from './make-payment.ts'
import { type Payment, requestOf } from './payment.ts'
import { PsbtStep } from './psbt-step.tsx'
import type { Recipient } from './recipient.ts'
import { ResultStep } from './result-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SendingStep } from './sending-step.tsx'
import { spendingOf } from './spending.ts'
import { type Payments, usePayments } from './use-payments.ts'

interface SendDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onShowUnconfirmed: () => void
}

/** Address, amount, the transaction as a picture, how it went. Stays open while money is on its way. */
export function SendDialog({ open, onOpenChange, onShowUnconfirmed }: SendDialogProps) {
  const { t } = useTranslation()
  const payments = usePayments()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog open={open} onOpenChange={next => !isBusy && onOpenChange(next)} title={t('wallet.send.title')}>
      {open && (
        <Steps
          payments={payments}
          onBusy={setBusy}
          onClose={() => onOpenChange(false)}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )}
    </Dialog>
  )
}

type At =
  | { readonly step: 'address' | 'amount' | 'coins' }
  | { readonly step: 'review' | 'psbt' | 'sending'; readonly payment: Payment }
  | { readonly step: 'result'; readonly payment: Payment; readonly outcome: Outcome; readonly again: () => void }

interface StepsProps {
  readonly payments: Payments
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
  readonly onShowUnconfirmed: () => void
}

function Steps({ payments, onBusy, onClose, onShowUnconfirmed }: StepsProps) {
  const { t } = useTranslation()
  const { health, balanceSats, presence } = useWalletState()
  const [payee, setPayee] = useState<Recipient>()
  const [draft, setDraft] = useState(firstDraft)
  const [at, setAt] = useState<At>({ step: 'address' })

  async function pay(payment: Payment, how: () => Promise<Outcome>): Promise<void> {
    setAt({ step: 'sending', payment })
    onBusy(true)
    const outcome = await how()
    onBusy(false)
    setAt({ step: 'result', payment, outcome, again: () => void pay(payment, how) })
  }

  switch (at.step) {
    case 'address':
      return (
        <AddressStep
          address={payee?.address ?? ''}
          network={health?.network}
          onContinue={next => {
            setPayee(next.address === payee?.address ? { ...payee, ...next } : next)
            setDraft(draftFor(draft, payee, next))
            setAt({ step: 'amount' })
          }}
        />
      )
    case 'amount':
      return (
        <AmountStep
          recipient={payee?.address ?? ''}
          balanceSats={balanceSats}
          draft={draft}
          onDraft={setDraft}
          onBack={() => setAt({ step: 'address' })}
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
            setAt({ step: 'amount' })
          }}
        />
      )
    case 'review':
      return (
        <ReviewStep
          payment={at.payment}
          isLocked={presence === 'locked'}
          onBack={() => setAt({ step: 'amount' })}
          onSend={payment => void pay(payment, () => payments.send(spendingOf(payment)))}
          onSignElsewhere={payment => setAt({ step: 'psbt', payment })}
        />
      )
    case 'psbt':
      return (
        <PsbtStep
          request={requestOf(at.payment)}
          onBack={() => setAt({ step: 'review', payment: at.payment })}
          onSigned={psbt => void pay(at.payment, () => payments.sendSigned(spendingOf(at.payment), psbt))}
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
          texts={{
            refused: t('wallet.send.refused'),
            unknown: t('wallet.send.networkError'),
            unrecorded: t('wallet.send.unrecorded'),
          }}
          onClose={onClose}
          onBack={() => setAt({ step: 'amount' })}
          onRetry={at.again}
          onShowUnconfirmed={onShowUnconfirmed}
        />
      )
  }
}
