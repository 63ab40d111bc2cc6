import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { usePayments } from '../paying/use-payments.ts'
import type { Standing } from '../paying/use-standing.ts'
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
  const [standing, setStanding] = useState<Standing>('nothing')
  const isSending = standing === 'sending'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.actions.unconfirmed')}
      dirty={standing === 'entered'}
      busy={isSending}
      guard={{
        title: t(isSending ? 'wallet.leave.sendingTitle' : 'wallet.leave.raiseTitle'),
        text: t(isSending ? 'wallet.leave.sendingText' : 'wallet.leave.raiseText'),
        parameter: viewParameter,
      }}
    >
      {open && <RaiseSteps payments={payments} onStanding={setStanding} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}
