import { type ListedRefusal, listRefusals } from '@hornets/contract/admin/refusals/refusals'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { filtersOf, type RefusalSearch } from './refusal-search.ts'

const pageSize = 50
/** New ones above the list; more than these, and the list is read again. */
const newMax = 200

/** Newest first; each page continues below the previous one. */
const refusalPages = (search: RefusalSearch) =>
  infiniteQueryOptions({
    ...cached(listRefusals, { query: search }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listRefusals, {
        query: { ...filtersOf(search), limit: pageSize, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    // Earlier results stay until the new ones arrive.
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** The pages, and above them what has come since, as it comes. Paused, new ones are only counted. */
export function useRefusals(search: RefusalSearch, isReversed: boolean) {
  const query = useInfiniteQuery({ ...refusalPages(search), enabled: !isReversed })
  const older = (!isReversed && query.data?.pages.flatMap(page => page.refusals)) || []
  const newest = older[0]?.id ?? 0
  const isSettled = query.isSuccess && !query.isPlaceholderData && !isReversed
  const { data: arrived } = useQuery({
    ...cached({ ...listRefusals, staleOn: ['refusals'] }, { after: newest, query: search }),
    queryFn: ({ signal }) =>
      api.call(listRefusals, { query: { ...filtersOf(search), after: newest, limit: newMax }, signal }),
    enabled: isSettled,
    placeholderData: undefined,
  })
  const [pausedAt, setPausedAt] = useState<number>()
  const newer: readonly ListedRefusal[] = (isSettled && arrived?.refusals) || []
  const { refetch } = query
  const isFull = newer.length >= newMax && pausedAt === undefined
  useEffect(() => {
    if (isFull) void refetch()
  }, [isFull, refetch])
  const shown = pausedAt === undefined ? newer : newer.filter(({ id }) => id <= pausedAt)
  return {
    query,
    refusals: [...shown, ...older],
    isNew: (id: number) => id > newest,
    isPaused: pausedAt !== undefined,
    waiting: { count: newer.length - shown.length, isMore: newer.length >= newMax },
    toggle: () => setPausedAt(pausedAt === undefined ? Math.max(newest, newer[0]?.id ?? 0) : undefined),
  }
}
