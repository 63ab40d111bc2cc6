import type { listPendingTransactions } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/api-error.ts'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { shortenMiddle } from '../../../ui/shorten.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CopyId } from '../copy-id.tsx'
import { formatExactSats } from '../money/sats-format.ts'
import { walletQueries } from '../queries.ts'
import type { Replacement } from '../send/use-payments.ts'

export type PendingRow = AnswerOf<typeof listPendingTransactions>[number]

interface PendingListProps {
  readonly onReplace: (row: PendingRow, choice: Replacement['choice']) => void
}

/** What is on its way (WALLET-46 to WALLET-49). */
export function PendingList({ onReplace }: PendingListProps) {
  const { t } = useTranslation()
  const query = useQuery(walletQueries.pending)
  if (query.data === undefined && query.error) {
    return (
      <ErrorState
        message={translateMessage(messageOf(query.error))}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-24" />
  if (query.data.length === 0) return <EmptyState icon={Hourglass} title={t('wallet.unconfirmed.none')} />
  return (
    <ul className="grid">
      {query.data.map(row => (
        <li key={row.txid} className="grid gap-1 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold tabular-nums">{formatExactSats(row.amount)}</span>
            <time dateTime={row.timestamp} className="text-caption text-muted">
              {formatDateTime(row.timestamp)}
            </time>
          </div>
          <p className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
            <span className="flex items-center font-mono">
              <span title={row.txid}>{shortenMiddle(row.txid, 14, 8)}</span>
              <CopyId value={row.txid} label={t('wallet.copyTxid')} />
            </span>
            {t('wallet.fees.rate', { rate: formatNumber(row.feeRate, { maximumFractionDigits: 3 }) })}
          </p>
          <div className="flex flex-wrap items-center justify-end gap-2">
            {!row.enable_rbf && (
              <span className="mr-auto text-caption text-muted">{t('wallet.unconfirmed.notReplaceable')}</span>
            )}
            <Button size="small" variant="ghost" disabled={!row.enable_rbf} onClick={() => onReplace(row, 3)}>
              {t('wallet.unconfirmed.takeBack')}
            </Button>
            <Button size="small" disabled={!row.enable_rbf} onClick={() => onReplace(row, 2)}>
              {t('wallet.unconfirmed.replace')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
