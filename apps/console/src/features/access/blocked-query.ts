import { countStoredEvents, listBlockedPubkeys } from '@hornets/contract/admin/access'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'

/** Everybody who is blocked, newest first. The whole list: searching it then needs no call. */
export const blockedQuery = queryOptions({
  ...cached(listBlockedPubkeys),
  queryFn: async ({ signal }) => (await api.call(listBlockedPubkeys, { signal })).blocked_pubkeys,
})

/** How many events of this author are stored here; asked anew each time. */
export const storedQuery = (pubkey: string) =>
  queryOptions({
    ...cached(countStoredEvents, { params: { pubkey } }),
    queryFn: async ({ signal }) => (await api.call(countStoredEvents, { params: { pubkey }, signal })).count,
    staleTime: 0,
    gcTime: 0,
  })
