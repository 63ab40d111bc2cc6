import { setUp } from '@hornets/contract/wallet/set-up'
import { WalletMinimal } from 'lucide-react'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { SetUpDialog } from './set-up-dialog.tsx'

interface SetUpCallProps {
  /** While its dialog is open this stays, even once a wallet exists: the words are shown nowhere else. */
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The next step if the service has no wallet. */
export function SetUpCall({ open, onOpenChange }: SetUpCallProps) {
  const { t } = useTexts()
  useLayoutHold(open)
  const refusal = useRefusal(setUp)
  return (
    <div className="grid gap-3">
      <p className="text-muted text-small">{t('wallet.setUp.call')}</p>
      <Button
        variant="primary"
        icon={WalletMinimal}
        disabled={refusal !== undefined}
        onClick={() => onOpenChange(true)}
      >
        {t('wallet.setUp.start')}
      </Button>
      {refusal && <p className="text-caption text-muted">{refusal}</p>}
      <SetUpDialog open={open} onOpenChange={onOpenChange} />
    </div>
  )
}
