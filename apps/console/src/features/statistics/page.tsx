import { useTexts } from '../../i18n/texts.ts'
import { HistoryCard } from './history/history-card.tsx'
import { KindsCard } from './kinds-card.tsx'
import { legendPx, shownMonths, useHeight } from './measures.ts'
import { ActivityCard } from './stored/activity-card.tsx'
import { ContentCard } from './stored/content-card.tsx'
import { ProtocolsCard } from './stored/protocols-card.tsx'
import { StorageCard } from './stored/storage-card.tsx'
import { TrendCard } from './trend-card.tsx'

/** What is stored, who publishes, and the traffic. */
export function NostrStatisticsPage() {
  const { t } = useTexts()
  const heightPx = useHeight()
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t('shell.nav.statistics')}</h1>
      <HistoryCard heightPx={heightPx} />
      <div className="grid content-start gap-4 3xl:grid-cols-2">
        <div className="grid content-start gap-4 xl:grid-cols-2">
          <ContentCard heightPx={heightPx} />
          <ProtocolsCard heightPx={heightPx - legendPx} description={t('statistics.protocols')} />
          <StorageCard months={shownMonths} heightPx={heightPx} description={t('statistics.storage')} />
          <ActivityCard months={shownMonths} heightPx={heightPx} description={t('statistics.activity')} />
        </div>
        <div className="grid content-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:items-start">
          <KindsCard />
          <div className="xl:sticky xl:top-(--under-header)">
            <TrendCard />
          </div>
        </div>
      </div>
    </div>
  )
}
