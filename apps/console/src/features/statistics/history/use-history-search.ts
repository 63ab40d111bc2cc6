import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { type HistorySearch, readHistorySearch } from './history-search.ts'

type Changes = { readonly [Name in keyof HistorySearch]?: HistorySearch[Name] | undefined }

/** Range, chart and chosen bin, kept in the URL. A change replaces only its own parts. */
export function useHistorySearch(): readonly [HistorySearch, (changes: Changes) => void] {
  const [parameters, change] = useUrlParameters()
  return [readHistorySearch(parameters), change]
}
