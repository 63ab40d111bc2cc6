import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { walletQueries } from '../service/queries.ts'
import { viewParameter } from '../service/use-wallet-view.ts'
import { arrivalsBetween, type Payment, paymentsIn } from './arrivals.ts'
import { tellArrivals } from './tell-arrivals.ts'

/** Block times can be this far behind the clock, ms. */
const blockLagMs = 2 * 60 * 60_000

/** Announces incoming payments on every page, once across all tabs, and again when they confirm. */
export function ArrivalsHost() {
  const queryClient = useQueryClient()
  const [, change] = useUrlParameters()
  const { data } = useInfiniteQuery({
    ...walletQueries.transactions,
    // Mounted late: dialogs' failed queries are retried by the user, not by this.
    refetchOnMount: ({ state }) => state.status !== 'error',
  })
  const known = useRef<ReadonlyMap<string, Payment>>(undefined)
  const since = useRef(Date.now() - blockLagMs)

  useEffect(() => {
    if (!data) return
    const now = paymentsIn(data.pages.flat())
    const arrivals = known.current ? arrivalsBetween(known.current, now, since.current) : []
    // Closing older pages keeps what was loaded.
    known.current = new Map([...(known.current ?? []), ...now])
    if (arrivals.length === 0) return
    void tellArrivals(arrivals, {
      queryClient,
      openTransaction: txid => change({ tx: txid }),
      openHistory: () => change({ [viewParameter]: 'history' }),
    })
  }, [data, queryClient, change])

  return null
}
