import { useQuery } from '@tanstack/react-query'
import { lazy } from '../../../ui/page/lazy.tsx'
import { walletQueries } from '../service/queries.ts'

const { Part: LightningCard } = lazy(async () => (await import('./lightning-card.tsx')).LightningCard)

/** Loads the Lightning card with its dialogs only if a node is connected. */
export function LightningPlace() {
  const { data: health } = useQuery(walletQueries.health)
  return health?.lightning && <LightningCard />
}
