import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { lastMonths } from '../../ui/chart/months.ts'
import { formatMonth } from '../../ui/format.ts'
import { DetailsLink } from './details-link.tsx'
import { cardHeightPx, formatGigabytes, shownMonths } from './measures.ts'

/** Notes and media together by month, in GB (CHART-10, DASH-05). */
export function ActivityCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.activity)
  const rows = lastMonths(query.data ?? [], shownMonths, new Date(), month => ({ month, total_gb: 0 }))
  type Row = (typeof rows)[number]
  const chart = {
    rows,
    series: [
      { key: 'total', label: t('dashboard.series.together'), colour: 'notes', value: (row: Row) => row.total_gb },
    ] as const,
    keyOf: (row: Row) => row.month,
    nameOf: (row: Row) => formatMonth(row.month, 'long'),
    tickOf: (row: Row) => formatMonth(row.month),
    format: formatGigabytes,
  }
  const title = t('dashboard.activity.title')
  return (
    <ChartCard
      title={title}
      description={t('dashboard.activity.description')}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      state={chartState(query, data => data.every(row => row.total_gb === 0))}
      heightPx={cardHeightPx}
      legend={chart.series}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => <LineChart area label={title} heightPx={cardHeightPx} {...chart} />}
    </ChartCard>
  )
}
