import { useNavigate, useSearch } from '@tanstack/react-router'
import { readStatisticsSearch, type StatisticsSearch } from './statistics-search.ts'

/** Selection and range, kept in the URL. A change replaces only what it names. */
export function useStatisticsSearch(): [StatisticsSearch, (change: StatisticsSearch) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const change = (next: StatisticsSearch) =>
    void navigate({ to: '.', search: { ...search, ...next } as never, resetScroll: false })
  return [readStatisticsSearch(search), change]
}
