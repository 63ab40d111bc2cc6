import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { readStatisticsSearch, type StatisticsSearch } from './statistics-search.ts'

export function useStatisticsSearch(): [StatisticsSearch, (change: StatisticsSearch) => void] {
  const [parameters, change] = useUrlParameters()
  return [readStatisticsSearch(parameters), change]
}
