import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { DialogStatus } from '../paying/use-dialog-status.ts'
import { usePayments } from '../paying/use-payments.ts'
import { viewParameter } from '../service/use-wallet-view.ts'
import { RaiseSteps } from './raise-steps.tsx'

interface UnconfirmedDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Unconfirmed payments: list, form, sending, result (WALLET-57). */
export function UnconfirmedDialog({ open, onOpenChange }: UnconfirmedDialogProps) {
  const { t } = useTexts()
  const payments = usePayments()
  const [status, setStatus] = useState<DialogStatus>('nothing')
  const isSending = status === 'sending'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.actions.unconfirmed')}
      dirty={status === 'entered'}
      busy={isSending}
      guard={{
        title: t(isSending ? 'wallet.leave.sendingTitle' : 'wallet.leave.raiseTitle'),
        text: t(isSending ? 'wallet.leave.sendingText' : 'wallet.leave.raiseText'),
        parameter: viewParameter,
      }}
    >
      {open && <RaiseSteps payments={payments} onStatus={setStatus} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}
