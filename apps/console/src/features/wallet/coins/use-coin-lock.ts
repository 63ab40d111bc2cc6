import { lockCoin } from '@hornets/contract/wallet/accounting'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import type { CoinRow } from './coin-facts.tsx'

/** Freezes or unfreezes a coin; shown immediately, and undone with the reason if the wallet refuses. */
export function useCoinLock(): (outpoint: string, locked: boolean) => void {
  const queryClient = useQueryClient()
  const key = sessionQueries.coins.queryKey
  const { mutate } = useMutation({
    mutationFn: (body: { outpoint: string; locked: boolean }) => wallet.call(lockCoin, { body }),
    onMutate: ({ outpoint, locked }) => {
      const before = queryClient.getQueryData<CoinRow[]>(key)
      const after = before?.map(coin => (coin.outpoint === outpoint ? { ...coin, locked } : coin))
      queryClient.setQueryData<CoinRow[]>(key, after)
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData<CoinRow[]>(key, before)
      toast.error(failureText(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
  return (outpoint, locked) => mutate({ outpoint, locked })
}
