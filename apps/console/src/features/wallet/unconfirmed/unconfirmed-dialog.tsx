import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePayments } from '../send/use-payments.ts'
import { RaiseSteps } from './raise-steps.tsx'

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
      {open && <RaiseSteps payments={payments} onBusy={setBusy} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}
