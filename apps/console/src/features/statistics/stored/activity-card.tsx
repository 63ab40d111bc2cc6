import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { MonthsCard } from '../../../ui/chart/months-card.tsx'
import type { StoredMonthsProps } from './stored-card.ts'

export function ActivityCard({ months, ...card }: StoredMonthsProps) {
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.activity)
  return (
    <MonthsCard
      title={t('chart.activity.title')}
      description={t('chart.activity.description')}
      {...card}
      months={query.data}
      state={chartState(query)}
      shown={months}
      empty={month => ({ month, total_gb: 0 })}
      series={[{ key: 'total', label: t('chart.series.together'), colour: 'notes', value: row => row.total_gb }]}
    >
      {chart => <LineChart area {...chart} />}
    </MonthsCard>
  )
}
