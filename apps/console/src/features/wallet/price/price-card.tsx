import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useMemo } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { tableOf } from '../../../ui/chart/chart-table.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { useScreenClass } from '../../../ui/page/use-media.ts'
import { formatDateTime, formatDay, formatMoment, formatNumber } from '../../../ui/text/format.ts'
import { formatUsd, type Rate } from '../../../ui/text/usd.ts'
import { walletQueries } from '../service/queries.ts'
import { priceTicks } from './price-axis.ts'
import { directionOf, knownSince, priceChange } from './price-change.ts'
import { type PricePlace, priceHours } from './price-hours.ts'

const lowPx = 180
/** As high as the balance beside it. */
const highPx = 300

export function PriceCard() {
  const { t } = useTexts()
  const query = useQuery(walletQueries.rates)
  const heightPx = useScreenClass() === 'tablet' ? highPx : lowPx
  const rates = useMemo(() => query.data ?? [], [query.data])
  const places = useMemo(() => priceHours(rates), [rates])
  const newest = rates.at(-1)
  const title = t('wallet.price.title')
  const chart = {
    rows: places,
    series: [
      { key: 'price', label: t('wallet.price.usd'), colour: 'notes', value: (place: PricePlace) => place.usd },
    ] as const,
    keyOf: (place: PricePlace) => String(place.at),
    nameOf: (place: PricePlace) => formatDateTime(new Date(place.at)),
    tickOf: dayTicks(places),
    format: (usd: number) => formatUsd(usd),
  }
  return (
    <ChartCard
      title={title}
      description={describe()}
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
      {() => <LineChart label={title} heightPx={heightPx} ticks={priceTicks(rates.map(({ usd }) => usd))} {...chart} />}
    </ChartCard>
  )

  function describe(): string {
    if (!newest) return t('wallet.price.description')
    const values = { price: formatUsd(newest.usd), time: formatMoment(new Date(newest.at)) }
    const since = knownSince(rates)
    return since === undefined
      ? t('wallet.price.newest', values)
      : t('wallet.price.newestSince', { ...values, since: formatDay(new Date(since)) })
  }
}

const looks = {
  up: { icon: ArrowUp, colour: 'text-ok' },
  down: { icon: ArrowDown, colour: 'text-bad' },
  flat: { icon: Minus, colour: 'text-muted' },
} as const

function Change({ rates }: { readonly rates: readonly Rate[] }) {
  const { t } = useTexts()
  const change = priceChange(rates)
  if (change === null) return null
  const since = knownSince(rates)
  const { icon: Icon, colour } = looks[directionOf(change)]
  return (
    <span
      className={clsx('flex items-center gap-0.5 tabular-nums', colour)}
      title={
        since === undefined
          ? t('wallet.price.change')
          : t('wallet.price.changeSince', { time: formatMoment(new Date(since)) })
      }
    >
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

/** Each day's first place has its date. */
function dayTicks(places: readonly PricePlace[]): (place: PricePlace) => string {
  const firsts = new Set<number>()
  let day = ''
  for (const { at } of places) {
    const here = formatDay(new Date(at))
    if (here !== day) firsts.add(at)
    day = here
  }
  return ({ at }) => (firsts.has(at) ? formatDay(new Date(at)) : '')
}
