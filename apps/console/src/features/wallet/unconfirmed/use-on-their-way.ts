import { listSends } from '@hornets/contract/wallet/spending'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { allPages } from '../all-pages.ts'
import { recordSend } from '../paying/record-send.ts'
import { sessionQueries, walletQueries } from '../queries.ts'
import { hasWalletToken, wallet } from '../wallet-service.ts'
import { mergeOnTheirWay, unrecorded } from './on-their-way.ts'

/**
 * Payments of ours on their way: what the relay has kept, with what only the wallet knows, since the answer to a payment may
 * have been lost. Reading them never makes the extension ask; `ask` does.
 * @param canAsk who looks may sign in at the wallet, and it answers
 */
export function useOnTheirWay(canAsk: boolean) {
  const queryClient = useQueryClient()
  const kept = useQuery(walletQueries.pending)
  const { data: health } = useQuery(walletQueries.health)
  const quiet = useQuery({ ...sessionQueries.sends, enabled: canAsk && hasWalletToken() })
  const asking = useMutation({
    mutationFn: () =>
      allPages(
        query => wallet.call(listSends, { query }),
        send => send.txid,
      ),
    onSuccess: sends => queryClient.setQueryData(sessionQueries.sends.queryKey, sends),
  })
  const sends = canAsk && quiet.isSuccess ? quiet.data : undefined

  // What the relay has not heard of is told to it: then others see it, too, and it can be replaced there.
  const told = useRef(new Set<string>())
  useEffect(() => {
    const missing = unrecorded(kept.data ?? [], (kept.data && sends) ?? []).filter(
      ({ txid }) => !told.current.has(txid),
    )
    if (missing.length === 0) return
    for (const { txid } of missing) told.current.add(txid)
    void Promise.allSettled(missing.map(recordSend)).then(() =>
      queryClient.invalidateQueries({ queryKey: walletQueries.pending.queryKey }),
    )
  }, [kept.data, sends, queryClient])

  return {
    kept,
    rows: kept.data && mergeOnTheirWay(kept.data, sends, health?.synced),
    /** False: there may be more than the relay has kept. */
    isWhole: sends !== undefined,
    isReading: quiet.isLoading,
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
    askError: asking.error,
  }
}
