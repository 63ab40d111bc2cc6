import type { NostrEvent } from '@hornets/contract'
import type { WordMatch } from '@hornets/contract/admin/access-lists'
import { isGiftWrap } from '../../events/event-kinds.ts'
import { PatternSearch } from './pattern-search.ts'
import { searchable, TextSearch } from './text-search.ts'

export interface WordEntry {
  readonly value: string
  readonly match: WordMatch
  /** Milliseconds; null = permanent. */
  readonly expiresAt: number | null
}

/** Tags with texts for readers. */
const textTags: ReadonlySet<string | undefined> = new Set([
  'title',
  'subject',
  'summary',
  'description',
  'alt',
  't',
  'name',
])
/** Their content is encrypted; what looks like a word there is chance. */
const encryptedKinds: ReadonlySet<number> = new Set([4, 13])

export function textOf({ kind, content, tags }: Pick<NostrEvent, 'kind' | 'content' | 'tags'>): string {
  if (encryptedKinds.has(kind) || isGiftWrap(kind)) return ''
  let text = content
  for (const [name, value] of tags) if (value !== undefined && textTags.has(name)) text += `\n${value}`
  return text
}

/** All words compiled together, so that an event's text is read once, however many there are. */
export class WordMatcher {
  readonly #texts: readonly WordEntry[]
  readonly #patterns: readonly WordEntry[]
  readonly #textSearch: TextSearch
  readonly #patternSearch: PatternSearch

  private constructor(texts: readonly WordEntry[], patterns: readonly WordEntry[], patternSearch: PatternSearch) {
    this.#texts = texts
    this.#patterns = patterns
    this.#patternSearch = patternSearch
    this.#textSearch = new TextSearch(
      this.#texts.map(({ value, match }) => ({ text: searchable(value), isWhole: match === 'word' })),
    )
  }

  static async open(entries: readonly WordEntry[]): Promise<WordMatcher> {
    const texts = entries.filter(({ match }) => match !== 'pattern')
    const patterns = entries.filter(({ match }) => match === 'pattern')
    return new WordMatcher(texts, patterns, await PatternSearch.open(patterns.map(({ value }) => value)))
  }

  get patterns(): number {
    return this.#patterns.length
  }

  /** The entry in force that the text contains; undefined for none. `now` in milliseconds. */
  find(text: string, now: number): WordEntry | undefined {
    if (text === '') return undefined
    const inForce = (entries: readonly WordEntry[]) => (index: number) => {
      const end = entries[index]?.expiresAt ?? null
      return end === null || end > now
    }
    if (this.#texts.length > 0) {
      const at = this.#textSearch.find(searchable(text), inForce(this.#texts))
      if (at >= 0) return this.#texts[at]
    }
    return this.#patterns[this.#patternSearch.find(text, inForce(this.#patterns))]
  }
}
