import { countStoredEvents, listBlockedPubkeys } from '@hornets/contract/admin/access'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** Everybody who is blocked, newest first. The whole list: searching it then needs no call. */
export const blockedQuery = queryOptions({
  queryKey: queryKeys.access.blocked(),
  queryFn: async ({ signal }) => (await api.call(listBlockedPubkeys, { signal })).blocked_pubkeys,
})

/** How many events of this author are stored here; asked anew each time. */
export const storedQuery = (pubkey: string) =>
  queryOptions({
    queryKey: queryKeys.access.stored(pubkey),
    queryFn: async ({ signal }) => (await api.call(countStoredEvents, { params: { pubkey }, signal })).count,
    staleTime: 0,
    gcTime: 0,
  })
