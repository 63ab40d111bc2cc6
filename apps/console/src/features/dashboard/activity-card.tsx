import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { MonthsCard } from '../../ui/chart/months-card.tsx'
import { DetailsLink } from './details-link.tsx'
import { shownMonths, useCardHeight } from './measures.ts'

/** Notes and media together by month, in GB (CHART-10, DASH-05). */
export function ActivityCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.activity)
  const title = t('dashboard.activity.title')
  return (
    <MonthsCard
      title={title}
      description={t('dashboard.activity.description')}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      months={query.data}
      state={chartState(query)}
      shown={shownMonths}
      heightPx={useCardHeight()}
      empty={month => ({ month, total_gb: 0 })}
      series={[{ key: 'total', label: t('dashboard.series.together'), colour: 'notes', value: row => row.total_gb }]}
    >
      {chart => <LineChart area {...chart} />}
    </MonthsCard>
  )
}
