import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatSignedSats } from '../../../ui/text/sats.ts'
import { Txid } from '../parts/txid.tsx'
import type { IncomingRow } from './incoming.ts'
import { UnconfirmedRow } from './unconfirmed-row.tsx'

interface IncomingListProps {
  readonly rows: readonly IncomingRow[]
  readonly canSpend: boolean
  readonly onSpeedUp: (row: IncomingRow) => void
}

/** Unconfirmed payments from others. */
export function IncomingList({ rows, canSpend, onSpeedUp }: IncomingListProps) {
  const { t } = useTexts()
  // The payment that speeds it up is listed above, with its own button.
  const helpText = ({ packageRate }: IncomingRow) =>
    packageRate === undefined
      ? t('wallet.speedUp.underWayAlready')
      : t('wallet.speedUp.underWay', { rate: formatNumber(packageRate, { maximumFractionDigits: 3 }) })
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
            {row.helpedBy === undefined && (
              <Button size="small" className="ml-auto" disabled={!canSpend} onClick={() => onSpeedUp(row)}>
                {t('wallet.speedUp.submit')}
              </Button>
            )}
          </div>
          {row.helpedBy !== undefined && <p className="text-caption text-muted">{helpText(row)}</p>}
        </UnconfirmedRow>
      ))}
    </ul>
  )
}
