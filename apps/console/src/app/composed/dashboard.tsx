import clsx from 'clsx'
import { offers } from '../../api/server/server.ts'
import { useIsRole } from '../../api/session/use-may.ts'
import { DetailsLink } from '../../features/dashboard/details-link.tsx'
import { shownMonths, useCardHeight } from '../../features/dashboard/measures.ts'
import { StatusLine } from '../../features/dashboard/status-line.tsx'
import { ActivityCard } from '../../features/statistics/stored/activity-card.tsx'
import { ContentCard } from '../../features/statistics/stored/content-card.tsx'
import { ProtocolsCard } from '../../features/statistics/stored/protocols-card.tsx'
import { StorageCard } from '../../features/statistics/stored/storage-card.tsx'
import { loadTexts } from '../../i18n/load-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useSteadyScreenClass } from '../../ui/page/layout-hold.ts'
import { lazy } from '../../ui/page/lazy.tsx'

// The wallet loads its dialogs and texts; the charts need not wait.
const walletSide = async () => (await Promise.all([import('./wallet-side.tsx'), loadTexts('later')]))[0]
const subscriberStrip = async () =>
  (await Promise.all([import('../../features/subscribers/strip/subscriber-strip.tsx'), loadTexts('later')]))[0]
const { Part: SubscriberStrip } = lazy(() => subscriberStrip().then(part => part.SubscriberStrip))
// What needs the operator, and what a new relay still needs.
const desk = async () => (await Promise.all([import('./desk.ts'), loadTexts('later')]))[0]
const { Part: NeedsStrip } = lazy(() => desk().then(part => part.NeedsStrip))
const historyCard = async () =>
  (await Promise.all([import('../../features/statistics/history/history-card.tsx'), loadTexts('later')]))[0]
const { Part: HistoryCard } = lazy(() => historyCard().then(part => part.HistoryCard))
const { Part: FirstStepsCard } = lazy(() => desk().then(part => part.FirstStepsCard))
const earningCard = async () =>
  (await Promise.all([import('../../features/subscribers/earning-card.tsx'), loadTexts('later')]))[0]
const { Part: EarningCard } = lazy(() => earningCard().then(part => part.EarningCard))
const { Part: BalanceSide } = lazy(() => walletSide().then(side => side.BalanceSide))
const { Part: PaymentsSide } = lazy(() => walletSide().then(side => side.PaymentsSide))
const { Part: ChainTipSide } = lazy(() => walletSide().then(side => side.ChainTipSide))
const { Part: GlanceSide } = lazy(() => walletSide().then(side => side.GlanceSide))

/** DASH-01, DASH-02, R-36. Smaller screens have a page for the wallet. Money is for operators and owners. */
export function Dashboard() {
  const { t } = useTexts()
  const isDesktop = useSteadyScreenClass() === 'desktop'
  const seesMoney = useIsRole('operator')
  const decides = useIsRole('moderator')
  return (
    <div className="grid content-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px] min-[1500px]:grid-cols-[minmax(0,1fr)_344px] 3xl:grid-cols-[minmax(0,1fr)_820px]">
      {/* Side by side only where both always fit, so that nothing moves later. */}
      <div className="grid gap-x-6 gap-y-2 xl:col-span-2 xl:flex xl:flex-wrap xl:items-baseline xl:justify-between">
        <h1 className="font-semibold text-title">{t('shell.nav.dashboard')}</h1>
        {/* Smaller screens show the newest block under the balance at the top. */}
        {offers('status') && <StatusLine>{isDesktop && <ChainTipSide />}</StatusLine>}
      </div>
      {decides && offers('status') && (
        <div className="min-w-0 empty:h-11.5 xl:col-span-2">
          <NeedsStrip />
        </div>
      )}
      {seesMoney && (
        <div
          className={clsx('min-w-0 xl:col-span-2', localStorage.getItem('first-steps') ? 'empty:h-94' : 'empty:hidden')}
        >
          <FirstStepsCard />
        </div>
      )}
      {seesMoney && (
        <div className="empty:h-35.5 xl:col-span-2">
          <SubscriberStrip />
        </div>
      )}
      {/* On small screens, before the charts, so that no scrolling is needed. */}
      {!isDesktop && seesMoney && (
        <div className="empty:h-34">
          <GlanceSide />
        </div>
      )}
      {/* The right column is longer: charts that fit the screen stay in view. */}
      <div className="grid min-w-0 content-start gap-4 self-start xl:grid-cols-2 [@media(min-width:1280px)_and_(min-height:840px)]:sticky [@media(min-width:1280px)_and_(min-height:840px)]:top-(--under-header)">
        <Charts />
      </div>
      <div className="grid content-start gap-4 3xl:grid-cols-2">
        {/* While empty it keeps the space of balance and price. */}
        {isDesktop && (
          <div className={clsx('grid content-start gap-4', seesMoney ? 'empty:h-124' : 'empty:h-60')}>
            <BalanceSide />
          </div>
        )}
        <div className="grid content-start gap-4">
          {offers('/earnings') && (
            <div className="empty:h-35">
              <EarningCard />
            </div>
          )}
          {isDesktop && seesMoney && <PaymentsSide />}
        </div>
      </div>
    </div>
  )
}

const charts = [
  ['storage', StorageCard],
  ['content', ContentCard],
  ['protocols', ProtocolsCard],
  ['activity', ActivityCard],
] as const

function Charts() {
  const { t } = useTexts()
  const heightPx = useCardHeight()
  return (
    <>
      {charts.map(([name, Card]) => {
        const action = <DetailsLink to="/nostr-stats" of={t(`chart.${name}.title`)} />
        return <Card key={name} months={shownMonths} heightPx={heightPx} action={action} />
      })}
      {offers('/history') && (
        <div className="min-w-0 empty:h-80 xl:col-span-2">
          <HistoryCard heightPx={heightPx} />
        </div>
      )}
    </>
  )
}
