import { useQuery } from '@tanstack/react-query'
import { walletQueries } from './queries.ts'

/**
 * `absent`: nothing answers and nothing is known. `offline`: the service does not answer; what it has told stands.
 * `none`: the service runs and has no wallet yet.
 */
export type Presence = 'loading' | 'absent' | 'offline' | 'none' | 'locked' | 'ready'

/** How the wallet is, from the service itself and from what it has told the relay. */
export function useWalletState() {
  const health = useQuery(walletQueries.health)
  const balance = useQuery(walletQueries.balance)
  const told = balance.data && balance.data.updated_at !== null ? balance.data : undefined
  return {
    presence: presenceOf(),
    health: health.data,
    /** When that was answered, milliseconds of this device. */
    healthAt: health.dataUpdatedAt,
    balance,
    /** Satoshis that can be spent; undefined while not known. */
    balanceSats: told?.latest_balance,
    told,
  }

  function presenceOf(): Presence {
    if (health.isError) return balance.isPending ? 'loading' : told ? 'offline' : 'absent'
    if (!health.data) return 'loading'
    return health.data.wallet === 'unlocked' ? 'ready' : health.data.wallet
  }
}
