import { type SearchResult, search, searchedCategories } from '@hornets/contract/admin/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries/api-query.ts'
import { offersCall } from '../../api/server/server.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import type { Hit, Wanted } from './hits/hit.ts'
import { eventHit } from './sources/events.ts'
import { fileHit } from './sources/files.ts'
import { personHit } from './sources/people.ts'
import { subscriberHit } from './sources/subscribers.ts'
import { transactionHit } from './sources/transactions.ts'

/** Typing within this time sends nothing. */
const pauseMs = 200
const lettersMin = 2

function hitOf(result: SearchResult): Hit {
  switch (result.category) {
    case 'people':
      return personHit(result)
    case 'events':
      return eventHit(result)
    case 'files':
      return fileHit(result)
    case 'subscribers':
      return subscriberHit(result)
    case 'transactions':
      return transactionHit(result)
  }
}

export function useServerSearch(text: string, wanted: Wanted) {
  const settled = useDebounced(text, pauseMs)
  const category = searchedCategories.find(searched => searched === wanted)
  const isOffered = offersCall(search)
  const isAsked = isOffered && settled.length >= lettersMin && (wanted === 'all' || category !== undefined)
  const query = useQuery({
    ...apiQuery(search, { query: { q: settled, category } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    retry: false,
  })
  const isWanted = isOffered && text.length >= lettersMin && (wanted === 'all' || category !== undefined)
  const answer = isAsked && isWanted && !query.isError ? query.data : undefined
  return {
    hits: answer?.results.map(hitOf) ?? [],
    unfinished: answer?.unfinished ?? [],
    /** These results belong to earlier input. */
    isPassed: isWanted && (settled !== text || query.isPlaceholderData),
    isSearching: isWanted && (settled !== text || query.isFetching),
    isPaused: isAsked && query.fetchStatus === 'paused',
    error: isAsked && settled === text && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}
