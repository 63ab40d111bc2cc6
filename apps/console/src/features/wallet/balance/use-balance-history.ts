import { getBalanceHistory } from '@hornets/contract/wallet/accounting'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionQueries } from '../service/queries.ts'
import { hasWalletToken, wallet } from '../service/wallet-service.ts'

/** The wallet's balance history. Reading it never opens an extension prompt; `show` does. */
export function useBalanceHistory(days: number | undefined) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...sessionQueries.balanceHistory(days), enabled: hasWalletToken() })
  const showing = useMutation({
    mutationFn: () => wallet.call(getBalanceHistory, { query: { days } }),
    onSuccess: history => queryClient.setQueryData(sessionQueries.balanceHistory(days).queryKey, history),
  })
  return {
    history: query.data,
    error: query.data === undefined ? (showing.error ?? query.error) : null,
    isPending: query.isLoading,
    isFetching: query.isFetching || showing.isPending,
    /** Not signed in to the wallet: a press signs in. */
    isHidden: query.data === undefined && !query.isFetching,
    show: () => showing.mutate(),
  }
}
