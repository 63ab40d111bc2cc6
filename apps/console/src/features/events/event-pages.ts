import { listEvents } from '@hornets/contract/admin/events/browse'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import type { EventFilter } from './event-filter.ts'

export const eventPages = (filter: EventFilter, isLive: boolean) =>
  infiniteQueryOptions({
    ...cached({ ...listEvents, staleOn: isLive ? ['statistics'] : [] }, { filter }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listEvents, {
        query: { filter: JSON.stringify(filter), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
