import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Outcome } from '../send/make-payment.ts'
import { ResultStep } from '../send/result-step.tsx'
import { SendingStep } from '../send/sending-step.tsx'
import { type Payments, type Replacement, usePayments } from '../send/use-payments.ts'
import { useWalletState } from '../use-wallet-state.ts'
import { PendingList, type PendingRow } from './pending-list.tsx'
import { ReplaceForm } from './replace-form.tsx'

interface UnconfirmedDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Payments that no block holds yet: list, form, sending, result (WALLET-57). */
export function UnconfirmedDialog({ open, onOpenChange }: UnconfirmedDialogProps) {
  const { t } = useTranslation()
  const payments = usePayments()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog open={open} onOpenChange={next => !isBusy && onOpenChange(next)} title={t('wallet.actions.unconfirmed')}>
      {open && <Steps payments={payments} onBusy={setBusy} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type At =
  | { readonly step: 'list' | 'sending' }
  | { readonly step: 'form'; readonly row: PendingRow; readonly choice: Replacement['choice'] }
  | {
      readonly step: 'result'
      readonly row: PendingRow
      readonly choice: Replacement['choice']
      readonly replacement: Replacement
      readonly outcome: Outcome
      readonly again: () => void
    }

interface StepsProps {
  readonly payments: Payments
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

function Steps({ payments, onBusy, onClose }: StepsProps) {
  const { t } = useTranslation()
  const { balanceSats, presence } = useWalletState()
  const [at, setAt] = useState<At>({ step: 'list' })

  async function replace(row: PendingRow, replacement: Replacement): Promise<void> {
    setAt({ step: 'sending' })
    onBusy(true)
    const outcome = await payments.replace(replacement)
    onBusy(false)
    const again = () => void replace(row, replacement)
    setAt({ step: 'result', row, choice: replacement.choice, replacement, outcome, again })
  }

  switch (at.step) {
    case 'list':
      return <PendingList onReplace={(row, choice) => setAt({ step: 'form', row, choice })} />
    case 'form':
      return (
        <ReplaceForm
          row={at.row}
          choice={at.choice}
          balanceSats={balanceSats}
          isLocked={presence === 'locked'}
          onCancel={() => setAt({ step: 'list' })}
          onReplace={replacement => void replace(at.row, replacement)}
        />
      )
    case 'sending':
      return <SendingStep />
    case 'result':
      return (
        <ResultStep
          outcome={at.outcome}
          amountSats={at.replacement.amountSats}
          recipient={at.replacement.recipient}
          texts={{
            refused: t('wallet.replace.refused'),
            unknown: t('wallet.replace.networkError'),
            unrecorded: t('wallet.replace.unrecorded'),
          }}
          onClose={onClose}
          onBack={() => setAt({ step: 'form', row: at.row, choice: at.choice })}
          onRetry={at.again}
          onShowUnconfirmed={() => setAt({ step: 'list' })}
        />
      )
  }
}
