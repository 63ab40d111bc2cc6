import { DashboardPage } from '../features/dashboard/page.tsx'
import { ActivityCard } from '../features/statistics/stored/activity-card.tsx'
import { ContentCard } from '../features/statistics/stored/content-card.tsx'
import { ProtocolsCard } from '../features/statistics/stored/protocols-card.tsx'
import { StorageCard } from '../features/statistics/stored/storage-card.tsx'
import { laterTexts } from '../i18n/console.ts'
import { late } from '../ui/late.tsx'
import { useSteadyScreenClass } from '../ui/layout-hold.ts'

// The wallet brings its dialogues and texts along; the charts need not wait for them.
const walletSide = async () => (await Promise.all([import('./wallet-side.tsx'), laterTexts()]))[0]
const { Part: BalanceSide } = late(() => walletSide().then(side => side.BalanceSide))
const { Part: PaymentsSide } = late(() => walletSide().then(side => side.PaymentsSide))
const { Part: ChainTipSide } = late(() => walletSide().then(side => side.ChainTipSide))
const { Part: GlanceSide } = late(() => walletSide().then(side => side.GlanceSide))

const charts = { storage: StorageCard, content: ContentCard, protocols: ProtocolsCard, activity: ActivityCard }

/** The dashboard with the wallet at its side; smaller screens have a page for the wallet and get the balance alone. */
export function Dashboard() {
  const isDesktop = useSteadyScreenClass() === 'desktop'
  return (
    <DashboardPage
      charts={charts}
      // Smaller screens have it under the balance, which stands at the top there.
      chainTip={isDesktop && <ChainTipSide />}
      glance={
        !isDesktop && (
          <div className="empty:h-34">
            <GlanceSide />
          </div>
        )
      }
      balance={
        isDesktop && (
          // Empty it keeps the room that balance and price will take.
          <div className="grid content-start gap-4 empty:h-124">
            <BalanceSide />
          </div>
        )
      }
      payments={isDesktop && <PaymentsSide />}
    />
  )
}
