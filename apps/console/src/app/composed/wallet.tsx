import { Navigate } from '@tanstack/react-router'
import { useIsRole } from '../../api/session/use-may.ts'
import { WalletPage } from '../../features/wallet/page.tsx'
import { MoneyRefused } from '../../features/wallet/parts/money-refused.tsx'
import { useSteadyScreenClass } from '../../ui/page/layout-hold.ts'

/** `/wallet`: desktops show all of it on the dashboard, also when a window is widened. */
export function Wallet() {
  const seesMoney = useIsRole('operator')
  if (useSteadyScreenClass() === 'desktop') return <Navigate to="/" search replace />
  return seesMoney ? <WalletPage /> : <MoneyRefused />
}
