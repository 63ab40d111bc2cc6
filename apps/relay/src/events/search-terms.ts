const termsMax = 12

/**
 * The words of a NIP-50 search: quotes and signs only part words, and `key:value` extensions are left out, as the NIP
 * asks of a relay that serves none of them.
 */
function searchTerms(search: string): string[] {
  const words = search.replace(/(^|\s)[a-z_]+:\S+/gi, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, termsMax)
}

/** Shorter beginnings are those of too many words. */
const beginningMin = 3

/**
 * The same words as an FTS5 expression in which nothing of the reader's text acts as an operator. Null = no words.
 * @param isBeginning The last word may be the beginning of one.
 */
export function searchExpression(search: string, isBeginning = false): string | null {
  const terms = searchTerms(search)
  if (terms.length === 0) return null
  const last = terms.at(-1) ?? ''
  const isOpen = isBeginning && last.length >= beginningMin && search.trimEnd().endsWith(last)
  return terms.map(term => `"${term}"`).join(' ') + (isOpen ? '*' : '')
}
