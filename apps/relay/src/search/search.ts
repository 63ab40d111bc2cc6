import type { SearchedCategory, SearchResult } from '@hornets/contract/admin/search'
import type { Role } from '@hornets/contract/roles'

export interface SearchOptions {
  /** Of who searches. */
  readonly role: Role
  /** Maximum number of results. */
  readonly limit: number
  /** Stops a search that is no longer needed. */
  readonly signal: AbortSignal
}

/** Searches one category. Its cost depends on the limit, not on the amount of data. */
export interface SearchSource {
  readonly category: SearchedCategory
  /** Throws QueryTooCostly if it takes too long. */
  find(text: string, options: SearchOptions): Promise<SearchResult[]>
}
