import type { Query, QueryClient } from '@tanstack/react-query'
import { isOfWallet } from '../../api/queries/cached.ts'

/** After all retries. Not the wallet's, which fail when it is off or its token expired, and have own notices. */
const isFailedRefresh = ({ state, queryKey }: Query) =>
  state.status === 'error' && state.data !== undefined && !isOfWallet(queryKey)

const failed = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', predicate: isFailedRefresh })

/** Read time of the oldest data that failed to refresh (ms); undefined if nothing failed. */
export function failedSince(client: QueryClient): number | undefined {
  const times = failed(client).map(query => query.state.dataUpdatedAt)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Some of it is being refetched. */
export const isReadingAgain = (client: QueryClient): boolean =>
  failed(client).some(query => query.state.fetchStatus !== 'idle')

export const readAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isFailedRefresh })
