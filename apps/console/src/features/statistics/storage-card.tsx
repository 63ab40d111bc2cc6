import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { MonthsCard } from '../../ui/chart/months-card.tsx'
import { shownMonths, useHeight } from './measures.ts'

/** Notes and media that came in each month of the last twelve, in GB (CHART-09, CHART-11). */
export function StorageCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.barChart)
  return (
    <MonthsCard
      title={t('statistics.storage.title')}
      description={t('statistics.storage.description')}
      months={query.data}
      state={chartState(query)}
      shown={shownMonths}
      heightPx={useHeight()}
      empty={month => ({ month, notes_gb: 0, media_gb: 0 })}
      series={[
        { key: 'notes', label: t('statistics.series.notes'), colour: 'notes', value: row => row.notes_gb },
        { key: 'media', label: t('statistics.series.media'), colour: 'media', value: row => row.media_gb },
      ]}
    >
      {chart => <BarChart {...chart} />}
    </MonthsCard>
  )
}
