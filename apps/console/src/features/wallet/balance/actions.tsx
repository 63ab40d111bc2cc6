import { makeTransaction } from '@hornets/contract/wallet/spending'
import { ArrowUpRight, Hourglass, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../../api/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { useLayoutHold } from '../../../ui/layout-hold.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { KeyActions } from '../keys/key-actions.tsx'
import { ReceiveDialog } from '../receive/receive-dialog.tsx'
import { SendDialog } from '../send/send-dialog.tsx'
import { UnconfirmedDialog } from '../unconfirmed/unconfirmed-dialog.tsx'
import type { Presence } from '../use-wallet-state.ts'
import { BookActions } from './book-actions.tsx'

type Opened = 'send' | 'receive' | 'unconfirmed'

/** Send, receive, and what is on its way: each opens its dialogue (WALLET-05). */
export function Actions({ presence }: { readonly presence: Presence }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>()
  const dialog = (name: Opened) => ({
    open: opened === name,
    onOpenChange: (open: boolean) => setOpened(open ? name : undefined),
  })
  useLayoutHold(opened !== undefined)
  const refusal = useRefusal(makeTransaction)
  const canSpend = (presence === 'ready' || presence === 'locked') && refusal === undefined
  return (
    <>
      <div className="grid gap-2">
        <Button variant="primary" icon={ArrowUpRight} disabled={!canSpend} onClick={() => setOpened('send')}>
          {t('wallet.actions.send')}
        </Button>
        <Button icon={QrCode} onClick={() => setOpened('receive')}>
          {t('wallet.actions.receive')}
        </Button>
        <Button icon={Hourglass} onClick={() => setOpened('unconfirmed')}>
          {t('wallet.actions.unconfirmed')}
        </Button>
        {refusal && <p className="text-caption text-muted">{refusal}</p>}
        {presence === 'loading' && !refusal && <Skeleton className="h-17" />}
        {!refusal && (
          // Hidden while the service is away, not gone: what their dialogues show, words or a list of coins, stays.
          <div hidden={!canSpend} className="grid grid-cols-[1fr_auto] gap-1">
            <KeyActions locked={presence === 'locked'} />
            <BookActions />
          </div>
        )}
      </div>
      <SendDialog {...dialog('send')} onShowUnconfirmed={() => setOpened('unconfirmed')} />
      <ReceiveDialog {...dialog('receive')} />
      <UnconfirmedDialog {...dialog('unconfirmed')} />
    </>
  )
}
