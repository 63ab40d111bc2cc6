import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { tableOf } from '../../../ui/chart/chart-table.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { formatUtcDay } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { formatUsd, usdOf } from '../../../ui/text/usd.ts'
import { walletQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import { type BalanceDay, balanceDays, daysOf, type Range, ranges } from './balance-days.ts'
import { useBalanceHistory } from './use-balance-history.ts'

const heightPx = 180

/** The confirmed balance at the end of each day. `within` a dialog that has its own description. */
export function BalanceHistoryCard({ within = false }: { readonly within?: boolean }) {
  const { t } = useTexts()
  const { presence } = useWalletState()
  const [range, setRange] = useState<Range>('month')
  const days = daysOf[range]
  const balance = useBalanceHistory(days)
  const { history } = balance
  const { data: rates } = useQuery(walletQueries.rates)
  const rows = useMemo(
    () => (history ? balanceDays(history, days, rates ?? [], Date.now()) : []),
    [history, days, rates],
  )
  // The demo has no wallet to ask.
  if (isDemo()) return null
  const title = t('wallet.balanceHistory.title')
  const chart = chartOf(rows, days === undefined, t)
  return (
    <ChartCard
      title={title}
      {...(!within && { description: t('wallet.balanceHistory.description') })}
      wideAction
      action={
        <Segmented
          label={t('wallet.balanceHistory.range')}
          value={range}
          onValueChange={setRange}
          choices={ranges.map(value => ({ value, label: t(`wallet.balanceHistory.${value}`) }))}
        />
      }
      state={{
        isPending: balance.isPending,
        failure: balance.error ? failureText(balance.error) : undefined,
        isEmpty: presence === 'none' || (history?.days.length === 0 && history.opening_sats === 0),
        isRetrying: balance.isFetching,
        onRetry: balance.show,
      }}
      emptyTitle={t('wallet.balanceHistory.empty')}
      emptyText={t('wallet.balanceHistory.emptyText')}
      heightPx={heightPx}
      {...(history && { table: () => tableOf(t('wallet.balanceHistory.day'), chart) })}
      note={
        history &&
        history.undated_sats > 0 &&
        t('wallet.balanceHistory.undated', { amount: formatExactSats(history.undated_sats) })
      }
    >
      {() =>
        history === undefined ? (
          <Hidden balance={balance} />
        ) : (
          <LineChart area whole label={title} heightPx={heightPx} {...chart} />
        )
      }
    </ChartCard>
  )
}

/** Until it is asked for. */
function Hidden({ balance }: { readonly balance: ReturnType<typeof useBalanceHistory> }) {
  const { t } = useTexts()
  const refusal = useOwnerRefusal()
  return (
    <div className="my-auto grid justify-items-center gap-2">
      <p className="text-center text-muted text-small">{refusal ?? t('wallet.balanceHistory.hidden')}</p>
      <Button size="small" loading={balance.isFetching} disabled={refusal !== undefined} onClick={balance.show}>
        {t('wallet.balanceHistory.show')}
      </Button>
    </div>
  )
}

/** A chart's rows and their names. */
function chartOf(rows: readonly BalanceDay[], isLong: boolean, t: Translate) {
  const worthOf = ({ sats, rate }: BalanceDay) => {
    const usd = usdOf(sats, rate)
    return usd === null ? t('wallet.history.usdUnknown') : formatUsd(usd)
  }
  return {
    rows,
    series: [
      { key: 'sats', label: t('wallet.balanceHistory.sats'), colour: 'notes', value: ({ sats }: BalanceDay) => sats },
    ] as const,
    keyOf: ({ at }: BalanceDay) => String(at),
    nameOf: ({ at }: BalanceDay) => formatUtcDay(at),
    tickOf: ({ at }: BalanceDay) => formatUtcDay(at, { year: isLong }),
    format: (sats: number) => formatExactSats(sats),
    also: [{ key: 'worth', label: t('wallet.balanceHistory.worth'), text: worthOf }],
  }
}
