import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartCards, Charts } from './charts.tsx'
import { EarningCard, SubscriberStrip } from './empty-cards.tsx'
import { StatusLine } from './status-line.tsx'

interface DashboardPageProps {
  /** The statistics draw the same ones. */
  readonly charts: ChartCards
  /** The newest block of the chain, as an item of the status line. */
  readonly chainTip: ReactNode
  /** On small screens, where all stands in one column: the balance before the charts, so that it need not be scrolled to. */
  readonly glance: ReactNode
  /** What stands in the right column above and under the earnings. */
  readonly balance: ReactNode
  readonly payments: ReactNode
}

/** Up, growing, paid, clean: the four questions at one glance (DASH-01, DASH-02, R-36). */
export function DashboardPage({ charts, chainTip, glance, balance, payments }: DashboardPageProps) {
  const { t } = useTranslation()
  return (
    <div className="grid content-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px] min-[1500px]:grid-cols-[minmax(0,1fr)_344px] 3xl:grid-cols-[minmax(0,1fr)_820px]">
      {/* Beside each other only where both always fit: a line that finds its place later would move all below. */}
      <div className="grid gap-x-6 gap-y-2 xl:col-span-2 xl:flex xl:flex-wrap xl:items-baseline xl:justify-between">
        <h1 className="font-semibold text-title">{t('shell.nav.dashboard')}</h1>
        <StatusLine chainTip={chainTip} />
      </div>
      <div className="xl:col-span-2">
        <SubscriberStrip />
      </div>
      {glance}
      {/* The right column is longer: where the charts have room on the screen they stay in view beside it. */}
      <div className="grid min-w-0 content-start gap-4 self-start xl:grid-cols-2 [@media(min-width:1280px)_and_(min-height:840px)]:sticky [@media(min-width:1280px)_and_(min-height:840px)]:top-(--under-header)">
        <Charts cards={charts} />
      </div>
      <div className="grid content-start gap-4 3xl:grid-cols-2">
        {balance}
        <div className="grid content-start gap-4">
          <EarningCard />
          {payments}
        </div>
      </div>
    </div>
  )
}
