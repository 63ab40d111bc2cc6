import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { CoinFacts, type CoinRow, outpointOf } from '../coins/coin-facts.tsx'
import { CoinListState } from '../coins/coin-list-state.tsx'
import { readAmount } from '../money/amount.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { LongList } from '../parts/long-list.tsx'
import { Step } from '../parts/step.tsx'
import { sessionQueries } from '../service/queries.ts'
import { type ChosenCoin, type Draft, sumOfCoins } from './draft.ts'

interface CoinsStepProps {
  readonly draft: Draft
  /** The chosen coins; undefined if cancelled. */
  readonly onDone: (coins: readonly ChosenCoin[] | undefined) => void
}

/** Chooses the coins to spend. Frozen ones cannot be chosen. */
export function CoinsStep({ draft, onDone }: CoinsStepProps) {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.coins)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(draft.coins.map(({ outpoint }) => outpoint)))
  const rows = (query.data ?? []).filter(({ outpoint, locked }) => !locked && chosen.has(outpoint))
  const picked = rows.map(asChosen)

  function choose(outpoint: string, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(outpoint)
    else next.delete(outpoint)
    setChosen(next)
  }

  return (
    <Step
      title={t('wallet.coins.choose')}
      actions={
        <>
          <Button onClick={() => onDone(undefined)}>{t('wallet.back')}</Button>
          <Button onClick={() => onDone([])}>{t('wallet.coins.leaveToWallet')}</Button>
          <Button variant="primary" disabled={picked.length === 0} onClick={() => onDone(picked)}>
            {t('wallet.coins.use')}
          </Button>
        </>
      }
    >
      <p className="text-muted text-small">{t('wallet.coins.chooseText')}</p>
      <CoinListState query={query}>
        {coins => (
          <div className="relative max-h-80 overflow-y-auto rounded-md border border-line px-3">
            <LongList rows={coins} keyOf={outpointOf} linePx={64}>
              {coin => (
                <Checkbox
                  className="[&>div]:flex-1"
                  label={<CoinFacts coin={coin} />}
                  description={coin.locked ? t('wallet.coins.kept') : undefined}
                  disabled={coin.locked}
                  checked={!coin.locked && chosen.has(coin.outpoint)}
                  onCheckedChange={isChosen => choose(coin.outpoint, isChosen)}
                />
              )}
            </LongList>
          </div>
        )}
      </CoinListState>
      <Sum rows={rows} needSats={draft.sendAll ? undefined : readAmount(draft.amount)} />
    </Step>
  )
}

interface SumProps {
  readonly rows: readonly CoinRow[]
  /** Undefined if all is sent, or the amount cannot be read. */
  readonly needSats: number | undefined
}

function Sum({ rows, needSats }: SumProps) {
  const { t } = useTexts()
  const sumSats = sumOfCoins(rows.map(asChosen))
  const isShort = rows.length > 0 && needSats !== undefined && sumSats <= needSats
  return (
    <div aria-live="polite" className="grid gap-2">
      <FactList>
        <Fact name={t('wallet.coins.sum')} strong>
          {formatExactSats(sumSats)}
        </Fact>
        <Fact name={t('wallet.coins.need')}>
          {needSats === undefined
            ? t('wallet.coins.needsAll')
            : t('wallet.coins.needs', { amount: formatExactSats(needSats) })}
        </Fact>
      </FactList>
      {rows.some(({ unconfirmed }) => unconfirmed === 'others') && (
        <Alert kind="warning">{t('wallet.coins.fromOthers')}</Alert>
      )}
      {isShort && <p className="text-small text-warn">{t('wallet.coins.tooFew')}</p>}
    </div>
  )
}

const asChosen = ({ outpoint, value_sats }: CoinRow): ChosenCoin => ({ outpoint, sats: value_sats })
