import { Navigate } from '@tanstack/react-router'
import { WalletPage } from '../features/wallet/page.tsx'
import { useSteadyScreenClass } from '../ui/page/layout-hold.ts'

/** `/wallet`: desktops show all of it on the dashboard, also when a window is widened. */
export function Wallet() {
  return useSteadyScreenClass() === 'desktop' ? <Navigate to="/" search replace /> : <WalletPage />
}
