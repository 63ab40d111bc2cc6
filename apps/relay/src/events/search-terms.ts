import type { Filter } from './filter.ts'

const termsMax = 12

/** Matches of a search that are read: the newest, if there are more. The filter's other fields apply to these. */
export const searchCandidatesMax = 5000

/** Whether this count may be too low, since a search matches more than is read. */
export function isLeastCount(filters: readonly Filter[], count: number): boolean {
  return filters.some(
    ({ search, limit, isBeginning, ...others }) =>
      search !== undefined && (count >= searchCandidatesMax || Object.keys(others).length > 0),
  )
}

/**
 * The words of a NIP-50 search: punctuation separates words, and `key:value` extensions are ignored, as the NIP asks of
 * relays without them.
 */
function searchTerms(search: string): string[] {
  const words = search.replace(/(^|\s)[a-z_]+:\S+/gi, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, termsMax)
}

/** Shorter prefixes match too many words. */
const beginningMin = 3

/**
 * The words as an FTS5 expression in which user text cannot act as an operator. Null without words.
 * @param isBeginning The last word can be a prefix.
 */
export function searchExpression(search: string, isBeginning = false): string | null {
  const terms = searchTerms(search)
  if (terms.length === 0) return null
  const last = terms.at(-1) ?? ''
  const isOpen = isBeginning && last.length >= beginningMin && search.trimEnd().endsWith(last)
  return terms.map(term => `"${term}"`).join(' ') + (isOpen ? '*' : '')
}
