import { getTransaction } from '@hornets/contract/wallet/transaction-details'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isDemo } from '../../../api/session/demo.ts'
import { sessionQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { hasWalletToken, wallet } from '../service/wallet-service.ts'

/** The wallet's details of a transaction. Reading them never opens an extension prompt; `ask` does. */
export function useTransaction(txid: string) {
  const queryClient = useQueryClient()
  const refusal = useOwnerRefusal()
  // The demo's transactions are fictional, and its wallet knows none.
  const canAsk = refusal === undefined && !isDemo()
  const options = sessionQueries.transaction(txid)
  const query = useQuery({ ...options, enabled: canAsk && hasWalletToken() })
  const asking = useMutation({
    mutationFn: () => wallet.call(getTransaction, { query: { txid } }),
    onSuccess: details => queryClient.setQueryData(options.queryKey, details),
  })
  return {
    details: query.data,
    isReading: query.isLoading,
    /** Nothing is shown, and the user could ask. */
    mayAsk: canAsk && query.data === undefined && !query.isLoading,
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
    error: asking.error,
  }
}
