import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { walletQueries } from '../queries.ts'
import type { ReplacementChoice } from '../send/spending.ts'
import { type IncomingRow, incomingUnconfirmed } from './incoming.ts'
import { IncomingList } from './incoming-list.tsx'
import { PendingList, type PendingRow } from './pending-list.tsx'

interface OnItsWayProps {
  readonly canSpend: boolean
  /** Why this role may not do anything here; undefined when it may. */
  readonly refusal: string | undefined
  readonly onReplace: (row: PendingRow, choice: ReplacementChoice) => void
  readonly onSpeedUp: (row: IncomingRow) => void
}

/** What no block holds yet, in both directions (WALLET-46 to WALLET-49). */
export function OnItsWay({ canSpend, refusal, onReplace, onSpeedUp }: OnItsWayProps) {
  const { t } = useTranslation()
  const query = useQuery(walletQueries.pending)
  // The newest page is enough: what is unconfirmed stands at the top.
  const { data: history } = useInfiniteQuery(walletQueries.transactions)
  const incoming = incomingUnconfirmed(history?.pages.flat() ?? [])
  if (query.data === undefined && query.error) {
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-24" />
  if (query.data.length === 0 && incoming.length === 0)
    return <EmptyState icon={Hourglass} title={t('wallet.unconfirmed.none')} />
  return (
    <div className="grid gap-5">
      {refusal && <Alert>{refusal}</Alert>}
      {query.data.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-small">{t('wallet.unconfirmed.outgoing')}</h3>
          <PendingList rows={query.data} canSpend={canSpend} onReplace={onReplace} />
        </section>
      )}
      {incoming.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-small">{t('wallet.unconfirmed.incoming')}</h3>
          <IncomingList rows={incoming} canSpend={canSpend} onSpeedUp={onSpeedUp} />
        </section>
      )}
    </div>
  )
}
