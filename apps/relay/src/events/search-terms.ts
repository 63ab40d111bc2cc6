const termsMax = 12

/**
 * The words of a NIP-50 search: quotes and signs only part words, and `key:value` extensions are left out, as the NIP
 * asks of a relay that serves none of them.
 */
function searchTerms(search: string): string[] {
  const words = search.replace(/(^|\s)[a-z_]+:\S+/gi, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, termsMax)
}

/** The same words as an FTS5 expression in which nothing of the reader's text acts as an operator. Null = no words. */
export function searchExpression(search: string): string | null {
  const terms = searchTerms(search)
  return terms.length === 0 ? null : terms.map(term => `"${term}"`).join(' ')
}
