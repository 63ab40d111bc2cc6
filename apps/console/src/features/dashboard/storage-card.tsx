import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { MonthsCard } from '../../ui/chart/months-card.tsx'
import { DetailsLink } from './details-link.tsx'
import { shownMonths, useCardHeight } from './measures.ts'

/** Notes and media that came in each month, in GB (DASH-03, DASH-04, CHART-09). */
export function StorageCard() {
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.barChart)
  const title = t('dashboard.storage.title')
  return (
    <MonthsCard
      title={title}
      description={t('dashboard.storage.description')}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      months={query.data}
      state={chartState(query)}
      shown={shownMonths}
      heightPx={useCardHeight()}
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
