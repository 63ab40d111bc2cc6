import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWalletState } from '../use-wallet-state.ts'
import { Figures } from './figures.tsx'

/** The balance on screens that have a page for the wallet, and the way there. */
export function BalanceGlance() {
  const { t } = useTranslation()
  const { presence, balance, told } = useWalletState()
  const title = t('wallet.balance.title')
  return (
    <Card
      title={title}
      aside={
        <Link to="/wallet" className="rounded-sm hover:text-text hover:underline">
          {t('wallet.balance.open')}
        </Link>
      }
    >
      {/* As high in every state: charts stand below. */}
      <div className="mt-1 min-h-13.5">
        {told ? (
          <Figures balance={told} unit="usd" brief />
        ) : presence === 'loading' || balance.isPending ? (
          <Skeleton className="h-13.5 w-44" />
        ) : (
          <p className="font-semibold text-muted text-title">
            {t(presence === 'absent' ? 'wallet.balance.none' : 'wallet.balance.unknown')}
          </p>
        )}
      </div>
    </Card>
  )
}
