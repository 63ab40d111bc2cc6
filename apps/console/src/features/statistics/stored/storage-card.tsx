import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { MonthsCard } from '../../../ui/chart/months-card.tsx'
import type { StoredMonthsProps } from './stored-card.ts'

/** Notes and media received each month, in GB (DASH-03, DASH-04, CHART-09, CHART-11). */
export function StorageCard({ months, ...card }: StoredMonthsProps) {
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.barChart)
  return (
    <MonthsCard
      title={t('chart.storage.title')}
      description={t('chart.storage.description')}
      {...card}
      months={query.data}
      state={chartState(query)}
      shown={months}
      empty={month => ({ month, notes_gb: 0, media_gb: 0 })}
      series={[
        { key: 'notes', label: t('chart.series.notes'), colour: 'notes', value: row => row.notes_gb },
        { key: 'media', label: t('chart.series.media'), colour: 'media', value: row => row.media_gb },
      ]}
    >
      {chart => <BarChart {...chart} />}
    </MonthsCard>
  )
}
