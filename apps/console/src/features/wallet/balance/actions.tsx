import { ArrowUpRight, Hourglass, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { KeyActions } from '../keys/key-actions.tsx'
import { ReceiveDialog } from '../receive/receive-dialog.tsx'
import { SendDialog } from '../send/send-dialog.tsx'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import type { Presence } from '../service/use-wallet-state.ts'
import { useWalletView } from '../service/use-wallet-view.ts'
import { UnconfirmedDialog } from '../unconfirmed/unconfirmed-dialog.tsx'
import { BookActions } from './book-actions.tsx'

interface ActionsProps {
  readonly presence: Presence
  /** The keys are elsewhere: nothing to lock or back up, and no node can be connected. */
  readonly isWatching: boolean
}

export function Actions({ presence, isWatching }: ActionsProps) {
  const { t } = useTexts()
  const [isSending, setSending] = useState(false)
  const receive = useWalletView('receive')
  const unconfirmed = useWalletView('unconfirmed')
  useLayoutHold(isSending || receive.open || unconfirmed.open)
  const refusal = useOwnerRefusal()
  const canSpend = (presence === 'ready' || presence === 'locked') && refusal === undefined
  return (
    <>
      <div className="grid gap-2">
        <Button variant="primary" icon={ArrowUpRight} disabled={!canSpend} onClick={() => setSending(true)}>
          {t('wallet.actions.send')}
        </Button>
        <Button icon={QrCode} onClick={() => receive.onOpenChange(true)}>
          {t('wallet.actions.receive')}
        </Button>
        <Button icon={Hourglass} onClick={() => unconfirmed.onOpenChange(true)}>
          {t('wallet.actions.unconfirmed')}
        </Button>
        {refusal && <p className="text-caption text-muted">{refusal}</p>}
        {presence === 'loading' && !refusal && <Skeleton className="h-26" />}
        {!refusal && (
          // Hidden while the service is away instead of removed, so that open dialogs keep their content.
          <div hidden={!canSpend} className="grid grid-cols-[1fr_auto] gap-1">
            {!isWatching && <KeyActions locked={presence === 'locked'} />}
            <BookActions hasKeys={!isWatching} />
          </div>
        )}
      </div>
      <SendDialog
        open={isSending}
        onOpenChange={setSending}
        onShowUnconfirmed={() => {
          setSending(false)
          unconfirmed.onOpenChange(true)
        }}
      />
      <ReceiveDialog open={receive.open} onOpenChange={receive.onOpenChange} />
      <UnconfirmedDialog open={unconfirmed.open} onOpenChange={unconfirmed.onOpenChange} />
    </>
  )
}
