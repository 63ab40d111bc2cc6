import type { UseQueryResult } from '@tanstack/react-query'
import { chartFailureText } from '../calls/failure-text.ts'

/** How a chart stands, from the query that feeds it. Old data stays on screen while a newer try fails. */
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
