import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { ErrorState } from '../states/error-state.tsx'

interface EndlessQuery {
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly refetch: () => Promise<unknown>
  readonly fetchNextPage: () => Promise<unknown>
}

interface EndlessListProps {
  readonly query: EndlessQuery
  readonly isEmpty: boolean
  readonly loading: ReactNode
  readonly empty: ReactNode
  readonly more: string
  /** Why the list, or its next page, could not be loaded. */
  readonly failureOf: Readonly<Record<'list' | 'more', (error: unknown) => string>>
  readonly children: ReactNode
}

export function EndlessList({ query, isEmpty, loading, empty, more, failureOf, children }: EndlessListProps) {
  const { error, isFetching } = query
  if (query.isPending) return loading
  if (isEmpty && !error) return empty
  if (isEmpty)
    return <ErrorState message={failureOf.list(error)} onRetry={() => void query.refetch()} retrying={isFetching} />
  return (
    <>
      {children}
      {query.hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-line border-t p-3">
          {query.isFetchNextPageError && (
            <p role="alert" className="text-bad text-small">
              {failureOf.more(error)}
            </p>
          )}
          <Button size="small" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}
