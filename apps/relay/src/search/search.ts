import type { SearchedCategory, SearchResult } from '@hornets/contract/admin/search'
import type { Role } from '@hornets/contract/roles'

export interface SearchOptions {
  readonly role: Role
  readonly limit: number
  readonly signal: AbortSignal
}

export interface SearchSource {
  readonly category: SearchedCategory
  /** Throws QueryTooCostly if it takes too long. */
  find(text: string, options: SearchOptions): Promise<SearchResult[]>
}
