import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { formatMoment } from '../../../ui/text/format.ts'
import { absentText, useWalletState } from '../service/use-wallet-state.ts'
import { ChainLine } from './chain-line.tsx'
import { Figures } from './figures.tsx'

export function BalanceGlance() {
  const { t } = useTexts()
  const { presence, health: lastHealth, balance, reported } = useWalletState()
  const title = t('wallet.balance.title')
  // The cache still has the last report of a wallet that is gone.
  const health = presence === 'offline' || presence === 'absent' ? undefined : lastHealth
  const isOfNow = presence === 'loading' || health?.synced
  return (
    <Card
      title={title}
      aside={
        <Link to="/wallet" className="rounded-sm hover:text-text hover:underline">
          {t('wallet.balance.open')}
        </Link>
      }
    >
      {/* The same height in every state, because charts follow. */}
      <div className="mt-1 min-h-19.5">
        {reported ? (
          <Figures balance={reported} unit="usd" brief />
        ) : presence === 'loading' || balance.isPending ? (
          <Skeleton className="h-13.5 w-44" />
        ) : (
          <p className="font-semibold text-muted text-title">
            {t(presence === 'absent' ? absentText() : 'wallet.balance.unknown')}
          </p>
        )}
        {(reported || health) && (
          <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-1.5 text-caption text-muted">
            {health && <ChainLine health={health} />}
            {reported?.updated_at && !isOfNow && (
              <span className="text-warn">{t('wallet.state.asOf', { time: formatMoment(reported.updated_at) })}</span>
            )}
          </p>
        )}
      </div>
    </Card>
  )
}
