import { useQuery } from '@tanstack/react-query'
import { otherServer } from '../../../api/server/server.ts'
import { walletQueries } from './queries.ts'

/** `absent`: no answer, nothing known. `offline`: no answer; the last report applies. `none`: no wallet. */
export type Presence = 'loading' | 'absent' | 'offline' | 'none' | 'locked' | 'ready'

/** Of `absent`: another server may have a wallet that does not answer here. */
export const absentText = () => (otherServer() ? 'wallet.balance.unknown' : 'wallet.balance.none')

export function useWalletState() {
  const health = useQuery(walletQueries.health)
  const balance = useQuery(walletQueries.balance)
  const reported = balance.data && balance.data.updated_at !== null ? balance.data : undefined
  return {
    presence: presenceOf(),
    health: health.data,
    /** Time of that answer, in this device's milliseconds. */
    healthAt: health.dataUpdatedAt,
    balance,
    /** Spendable satoshis; undefined while unknown. */
    balanceSats: reported?.latest_balance,
    reported,
  }

  function presenceOf(): Presence {
    if (health.isError) return balance.isPending ? 'loading' : reported ? 'offline' : 'absent'
    if (!health.data) return 'loading'
    return health.data.wallet === 'unlocked' ? 'ready' : health.data.wallet
  }
}
