import { listBlockedPubkeys } from '@hornets/contract/admin/access'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** Everybody who is blocked, newest first. The whole list: searching it then needs no call. */
export const blockedQuery = queryOptions({
  queryKey: queryKeys.access.blocked(),
  queryFn: async ({ signal }) => (await api.call(listBlockedPubkeys, { signal })).blocked_pubkeys,
})
