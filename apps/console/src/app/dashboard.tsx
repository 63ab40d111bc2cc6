import { DashboardPage } from '../features/dashboard/page.tsx'
import { late } from '../ui/late.tsx'
import { useScreenClass } from './shell/use-media.ts'

// The wallet brings its dialogues along; the charts need not wait for them.
const { Part: BalanceSide } = late(() => import('./wallet-side.tsx').then(side => side.BalanceSide))
const { Part: PaymentsSide } = late(() => import('./wallet-side.tsx').then(side => side.PaymentsSide))
const { Part: GlanceSide } = late(() => import('./wallet-side.tsx').then(side => side.GlanceSide))

/** The dashboard with the wallet at its side; smaller screens have a page for the wallet and get the balance alone. */
export function Dashboard() {
  const isDesktop = useScreenClass() === 'desktop'
  return (
    <DashboardPage
      balance={
        isDesktop ? (
          // Empty it keeps the room that balance and price will take.
          <div className="grid gap-4 empty:h-124">
            <BalanceSide />
          </div>
        ) : (
          <div className="empty:h-28">
            <GlanceSide />
          </div>
        )
      }
      payments={isDesktop && <PaymentsSide />}
    />
  )
}
