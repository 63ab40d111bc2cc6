import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { formatExactSats } from '../money/sats-format.ts'
import type { ReplacementChoice } from '../send/spending.ts'
import { Txid } from '../txid.tsx'
import { UnconfirmedRow } from './unconfirmed-row.tsx'

interface PendingListProps {
  readonly rows: readonly PendingTransaction[]
  readonly canSpend: boolean
  readonly onReplace: (row: PendingTransaction, choice: ReplacementChoice) => void
}

/** Payments of ours that are on their way. */
export function PendingList({ rows, canSpend, onReplace }: PendingListProps) {
  const { t } = useTranslation()
  return (
    <ul className="grid">
      {rows.map(row => (
        <UnconfirmedRow key={row.txid} amount={formatExactSats(row.amount)} date={row.timestamp}>
          <p className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
            <Txid value={row.txid} />
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
        </UnconfirmedRow>
      ))}
    </ul>
  )
}
