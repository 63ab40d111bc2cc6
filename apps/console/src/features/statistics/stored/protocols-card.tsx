import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { tableOf } from '../../../ui/chart/chart-table.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { formatMonth, formatNumber } from '../../../ui/text/format.ts'
import type { StoredCardProps } from './stored-card.ts'

/** Profiles and their announcements, cumulative by month (CHART-06 to CHART-08). */
export function ProtocolsCard({ heightPx, ...card }: StoredCardProps) {
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.timeSeries)
  const rows = query.data ?? []
  type Row = (typeof rows)[number]
  const chart = {
    rows,
    series: [
      { key: 'profiles', label: t('chart.series.profiles'), colour: 'profiles', value: (row: Row) => row.profiles },
      {
        key: 'lightning',
        label: t('chart.series.lightning'),
        colour: 'lightning',
        value: (row: Row) => row.lightning_addr,
      },
      { key: 'dht', label: t('chart.series.dht'), colour: 'media', value: (row: Row) => row.dht_key },
      { key: 'both', label: t('chart.series.both'), colour: 'notes', value: (row: Row) => row.lightning_and_dht },
    ] as const,
    keyOf: (row: Row) => row.month,
    nameOf: (row: Row) => formatMonth(row.month, 'long'),
    tickOf: (row: Row) => formatMonth(row.month),
    format: (value: number) => formatNumber(value),
  }
  const title = t('chart.protocols.title')
  return (
    <ChartCard
      title={title}
      description={t('chart.protocols.description')}
      {...card}
      state={chartState(query, data => data.every(row => row.profiles === 0))}
      heightPx={heightPx}
      legend={chart.series}
      table={() => tableOf(t('chart.month'), chart)}
    >
      {() => <LineChart whole label={title} heightPx={heightPx} {...chart} />}
    </ChartCard>
  )
}
