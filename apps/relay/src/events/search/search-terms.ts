import type { Filter } from '../filter.ts'

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

/** Shorter prefixes match too many words. */
const beginningMin = 3

/** Punctuation separates; `key:value` extensions are ignored, as NIP-50 asks. `isOpen`: the last is a prefix. */
export function searchTerms(search: string, isBeginning: boolean): { terms: readonly string[]; isOpen: boolean } {
  const words = search.replace(/(^|\s)[a-z_]+:\S+/gi, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  const terms = words.slice(0, termsMax)
  const last = terms.at(-1) ?? ''
  return { terms, isOpen: isBeginning && last.length >= beginningMin && search.trimEnd().endsWith(last) }
}

/** FTS5; user text cannot act as an operator. Null without words. `isBeginning`: the last can be a prefix. */
export function searchExpression(search: string, isBeginning = false): string | null {
  const { terms, isOpen } = searchTerms(search, isBeginning)
  if (terms.length === 0) return null
  return terms.map(term => `"${term}"`).join(' ') + (isOpen ? '*' : '')
}
