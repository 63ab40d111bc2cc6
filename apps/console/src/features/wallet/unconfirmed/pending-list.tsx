import { translateSentence } from '../../../i18n/sentence.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { Txid } from '../parts/txid.tsx'
import type { ReplacementChoice } from '../paying/spending.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import { isUnknown, isWaiting, type PendingPayment, reasonOf } from './pending-payment.ts'
import { UnconfirmedRow } from './unconfirmed-row.tsx'
import { useAbandon } from './use-abandon.ts'
import { useRemovePending } from './use-remove-pending.ts'

interface PendingListProps {
  readonly rows: readonly PendingPayment[]
  readonly canSpend: boolean
  readonly onReplace: (row: PendingPayment, choice: ReplacementChoice) => void
}

export function PendingList({ rows, canSpend, onReplace }: PendingListProps) {
  const { t } = useTexts()
  const { health, reported } = useWalletState()
  const removal = useRemovePending()
  const { abandon, abandoning } = useAbandon()
  return (
    <ul className="grid">
      {rows.map(row => {
        const isForeign = isUnknown(row, health?.synced === true, reported?.updated_at ?? undefined)
        const note = isForeign ? t('wallet.unconfirmed.unknown') : noteOn(row, t)
        const isFixed = !canSpend || !(row.enable_rbf || isWaiting(row))
        return (
          <UnconfirmedRow key={row.txid} amount={formatExactSats(row.amount)} date={row.timestamp}>
            <p className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
              <Txid value={row.txid} />
              {row.payees !== undefined && <span>{t('wallet.many.sumOf', { count: row.payees })}</span>}
              {t('wallet.fees.rate', { rate: formatNumber(row.feeRate, { maximumFractionDigits: 3 }) })}
            </p>
            <div className="flex flex-wrap items-center justify-end gap-2">
              {note && <span className="mr-auto text-caption text-muted">{note}</span>}
              {isForeign ? (
                <Button
                  size="small"
                  loading={removal.isPending && removal.variables === row.txid}
                  onClick={() => removal.mutate(row.txid)}
                >
                  {t('wallet.unconfirmed.remove')}
                </Button>
              ) : (
                <>
                  {row.orphaned && (
                    <Button
                      size="small"
                      variant="ghost"
                      disabled={!canSpend}
                      loading={abandoning === row.txid}
                      onClick={() => void abandon(row.txid)}
                    >
                      {t('wallet.unconfirmed.abandon')}
                    </Button>
                  )}
                  <Button size="small" variant="ghost" disabled={isFixed} onClick={() => onReplace(row, 3)}>
                    {t('wallet.unconfirmed.takeBack')}
                  </Button>
                  <Button size="small" disabled={isFixed} onClick={() => onReplace(row, 2)}>
                    {t('wallet.unconfirmed.replace')}
                  </Button>
                </>
              )}
            </div>
          </UnconfirmedRow>
        )
      })}
    </ul>
  )
}

/** Why a payment waits, or cannot be changed. */
function noteOn(row: PendingPayment, t: Translate): string | undefined {
  if (!isWaiting(row)) return row.enable_rbf ? undefined : t('wallet.unconfirmed.notReplaceable')
  const reason = reasonOf(row)
  return reason ? translateSentence(reason) : t('wallet.result.pending')
}
