import { listPeople } from '@hornets/contract/admin/accounts/people'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { type PeopleSearch, queryOf } from './people-search.ts'

/** Each further page continues below the last person of the previous one. */
export const peoplePages = (search: PeopleSearch) =>
  infiniteQueryOptions({
    ...cached(listPeople, { query: queryOf(search) }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listPeople, { query: { ...queryOf(search), ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
