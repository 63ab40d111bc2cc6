import {
  compareSettingsVersion,
  listSettingsVersions,
  type SettingsSection,
} from '@hornets/contract/admin/settings/history'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { cached } from '../../../api/queries/cached.ts'

/** Newest first; each page continues below the previous one. */
export const versionPages = (section: SettingsSection | undefined) =>
  infiniteQueryOptions({
    ...cached(listSettingsVersions, { query: { section } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listSettingsVersions, {
        query: { ...(section && { section }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ versions, has_more: hasMore }) => (hasMore ? versions.at(-1)?.id : undefined),
  })

export type Side = 'before' | 'after'

export const comparison = (id: number, side: Side) =>
  queryOptions({ ...apiQuery(compareSettingsVersion, { params: { id }, query: { side } }), staleTime: 0 })
