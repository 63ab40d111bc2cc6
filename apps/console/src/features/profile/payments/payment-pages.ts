import { listSubscriptionPayments, type PaymentStatus } from '@hornets/contract/admin/subscriptions/payments'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'

/** Newest first; each further page continues below the last payment of the previous one. */
export const paymentPages = (status: PaymentStatus | undefined) =>
  infiniteQueryOptions({
    ...cached(listSubscriptionPayments, { query: { status } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listSubscriptionPayments, {
        query: { ...(status && { status }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
