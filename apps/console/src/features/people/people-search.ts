import {
  type listPeople,
  type PeopleSort,
  type PersonStatus,
  peopleSorts,
  personStatuses,
  seenWithin,
} from '@hornets/contract/admin/accounts/people'
import type { QueryInputOf } from '@hornets/contract/endpoint'

/** Who is listed; all of it is in the URL: `?sort=reports&status=blocked&seen=24h&q=npub1…`. */
export interface PeopleSearch {
  readonly q: string
  readonly sort: PeopleSort
  readonly status: PersonStatus | 'all'
  readonly seen: (typeof seenWithin)[number] | 'ever'
  readonly isReported: boolean
}

export const usualSort: PeopleSort = 'events_24h'

/** Reads the query of the URL; what makes no sense is as if it were not there. */
export function readPeopleSearch(parameters: Readonly<Record<string, unknown>>): PeopleSearch {
  const { q, sort, status, seen, reported } = parameters
  return {
    q: q === undefined ? '' : String(q).slice(0, 200),
    sort: peopleSorts.find(one => one === sort) ?? usualSort,
    status: personStatuses.find(one => one === status) ?? 'all',
    seen: seenWithin.find(one => one === seen) ?? 'ever',
    isReported: String(reported) === '1',
  }
}

/** What the call gets of it. */
export function queryOf({ q, sort, status, seen, isReported }: PeopleSearch): QueryInputOf<typeof listPeople> {
  return {
    sort,
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(status !== 'all' && { status }),
    ...(seen !== 'ever' && { seen }),
    ...(isReported && { reported: '1' as const }),
  }
}

export const isNarrowed = ({ q, status, seen, isReported }: PeopleSearch): boolean =>
  q !== '' || status !== 'all' || seen !== 'ever' || isReported
