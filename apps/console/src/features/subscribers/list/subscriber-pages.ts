import { listSubscribers } from '@hornets/contract/admin/subscriptions/subscribers'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'
import type { SubscriberSearch } from './subscriber-search.ts'

/** Each further page continues below the last subscriber of the previous one. */
export const subscriberPages = ({ q, status, sort }: SubscriberSearch) =>
  infiniteQueryOptions({
    ...cached(listSubscribers, { query: { q, status, sort } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listSubscribers, {
        query: { status, sort, ...(q.trim() && { q: q.trim() }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
