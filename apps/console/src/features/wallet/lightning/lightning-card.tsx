import type { LightningAnswer } from '@hornets/contract/wallet/lightning'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, History, QrCode } from 'lucide-react'
import { useState } from 'react'
import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber, formatTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { hasWalletToken } from '../service/wallet-service.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { useSignedInLightning } from './use-signed-in-lightning.ts'

type View = 'pay' | 'receive' | 'history'

export function LightningCard() {
  const { t } = useTexts()
  const { data: health } = useQuery(walletQueries.health)
  const state = health?.lightning
  const isUnlocked = state !== undefined && state !== 'locked'
  const { data: answer } = useQuery({ ...sessionQueries.lightning, enabled: isUnlocked && hasWalletToken() })
  const showing = useSignedInLightning()
  const [view, setView] = useState<View>()
  useLayoutHold(view !== undefined)
  const refusal = useOwnerRefusal()
  if (state === undefined) return null
  const close = (open: boolean) => setView(open ? view : undefined)
  const canAct = isUnlocked && state !== 'offline' && refusal === undefined
  const canPay = canAct && health?.wallet === 'unlocked' && !answer?.receive_only
  return (
    <Card title={t('wallet.lightning.title')}>
      <div className="@container mt-2 grid gap-3">
        {isUnlocked ? (
          answer ? (
            <Status answer={answer} />
          ) : (
            <Button className="justify-self-start" loading={showing.isPending} onClick={() => showing.mutate()}>
              {t('wallet.lightning.show')}
            </Button>
          )
        ) : (
          <p className="text-muted text-small">{t('wallet.lightning.locked')}</p>
        )}
        {answer?.receive_only && <p className="text-caption text-muted">{t('wallet.lightning.receiveOnly')}</p>}
        {state === 'offline' && <Alert kind="warning">{t('wallet.lightning.offline')}</Alert>}
        <div className="grid @lg:grid-cols-3 gap-2">
          <Button icon={ArrowUpRight} disabled={!canPay} onClick={() => setView('pay')}>
            {t('wallet.lightning.pay')}
          </Button>
          <Button icon={QrCode} disabled={!canAct} onClick={() => setView('receive')}>
            {t('wallet.lightning.receive')}
          </Button>
          <Button icon={History} disabled={!isUnlocked} onClick={() => setView('history')}>
            {t('wallet.lightning.history')}
          </Button>
        </div>
        {refusal && <p className="text-caption text-muted">{refusal}</p>}
      </div>
      <PayDialog open={view === 'pay'} onOpenChange={close} />
      <InvoiceDialog open={view === 'receive'} onOpenChange={close} />
      <HistoryDialog open={view === 'history'} onOpenChange={close} />
    </Card>
  )
}

function Status({ answer }: { readonly answer: LightningAnswer }) {
  const { t } = useTexts()
  const { alias, relay = '', balance_sats: sats, balance_at: at, unknown_payments: count } = answer
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold text-figure tabular-nums">
        {sats === null ? t('wallet.lightning.unknown') : formatExactSats(sats)}
      </p>
      <p className="flex flex-wrap gap-x-2 text-caption text-muted">
        <span className="wrap-anywhere">
          {alias ? t('wallet.lightning.via', { alias, relay }) : t('wallet.lightning.viaRelay', { relay })}
        </span>
        {at && <span>{t('wallet.lightning.asOf', { time: formatTime(at) })}</span>}
        {answer.state === 'connecting' && <span>{t('wallet.lightning.connecting')}</span>}
      </p>
      {count > 0 && (
        <Alert kind="warning">{t('wallet.lightning.unknownPayments', { count, formatted: formatNumber(count) })}</Alert>
      )}
      {answer.state === 'ready' && answer.message && <Alert kind="warning">{translateSentence(answer)}</Alert>}
    </div>
  )
}
