import { listAudit, listAuditActions } from '@hornets/contract/admin/audit'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { cached } from '../../api/queries/cached.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'

const pageSize = 50

/** Newest first; each page continues below the previous one. */
export const auditPages = (search: AuditSearch) =>
  infiniteQueryOptions({
    ...cached(listAudit, { query: search }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listAudit, {
        query: { ...filtersOf(search), limit: pageSize, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    // Earlier results stay until the new ones arrive.
    placeholderData: keepPreviousData,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  })

export const auditChoices = apiQuery(listAuditActions)
