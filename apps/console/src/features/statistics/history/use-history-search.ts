import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { type HistorySearch, readHistorySearch } from './history-search.ts'

type Changes = { readonly [Name in keyof HistorySearch]?: HistorySearch[Name] | undefined }

export function useHistorySearch(): readonly [HistorySearch, (changes: Changes) => void] {
  const [parameters, change] = useUrlParameters()
  return [readHistorySearch(parameters), change]
}
