import type { UseQueryResult } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import type { CoinRow } from './coin-facts.tsx'

interface CoinListStateProps {
  readonly query: UseQueryResult<CoinRow[]>
  readonly children: (coins: readonly CoinRow[]) => ReactNode
}

export function CoinListState({ query, children }: CoinListStateProps) {
  const { t } = useTexts()
  if (query.data === undefined && query.error) {
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-40" />
  if (query.data.length === 0) return <EmptyState icon={Coins} title={t('wallet.coins.none')} />
  return children(query.data)
}
