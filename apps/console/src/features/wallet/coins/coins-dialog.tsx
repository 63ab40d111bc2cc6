import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { useLabels } from '../labels/use-labels.ts'
import { LongList } from '../parts/long-list.tsx'
import { sessionQueries } from '../service/queries.ts'
import { type CoinRow, outpointOf } from './coin-facts.tsx'
import { CoinLine } from './coin-line.tsx'
import { CoinListState } from './coin-list-state.tsx'
import { useCoinLock } from './use-coin-lock.ts'

interface CoinsDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function CoinsDialog(props: CoinsDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.coins.title')} description={t('wallet.coins.text')}>
      {props.open && <Coins />}
    </Dialog>
  )
}

function Coins() {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.coins)
  const labels = useLabels()
  const lock = useCoinLock()
  return (
    <CoinListState query={query}>
      {coins => (
        <>
          <p className="text-small tabular-nums">{summaryOf(coins)}</p>
          <LongList rows={coins} keyOf={outpointOf} linePx={104} className="mt-2 border-line border-t">
            {coin => <CoinLine coin={coin} labels={labels} onLock={locked => lock(coin.outpoint, locked)} />}
          </LongList>
        </>
      )}
    </CoinListState>
  )

  function summaryOf(coins: readonly CoinRow[]): string {
    const sumOf = (some: readonly CoinRow[]) =>
      formatExactSats(some.reduce((sum, { value_sats }) => sum + value_sats, 0))
    const kept = coins.filter(({ locked }) => locked)
    const all = t('wallet.coins.all', { count: coins.length, amount: sumOf(coins) })
    return kept.length === 0 ? all : `${all}; ${t('wallet.coins.keptSum', { amount: sumOf(kept) })}`
  }
}
