import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { sharesTableOf } from '../../ui/chart/chart-table.tsx'
import { DonutChart } from '../../ui/chart/donut-chart.tsx'
import { DetailsLink } from './details-link.tsx'
import { useCardHeight } from './measures.ts'

/** What is stored, by kind of content (CHART-01 to CHART-05). */
export function ContentCard() {
  const { t } = useTranslation()
  const heightPx = useCardHeight()
  const query = useQuery(statisticsQueries.relayCount)
  const { kinds = 0, photos = 0, videos = 0, audio = 0, misc = 0, gitNestr } = query.data ?? {}
  const items = [
    { key: 'kinds', label: t('dashboard.series.notes'), colour: 'notes', value: kinds },
    { key: 'photos', label: t('dashboard.series.photos'), colour: 'media', value: photos },
    { key: 'videos', label: t('dashboard.series.videos'), colour: 'profiles', value: videos },
    { key: 'audio', label: t('dashboard.series.audio'), colour: 'lightning', value: audio },
    { key: 'misc', label: t('dashboard.series.misc'), colour: 'errors', value: misc },
    ...(gitNestr === undefined
      ? []
      : [{ key: 'gitNestr', label: t('dashboard.series.gitNestr'), colour: 'muted', value: gitNestr } as const]),
  ] as const
  const total = items.reduce((sum, { value }) => sum + value, 0)
  const title = t('dashboard.content.title')
  return (
    <ChartCard
      title={title}
      description={t('dashboard.content.description')}
      action={<DetailsLink to="/nostr-stats" of={title} />}
      state={chartState(query, () => total === 0)}
      heightPx={heightPx}
      table={() => sharesTableOf([t('chart.kind'), t('chart.count'), t('chart.share')], items)}
    >
      {() => (
        <DonutChart
          label={title}
          items={items}
          totalLabel={t('dashboard.items', { count: total })}
          sizePx={Math.min(320, heightPx - 40)}
        />
      )}
    </ChartCard>
  )
}
