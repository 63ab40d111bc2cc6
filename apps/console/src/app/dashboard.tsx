import { DashboardPage } from '../features/dashboard/page.tsx'
import { BalanceGlance } from '../features/wallet/balance/glance.tsx'
import { BalancePanel } from '../features/wallet/balance/panel.tsx'
import { TransactionsCard } from '../features/wallet/history/transactions-card.tsx'
import { PriceCard } from '../features/wallet/price/price-card.tsx'
import { useScreenClass } from './shell/use-media.ts'

/** The dashboard with the wallet at its side; smaller screens have a page for the wallet and get the balance alone. */
export function Dashboard() {
  const isDesktop = useScreenClass() === 'desktop'
  return (
    <DashboardPage
      balance={
        isDesktop ? (
          <>
            <BalancePanel />
            <PriceCard />
          </>
        ) : (
          <BalanceGlance />
        )
      }
      payments={isDesktop && <TransactionsCard />}
    />
  )
}
