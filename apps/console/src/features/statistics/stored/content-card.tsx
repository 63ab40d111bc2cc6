import { useQuery } from '@tanstack/react-query'
import { chartState } from '../../../api/queries/chart-state.ts'
import { statisticsQueries } from '../../../api/queries/statistics-queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { sharesTableOf } from '../../../ui/chart/chart-table.tsx'
import { DonutChart } from '../../../ui/chart/donut-chart.tsx'
import type { StoredCardProps } from './stored-card.ts'

/** Maximum size of the ring, however high the card is. */
const largestRingPx = 320

/** Stored items by kind of content (CHART-01 to CHART-05, R-69). */
export function ContentCard({ heightPx, ...card }: StoredCardProps) {
  const { t } = useTexts()
  const query = useQuery(statisticsQueries.relayCount)
  const { kinds = 0, photos = 0, videos = 0, audio = 0, misc = 0, gitNestr } = query.data ?? {}
  const items = [
    { key: 'kinds', label: t('chart.series.notes'), colour: 'notes', value: kinds },
    { key: 'photos', label: t('chart.series.photos'), colour: 'media', value: photos },
    { key: 'videos', label: t('chart.series.videos'), colour: 'profiles', value: videos },
    { key: 'audio', label: t('chart.series.audio'), colour: 'lightning', value: audio },
    { key: 'misc', label: t('chart.series.misc'), colour: 'errors', value: misc },
    ...(gitNestr === undefined
      ? []
      : [{ key: 'gitNestr', label: t('chart.series.gitNestr'), colour: 'muted', value: gitNestr } as const]),
  ] as const
  const total = items.reduce((sum, { value }) => sum + value, 0)
  const title = t('chart.content.title')
  return (
    <ChartCard
      title={title}
      description={t('chart.content.description')}
      {...card}
      state={chartState(query, () => total === 0)}
      heightPx={heightPx}
      table={() => sharesTableOf([t('chart.kind'), t('chart.count'), t('chart.share')], items)}
    >
      {() => (
        <DonutChart
          label={title}
          items={items}
          totalLabel={t('chart.items', { count: total })}
          sizePx={Math.min(largestRingPx, Math.round(heightPx * 0.8))}
        />
      )}
    </ChartCard>
  )
}
