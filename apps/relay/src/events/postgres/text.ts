import { searchTerms } from '../search/search-terms.ts'

const wordMax = 200
const positionMax = 16_383
const positionsMax = 255
/** PostgreSQL refuses vectors above a megabyte. */
const wordsMax = 20_000

/** As SQLite's tokenizer does it for the embedded store: letters and digits, without case and accents. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.slice(0, wordMax).toWellFormed())
}

/** As a tsvector. `to_tsvector` depends on the database's locale, and takes an address for one word. */
export function textVector(text: string): string {
  const positions = new Map<string, number[]>()
  for (const [at, word] of wordsOf(text).slice(0, wordsMax).entries()) {
    const list = positions.get(word)
    if (!list) positions.set(word, [Math.min(at + 1, positionMax)])
    else if (list.length < positionsMax && at < positionMax) list.push(at + 1)
  }
  return Array.from(positions, ([word, list]) => `'${word}':${list.join(',')}`).join(' ')
}

/** The words of a search as a tsquery; null without words. */
export function textQuery(search: string, isBeginning = false): string | null {
  const { terms, isOpen } = searchTerms(search, isBeginning)
  const words = terms.flatMap(wordsOf)
  if (words.length === 0) return null
  return `${words.map(word => `'${word}'`).join(' & ')}${isOpen ? ':*' : ''}`
}
