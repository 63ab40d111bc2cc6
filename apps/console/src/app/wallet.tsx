import { Navigate } from '@tanstack/react-router'
import { WalletPage } from '../features/wallet/page.tsx'
import { useSteadyScreenClass } from '../ui/page/layout-hold.ts'

/** `/wallet`: on a desktop the dashboard has it all, also when a window grows to one. */
export function Wallet() {
  return useSteadyScreenClass() === 'desktop' ? <Navigate to="/" search replace /> : <WalletPage />
}
