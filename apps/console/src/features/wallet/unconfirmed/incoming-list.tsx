import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatSignedSats } from '../money/sats-format.ts'
import { Txid } from '../txid.tsx'
import type { IncomingRow } from './incoming.ts'
import { UnconfirmedRow } from './unconfirmed-row.tsx'

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
        <UnconfirmedRow
          key={row.txid}
          amount={<span className="text-ok">{formatSignedSats(row.sats)}</span>}
          date={row.date}
        >
          <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
            <Txid value={row.txid} />
            <Button size="small" disabled={!canSpend} onClick={() => onSpeedUp(row)}>
              {t('wallet.speedUp.submit')}
            </Button>
          </div>
        </UnconfirmedRow>
      ))}
    </ul>
  )
}
