import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chartState } from '../../api/chart-state.ts'
import { statisticsQueries } from '../../api/statistics-queries.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { sharesTableOf } from '../../ui/chart/chart-table.tsx'
import { DonutChart } from '../../ui/chart/donut-chart.tsx'
import { useHeight } from './measures.ts'

/** What is stored, by kind of content (CHART-01 to CHART-05, R-69). */
export function ContentCard() {
  const heightPx = useHeight()
  const { t } = useTranslation()
  const query = useQuery(statisticsQueries.relayCount)
  const { kinds = 0, photos = 0, videos = 0, audio = 0, misc = 0, gitNestr } = query.data ?? {}
  const items = [
    { key: 'kinds', label: t('statistics.series.notes'), colour: 'notes', value: kinds },
    { key: 'photos', label: t('statistics.series.photos'), colour: 'media', value: photos },
    { key: 'videos', label: t('statistics.series.videos'), colour: 'profiles', value: videos },
    { key: 'audio', label: t('statistics.series.audio'), colour: 'lightning', value: audio },
    { key: 'misc', label: t('statistics.series.misc'), colour: 'errors', value: misc },
    ...(gitNestr === undefined
      ? []
      : [{ key: 'gitNestr', label: t('statistics.series.gitNestr'), colour: 'muted', value: gitNestr } as const]),
  ] as const
  const total = items.reduce((sum, { value }) => sum + value, 0)
  const title = t('statistics.content.title')
  return (
    <ChartCard
      title={title}
      description={t('statistics.content.description')}
      state={chartState(query, () => total === 0)}
      heightPx={heightPx}
      table={() => sharesTableOf([t('chart.kind'), t('chart.count'), t('chart.share')], items)}
    >
      {() => (
        <DonutChart
          label={title}
          items={items}
          totalLabel={t('statistics.items', { count: total })}
          sizePx={heightPx - 52}
        />
      )}
    </ChartCard>
  )
}
