import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
  readonly waiting: ReactNode
  /** Missing: that something could not be loaded. */
  readonly failed?: string
  readonly failureOf: (error: unknown) => string
  readonly children: (data: Data) => ReactNode
}

/** What a query answers: until then what stands in for it, and a way to try again if it failed. */
export function Loaded<Data>({ query, waiting, failed, failureOf, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return waiting
  return <ErrorState title={failed} message={failureOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
}
