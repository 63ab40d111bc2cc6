import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { walletQueries } from '../queries.ts'
import { viewParameter } from '../use-wallet-view.ts'
import { arrivalsBetween, type Payment, paymentsIn } from './arrivals.ts'
import { tellArrivals } from './tell-arrivals.ts'

/** Blocks may bear a time so far behind the clock, ms. */
const blockLagMs = 2 * 60 * 60_000

/** Says on every page that a payment has come in, once in all tabs, and quietly once more when it is confirmed. */
export function ArrivalsHost() {
  const queryClient = useQueryClient()
  const [, change] = useUrlParameters()
  const { data } = useInfiniteQuery({
    ...walletQueries.transactions,
    // It comes late: what a dialogue could not get meanwhile is asked for again by a press there, not under its hands.
    refetchOnMount: ({ state }) => state.status !== 'error',
  })
  const known = useRef<ReadonlyMap<string, Payment>>(undefined)
  const since = useRef(Date.now() - blockLagMs)

  useEffect(() => {
    if (!data) return
    const now = paymentsIn(data.pages.flat())
    const arrivals = known.current ? arrivalsBetween(known.current, now, since.current) : []
    // Older pages may be closed again: what was known stays known.
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
