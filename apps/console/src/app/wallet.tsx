import { Navigate } from '@tanstack/react-router'
import { WalletPage } from '../features/wallet/page.tsx'
import { useScreenClass } from '../ui/use-media.ts'

/** `/wallet`: on a desktop the dashboard has it all, also when a window grows to one. */
export function Wallet() {
  return useScreenClass() === 'desktop' ? <Navigate to="/" replace /> : <WalletPage />
}
