import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { chartFailureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { lazy } from '../../../ui/page/lazy.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { walletQueries } from '../service/queries.ts'
import { useWalletView } from '../service/use-wallet-view.ts'
import { TransactionLine } from './transaction-line.tsx'
import { TransactionsDialog } from './transactions-dialog.tsx'

const balance = lazy(async () => (await import('../balance/history-dialog.tsx')).BalanceHistoryDialog)
const shownRows = 5
const places = ['first', 'second', 'third']

/** The newest payments; the live stream keeps their confirmations current (WALLET-10). */
export function TransactionsCard() {
  const { t } = useTexts()
  const { open, onOpenChange } = useWalletView('history')
  const balanceView = useWalletView('balance')
  useLayoutHold(open || balanceView.open)
  const query = useInfiniteQuery(walletQueries.transactions)
  const { data: rates = [] } = useQuery(walletQueries.rates)
  const rows = query.data?.pages.flat()
  return (
    <Card
      title={t('wallet.history.title')}
      aside={
        rows?.length ? (
          <button
            type="button"
            className="-my-0.5 min-h-6 rounded-sm hover:text-text hover:underline"
            onClick={() => onOpenChange(true)}
          >
            {t('wallet.history.view')}
          </button>
        ) : undefined
      }
    >
      {body()}
      <TransactionsDialog open={open} onOpenChange={onOpenChange} />
      {balanceView.wasOpen && <balance.Part open={balanceView.open} onOpenChange={balanceView.onOpenChange} />}
    </Card>
  )

  function body() {
    if (rows === undefined && query.error) {
      return (
        <ErrorState
          message={chartFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )
    }
    if (rows === undefined) return <Waiting />
    if (rows.length === 0) {
      return <EmptyState icon={ReceiptText} title={t('wallet.history.none')} text={t('wallet.history.empty')} />
    }
    return (
      <ul className="mt-1">
        {rows.slice(0, shownRows).map(row => (
          <TransactionLine key={row.ID} row={row} rates={rates} compact />
        ))}
      </ul>
    )
  }
}

function Waiting() {
  const { t } = useTexts()
  return (
    <div role="status" className="mt-3 grid gap-4">
      <span className="sr-only">{t('ui.loading')}</span>
      {places.map(place => (
        <Skeleton key={place} className="h-12" />
      ))}
    </div>
  )
}
