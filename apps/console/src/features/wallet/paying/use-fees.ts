import { defaultFeeTiers, type FeeSource } from '@hornets/contract/wallet/fees'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/calls/api-error.ts'
import { sessionQueries } from '../queries.ts'
import type { Tiers } from './fee-tiers.ts'

/** The fee tiers and who says so; those of the specification when the wallet cannot say (WALLET-24). */
export function useFees() {
  const query = useQuery(sessionQueries.fees)
  const isRefused = query.error instanceof ApiError && query.error.status === 401
  const fallback = query.isError && !isRefused ? { ...defaultFeeTiers, source: 'default' as const } : undefined
  const known: (Tiers & { readonly source: FeeSource }) | undefined = query.data ?? fallback
  return {
    tiers: known,
    source: known?.source,
    /** The least that nodes take, in sat/vB; 1 where nobody says so. */
    lowest: query.data?.minimum ?? 1,
    /** The sign-in at the wallet failed: nothing goes on without it. */
    signInError: query.data === undefined && isRefused ? query.error : undefined,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  }
}
