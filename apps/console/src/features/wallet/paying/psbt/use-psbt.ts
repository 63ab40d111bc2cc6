import type { BodyInputOf } from '@hornets/contract/endpoint'
import { makePsbt } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { cachedOfWallet } from '../../../../api/queries/cached.ts'
import { wallet } from '../../service/wallet-service.ts'

/** The PSBT for signing elsewhere. Requested once, because each answer reserves coins. */
export function usePsbt(request: BodyInputOf<typeof makePsbt>) {
  return useQuery({
    ...cachedOfWallet(makePsbt, { body: request }),
    queryFn: ({ signal }) => wallet.call(makePsbt, { body: request, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
