import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { MonthsCard } from '../../ui/chart/months-card.tsx'
import { shownMonths, useHeight } from './measures.ts'

/** Notes and media together by month, in GB (CHART-10). */
export function ActivityCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.activity)
  return (
    <MonthsCard
      title={t('statistics.activity.title')}
      description={t('statistics.activity.description')}
      months={query.data}
      state={chartState(query)}
      shown={shownMonths}
      heightPx={useHeight()}
      empty={month => ({ month, total_gb: 0 })}
      series={[{ key: 'total', label: t('statistics.series.together'), colour: 'notes', value: row => row.total_gb }]}
    >
      {chart => <LineChart area {...chart} />}
    </MonthsCard>
  )
}
