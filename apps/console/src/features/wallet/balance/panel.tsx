import { useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { otherServer } from '../../../api/server/server.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { absentText, useWalletState } from '../service/use-wallet-state.ts'
import { SetUpCall } from '../set-up/set-up-call.tsx'
import { Actions } from './actions.tsx'
import { Figures, type Unit } from './figures.tsx'
import { StateNote } from './state-note.tsx'

export function BalancePanel() {
  const { t } = useTexts()
  const [unit, setUnit] = useState<Unit>('usd')
  const [isSettingUp, setSettingUp] = useState(false)
  const { presence, health, healthAt, balance, reported } = useWalletState()

  if (presence === 'absent' && !balance.isError && !isSettingUp) {
    return (
      <Card title={t('wallet.balance.title')}>
        <p className="mt-1 font-semibold text-muted text-title">{t(absentText())}</p>
        <p className="mt-1 text-muted text-small">
          {t(otherServer() ? 'otherServer.balance' : 'wallet.balance.empty')}
        </p>
      </Card>
    )
  }
  return (
    <Card
      title={t('wallet.balance.title')}
      aside={
        <Segmented
          label={t('wallet.balance.unit')}
          value={unit}
          onValueChange={setUnit}
          choices={[
            { value: 'usd', label: t('wallet.balance.usdShort') },
            { value: 'sats', label: t('wallet.balance.satsShort') },
          ]}
        />
      }
    >
      <div className="mt-2 grid gap-3">
        {body()}
        {presence === 'loading' && <Skeleton className="h-5 w-36" />}
        <StateNote presence={presence} health={health} healthAt={healthAt} reportedAt={reported?.updated_at} />
        {presence === 'none' || isSettingUp ? (
          <SetUpCall open={isSettingUp} onOpenChange={setSettingUp} />
        ) : (
          <Actions presence={presence} isWatching={health?.watch_only === true} />
        )}
      </div>
    </Card>
  )

  function body() {
    if (balance.isPending || presence === 'loading') return <Skeleton className="h-13.5 w-44" />
    if (reported) return <Figures balance={reported} unit={unit} />
    if (balance.isError) {
      return (
        <ErrorState
          message={translateMessage(messageOf(balance.error))}
          onRetry={() => void balance.refetch()}
          retrying={balance.isFetching}
        />
      )
    }
    if (presence === 'none') return null
    return <p className="font-semibold text-muted text-title">{t('wallet.balance.unknown')}</p>
  }
}
