import type { BodyInputOf } from '@hornets/contract/endpoint'
import { calculateTxSize } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { cachedOfWallet } from '../../../../api/queries/cached.ts'
import { useDebounced } from '../../../../ui/page/use-debounced.ts'
import { wallet } from '../../service/wallet-service.ts'

/** Typing pause before the size is requested (WALLET-26, CONST-17). */
const restMs = 500

/** Virtual bytes of the transaction as it would be made now; unknown while typing, with the error if there is none. */
export function useTxSize(request: BodyInputOf<typeof calculateTxSize> | undefined) {
  const text = request && JSON.stringify(request)
  const settled = useDebounced(text, restMs)
  const query = useQuery({
    ...cachedOfWallet(calculateTxSize, { body: settled }),
    queryFn: async ({ signal }) =>
      (await wallet.call(calculateTxSize, { body: JSON.parse(settled ?? ''), signal })).txSize,
    enabled: settled !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 10_000,
  })
  const isCurrent = settled === text && text !== undefined
  return {
    vbytes: isCurrent ? query.data : undefined,
    error: isCurrent && query.isError ? query.error : undefined,
    isPending: text !== undefined && (!isCurrent || query.isFetching),
  }
}
