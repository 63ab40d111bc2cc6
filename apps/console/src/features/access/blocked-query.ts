import { listBlockedPubkeys } from '@hornets/contract/admin/access'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'

/** All blocked keys, newest first. The whole list, so that searching needs no call. */
export const blockedQuery = queryOptions({
  ...cached(listBlockedPubkeys),
  queryFn: async ({ signal }) => (await api.call(listBlockedPubkeys, { signal })).blocked_pubkeys,
})
