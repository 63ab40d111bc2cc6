import { setUp } from '@hornets/contract/wallet/set-up'
import { WalletMinimal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../../api/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

/** The service runs and has no wallet: the next step. */
export function SetUpCall() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const refusal = useRefusal(setUp)
  return (
    <div className="grid gap-3">
      <p className="text-muted text-small">{t('wallet.setUp.call')}</p>
      <Button variant="primary" icon={WalletMinimal} disabled={refusal !== undefined} onClick={() => setOpen(true)}>
        {t('wallet.setUp.start')}
      </Button>
      {refusal && <p className="text-caption text-muted">{refusal}</p>}
      <SetUpDialog open={open} onOpenChange={setOpen} />
    </div>
  )
}
