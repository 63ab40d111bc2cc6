import type { listPendingTransactions } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { shortenMiddle } from '../../../ui/shorten.ts'
import { CopyId } from '../copy-id.tsx'
import { formatExactSats } from '../money/sats-format.ts'
import type { ReplacementChoice } from '../send/spending.ts'

export type PendingRow = AnswerOf<typeof listPendingTransactions>[number]

interface PendingListProps {
  readonly rows: readonly PendingRow[]
  readonly canSpend: boolean
  readonly onReplace: (row: PendingRow, choice: ReplacementChoice) => void
}

/** Payments of ours that are on their way. */
export function PendingList({ rows, canSpend, onReplace }: PendingListProps) {
  const { t } = useTranslation()
  return (
    <ul className="grid">
      {rows.map(row => (
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
            <Button
              size="small"
              variant="ghost"
              disabled={!row.enable_rbf || !canSpend}
              onClick={() => onReplace(row, 3)}
            >
              {t('wallet.unconfirmed.takeBack')}
            </Button>
            <Button size="small" disabled={!row.enable_rbf || !canSpend} onClick={() => onReplace(row, 2)}>
              {t('wallet.unconfirmed.replace')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
