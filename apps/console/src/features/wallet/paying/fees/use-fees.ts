import { defaultFeeTiers, type FeeSource } from '@hornets/contract/wallet/fees'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../api/calls/api-error.ts'
import { sessionQueries } from '../../service/queries.ts'
import type { Tiers } from './fee-tiers.ts'

/** Fee tiers and their source; the specification's if the wallet has none (WALLET-24). */
export function useFees() {
  const query = useQuery(sessionQueries.fees)
  const isRefused = query.error instanceof ApiError && query.error.status === 401
  const fallback = query.isError && !isRefused ? { ...defaultFeeTiers, source: 'default' as const } : undefined
  const known: (Tiers & { readonly source: FeeSource }) | undefined = query.data ?? fallback
  return {
    tiers: known,
    source: known?.source,
    /** The minimum that nodes accept, in sat/vB; 1 if unknown. */
    lowest: query.data?.minimum ?? 1,
    /** Signing in to the wallet failed, which blocks everything else. */
    signInError: query.data === undefined && isRefused ? query.error : undefined,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  }
}
