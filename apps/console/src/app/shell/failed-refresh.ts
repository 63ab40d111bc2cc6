import type { Query, QueryClient } from '@tanstack/react-query'
import { isOfWallet } from '../../api/queries/cached.ts'

/**
 * On screen is what was read before: the last reading failed, after as many tries as it may have. What the wallet service is
 * asked fails by itself, for a wallet that is off or a token that has run out, and its own places say so.
 */
const isFailedRefresh = ({ state, queryKey }: Query) =>
  state.status === 'error' && state.data !== undefined && !isOfWallet(queryKey)

const failed = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', predicate: isFailedRefresh })

/** When the oldest of what could not be read again was read (ms); undefined while nothing has failed. */
export function failedSince(client: QueryClient): number | undefined {
  const times = failed(client).map(query => query.state.dataUpdatedAt)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Some of it is being read once more. */
export const isReadingAgain = (client: QueryClient): boolean =>
  failed(client).some(query => query.state.fetchStatus !== 'idle')

export const readAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isFailedRefresh })
