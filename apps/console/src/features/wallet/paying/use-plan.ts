import type { BodyInputOf } from '@hornets/contract/endpoint'
import { previewTransaction } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { cachedOfWallet } from '../../../api/queries/cached.ts'
import { wallet } from '../service/wallet-service.ts'

/** The transaction as it would be made now; always refetched, since coins change. */
export function usePlan(request: BodyInputOf<typeof previewTransaction> | undefined) {
  const text = request && JSON.stringify(request)
  return useQuery({
    ...cachedOfWallet(previewTransaction, { body: text }),
    queryFn: ({ signal }) => wallet.call(previewTransaction, { body: JSON.parse(text ?? ''), signal }),
    enabled: text !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
