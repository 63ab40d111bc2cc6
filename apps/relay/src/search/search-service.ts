import type { AnswerOf } from '@hornets/contract'
import { type SearchedCategory, type SearchResult, type search, searchedBy } from '@hornets/contract/admin/search'
import { isAtLeast } from '@hornets/contract/roles'
import { QueryTooCostly } from '../events/event-store.ts'
import type { SearchOptions, SearchSource } from './search.ts'

export class SearchService {
  readonly #sources: readonly SearchSource[]

  constructor(sources: readonly SearchSource[]) {
    this.#sources = sources
  }

  async find(
    text: string,
    { category, ...options }: SearchOptions & { readonly category?: SearchedCategory | undefined },
  ): Promise<AnswerOf<typeof search>> {
    const asked = this.#sources
      .filter(source => category === undefined || source.category === category)
      .filter(source => isAtLeast(options.role, searchedBy[source.category]))
    const unfinished: SearchedCategory[] = []
    const results = await Promise.all(
      asked.map(source =>
        source.find(text, options).catch((error: unknown): SearchResult[] => {
          if (!(error instanceof QueryTooCostly)) throw error
          unfinished.push(source.category)
          return []
        }),
      ),
    )
    return { results: results.flat(), unfinished }
  }
}
