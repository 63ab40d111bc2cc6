import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { MonthsCard } from './months-card.tsx'

/** Notes and media together by month, in GB (CHART-10, DASH-05). */
export function ActivityCard() {
  const { t } = useTranslation()
  return (
    <MonthsCard
      title={t('dashboard.activity.title')}
      description={t('dashboard.activity.description')}
      query={useQuery(statisticsQueries.activity)}
      empty={month => ({ month, total_gb: 0 })}
      series={[{ key: 'total', label: t('dashboard.series.together'), colour: 'notes', value: row => row.total_gb }]}
    >
      {chart => <LineChart area {...chart} />}
    </MonthsCard>
  )
}
