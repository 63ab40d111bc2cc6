import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { readStatisticsSearch, type StatisticsSearch } from './statistics-search.ts'

/** The selection, kept in the URL. A change replaces only its own parts. */
export function useStatisticsSearch(): [StatisticsSearch, (change: StatisticsSearch) => void] {
  const [parameters, change] = useUrlParameters()
  return [readStatisticsSearch(parameters), change]
}
