import { lock } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { BackUpDialog } from './back-up-dialog.tsx'
import { UnlockForm } from './unlock-form.tsx'

export function KeyActions({ locked }: { readonly locked: boolean }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'unlock' | 'backUp'>()
  useLayoutHold(opened !== undefined)
  const locking = useMutation({
    mutationFn: () => wallet.call(lock),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey }),
    onError: error => toast.error(translateMessage(messageOf(error))),
  })
  return (
    <>
      {locked ? (
        <Button
          size="small"
          variant="ghost"
          className="justify-start"
          icon={LockOpen}
          onClick={() => setOpened('unlock')}
        >
          {t('wallet.keys.unlock')}
        </Button>
      ) : (
        <Button
          size="small"
          variant="ghost"
          className="justify-start"
          icon={Lock}
          loading={locking.isPending}
          onClick={() => locking.mutate()}
        >
          {t('wallet.keys.lock')}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={KeyRound}
        onClick={() => setOpened('backUp')}
      >
        {t('wallet.keys.backUp')}
      </Button>
      <Dialog
        open={opened === 'unlock'}
        onOpenChange={open => !open && setOpened(undefined)}
        title={t('wallet.keys.unlockTitle')}
      >
        <UnlockForm text={t('wallet.keys.unlockText')} onUnlocked={() => setOpened(undefined)} />
      </Dialog>
      <BackUpDialog open={opened === 'backUp'} onOpenChange={open => !open && setOpened(undefined)} />
    </>
  )
}
