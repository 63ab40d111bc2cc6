import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'

/** These fail by themselves, for a wallet that is off or a token that has run out, and their own places say so. */
const toldElsewhere: readonly (readonly string[])[] = [queryKeys.wallet.health, queryKeys.walletSession.all]

/** On screen is what was read before: the last reading failed, after as many tries as it may have. */
const isFailedRefresh = ({ state, queryKey }: Query) =>
  state.status === 'error' && state.data !== undefined && !toldElsewhere.some(key => partialMatchKey(queryKey, key))

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
