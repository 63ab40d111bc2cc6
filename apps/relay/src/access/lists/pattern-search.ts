import type { RE2Set } from 're2js'

/** Loaded with the first pattern: a start does not wait for it. */
const load = () => import('re2js')

/** Patterns compiled into one automaton; a few sets keep one hard pattern from slowing down all others. */
const patternsPerSet = 50
/** Characters of a text that patterns look at: the time that they take grows with it. */
const textMax = 65_536
/** No text takes longer; patterns that were not reached find nothing in it. */
const millisMax = 50
const patternCharsMax = 200
/** What a pattern may grow to by its repetitions. */
const instructionsMax = 2000

export async function isPattern(text: string): Promise<boolean> {
  if (text.length > patternCharsMax) return false
  const { RE2JS } = await load()
  try {
    return RE2JS.compile(text).programSize() <= instructionsMax
  } catch {
    return false
  }
}

interface PatternGroup {
  readonly first: number
  readonly set: RE2Set
}

/** Searches a text for many patterns (RE2 syntax) in linear time. */
export class PatternSearch {
  readonly #sets: readonly PatternGroup[]

  private constructor(sets: readonly PatternGroup[]) {
    this.#sets = sets
  }

  static async open(patterns: readonly string[]): Promise<PatternSearch> {
    if (patterns.length === 0) return new PatternSearch([])
    const { RE2Set } = await load()
    const starts = Array.from({ length: Math.ceil(patterns.length / patternsPerSet) }, (_, at) => at * patternsPerSet)
    const sets = starts.map(first => {
      const set = new RE2Set(RE2Set.UNANCHORED, 0)
      for (const pattern of patterns.slice(first, first + patternsPerSet)) set.add(pattern)
      set.compile()
      return { first, set }
    })
    return new PatternSearch(sets)
  }

  find(text: string, accepts: (index: number) => boolean): number {
    if (this.#sets.length === 0) return -1
    const start = performance.now()
    // A cut is no end of the text for `$`.
    const looked = text.length > textMax ? `${text.slice(0, textMax)}\0` : text
    for (const { first, set } of this.#sets) {
      const found = set.match(looked).find(index => accepts(first + index))
      if (found !== undefined) return first + found
      if (performance.now() - start > millisMax) return -1
    }
    return -1
  }
}
