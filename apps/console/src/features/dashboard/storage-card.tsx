import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { lastMonths } from '../../ui/chart/months.ts'
import { formatMonth } from '../../ui/format.ts'
import { DetailsLink } from './details-link.tsx'
import { cardHeightPx, formatGigabytes, shownMonths } from './measures.ts'

/** Notes and media that came in each month, in GB (DASH-03, DASH-04, CHART-09). */
export function StorageCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.barChart)
  const rows = lastMonths(query.data ?? [], shownMonths, new Date(), month => ({ month, notes_gb: 0, media_gb: 0 }))
  type Row = (typeof rows)[number]
  const chart = {
    rows,
    series: [
      { key: 'notes', label: t('dashboard.series.notes'), colour: 'notes', value: (row: Row) => row.notes_gb },
      { key: 'media', label: t('dashboard.series.media'), colour: 'media', value: (row: Row) => row.media_gb },
    ] as const,
    keyOf: (row: Row) => row.month,
    nameOf: (row: Row) => formatMonth(row.month, 'long'),
    tickOf: (row: Row) => formatMonth(row.month),
    format: formatGigabytes,
  }
  const title = t('dashboard.storage.title')
  return (
    <ChartCard
      title={title}
      description={t('dashboard.storage.description')}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      state={chartState(query, data => data.every(row => row.notes_gb === 0 && row.media_gb === 0))}
      heightPx={cardHeightPx}
      legend={chart.series}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => <BarChart label={title} heightPx={cardHeightPx} {...chart} />}
    </ChartCard>
  )
}
