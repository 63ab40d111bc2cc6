import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { shortenMiddle } from '../../../ui/shorten.ts'
import { CopyId } from '../copy-id.tsx'
import { formatSignedSats } from '../money/sats-format.ts'
import type { IncomingRow } from './incoming.ts'

interface IncomingListProps {
  readonly rows: readonly IncomingRow[]
  readonly canSpend: boolean
  readonly onSpeedUp: (row: IncomingRow) => void
}

/** Payments of others that no block holds yet. */
export function IncomingList({ rows, canSpend, onSpeedUp }: IncomingListProps) {
  const { t } = useTranslation()
  return (
    <ul className="grid">
      {rows.map(row => (
        <li key={row.txid} className="grid gap-1 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold text-ok tabular-nums">{formatSignedSats(row.sats)}</span>
            <time dateTime={row.date} className="text-caption text-muted">
              {formatDateTime(row.date)}
            </time>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="flex items-center font-mono text-caption text-muted">
              <span title={row.txid}>{shortenMiddle(row.txid, 14, 8)}</span>
              <CopyId value={row.txid} label={t('wallet.copyTxid')} />
            </span>
            <Button size="small" disabled={!canSpend} onClick={() => onSpeedUp(row)}>
              {t('wallet.speedUp.submit')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
