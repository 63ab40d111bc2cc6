import type { UseQueryResult } from '@tanstack/react-query'
import { chartFailureText } from '../calls/failure-text.ts'

/** A chart's state from its query. Old data stays on screen if a refresh fails. */
export function chartState<Data>(query: UseQueryResult<Data>, isEmpty: (data: Data) => boolean = () => false) {
  const { data, error, isPending, isFetching, refetch } = query
  return {
    isPending,
    failure: data === undefined && error ? chartFailureText(error) : undefined,
    isEmpty: data !== undefined && isEmpty(data),
    isRetrying: isFetching,
    onRetry: () => void refetch(),
  }
}
