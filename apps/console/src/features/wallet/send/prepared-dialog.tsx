import { useNavigate } from '@tanstack/react-router'
import { viewParameter } from '../service/use-wallet-view.ts'
import type { PreparedPayment } from './prepared.ts'
import { SendDialog } from './send-dialog.tsx'

interface PreparedDialogProps {
  readonly payment: PreparedPayment
  readonly onClose: () => void
}

/** Sends a payment that was prepared elsewhere in the console, once. */
export function PreparedDialog({ payment, onClose }: PreparedDialogProps) {
  const navigate = useNavigate()
  return (
    <SendDialog
      open
      onOpenChange={open => !open && onClose()}
      prepared={payment}
      onShowUnconfirmed={() => void navigate({ to: '/wallet', search: { [viewParameter]: 'unconfirmed' } as never })}
    />
  )
}
