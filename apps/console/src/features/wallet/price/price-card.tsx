import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/api-error.ts'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { tableOf } from '../../../ui/chart/chart-table.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { formatDateTime, formatDay, formatNumber } from '../../../ui/format.ts'
import { useScreenClass } from '../../../ui/use-media.ts'
import { formatUsd, type Rate } from '../money/usd.ts'
import { walletQueries } from '../queries.ts'
import { priceTicks } from './price-axis.ts'
import { directionOf, priceChange } from './price-change.ts'

const lowPx = 180
/** Beside the balance, which is that high. */
const highPx = 300

/** What a bitcoin cost over 30 days, and how that has changed (WALLET-06 to WALLET-09). */
export function PriceCard() {
  const { t } = useTranslation()
  const query = useQuery(walletQueries.rates)
  const heightPx = useScreenClass() === 'tablet' ? highPx : lowPx
  const rates = query.data ?? []
  const newest = rates.at(-1)
  const title = t('wallet.price.title')
  const chart = {
    rows: rates,
    series: [{ key: 'price', label: t('wallet.price.usd'), colour: 'notes', value: (rate: Rate) => rate.usd }] as const,
    keyOf: (rate: Rate) => String(rate.at),
    nameOf: (rate: Rate) => formatDateTime(new Date(rate.at)),
    tickOf: dayTicks(rates),
    format: (usd: number) => formatUsd(usd),
  }
  return (
    <ChartCard
      title={title}
      description={newest ? t('wallet.price.newest', { price: formatUsd(newest.usd) }) : t('wallet.price.description')}
      action={<Change rates={rates} />}
      state={{
        isPending: query.isPending,
        failure:
          query.data === undefined && query.error
            ? t('wallet.price.failed', { error: translateMessage(messageOf(query.error)) })
            : undefined,
        isEmpty: rates.length === 0,
        isRetrying: query.isFetching,
        onRetry: () => void query.refetch(),
      }}
      emptyText={t('wallet.price.empty')}
      heightPx={heightPx}
      table={() => tableOf(t('chart.time'), chart)}
    >
      {() => (
        <LineChart
          label={title}
          heightPx={heightPx}
          ticks={priceTicks(rates.map(({ usd }) => usd))}
          tickPx={56}
          {...chart}
        />
      )}
    </ChartCard>
  )
}

const looks = {
  up: { icon: ArrowUp, colour: 'text-ok' },
  down: { icon: ArrowDown, colour: 'text-bad' },
  flat: { icon: Minus, colour: 'text-muted' },
} as const

function Change({ rates }: { readonly rates: readonly Rate[] }) {
  const { t } = useTranslation()
  const change = priceChange(rates)
  if (change === null) return null
  const { icon: Icon, colour } = looks[directionOf(change)]
  return (
    <span className={clsx('flex items-center gap-0.5 tabular-nums', colour)} title={t('wallet.price.change')}>
      <Icon size={14} aria-hidden />
      {formatNumber(change, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: 'exceptZero',
      })}
    </span>
  )
}

/** The first rate of each day carries its date. */
function dayTicks(rates: readonly Rate[]): (rate: Rate) => string {
  const firsts = new Set<number>()
  let day = ''
  for (const { at } of rates) {
    const here = formatDay(new Date(at))
    if (here !== day) firsts.add(at)
    day = here
  }
  return ({ at }) => (firsts.has(at) ? formatDay(new Date(at)) : '')
}
