import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { BalanceHistoryCard } from './history-card.tsx'

interface BalanceHistoryDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function BalanceHistoryDialog(props: BalanceHistoryDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.balance.title')} description={t('wallet.balanceHistory.description')}>
      {props.open && <BalanceHistoryCard within />}
    </Dialog>
  )
}
