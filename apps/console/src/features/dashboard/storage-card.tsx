import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { MonthsCard } from './months-card.tsx'

/** Notes and media that came in each month, in GB (DASH-03, DASH-04, CHART-09). */
export function StorageCard() {
  const { t } = useTranslation()
  return (
    <MonthsCard
      title={t('dashboard.storage.title')}
      description={t('dashboard.storage.description')}
      query={useQuery(statisticsQueries.barChart)}
      empty={month => ({ month, notes_gb: 0, media_gb: 0 })}
      series={[
        { key: 'notes', label: t('dashboard.series.notes'), colour: 'notes', value: row => row.notes_gb },
        { key: 'media', label: t('dashboard.series.media'), colour: 'media', value: row => row.media_gb },
      ]}
    >
      {chart => <BarChart {...chart} />}
    </MonthsCard>
  )
}
