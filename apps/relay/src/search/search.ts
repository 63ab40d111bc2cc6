import type { SearchedCategory, SearchResult } from '@hornets/contract/admin/search'

export interface SearchOptions {
  /** At most so many. */
  readonly limit: number
  /** Stops a search that nobody waits for any more. */
  readonly signal: AbortSignal
}

/** Searches one category. Costs as much as its limit, not as much as there is. */
export interface SearchSource {
  readonly category: SearchedCategory
  /** Throws QueryTooCostly when it takes too long. */
  find(text: string, options: SearchOptions): Promise<SearchResult[]>
}
