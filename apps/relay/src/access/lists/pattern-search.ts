import type { RE2Set } from 're2js'

/** Loaded with the first pattern: a start does not wait for it. */
const load = () => import('re2js')

/** Characters of a text times instructions of the patterns in one search: it takes 0.1 s at worst. */
const stepsMax = 750_000
/** Of the patterns that are compiled into one automaton, unless one alone has more. */
const instructionsPerSet = 375
/** No text takes longer than this and one search; what was not reached by then finds nothing. */
const millisMax = 80
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
  /** Of a part of a text. */
  readonly chars: number
}

/** Searches a text for many patterns (RE2 syntax) in bounded time, a long text in parts. */
export class PatternSearch {
  readonly #sets: readonly PatternGroup[]

  private constructor(sets: readonly PatternGroup[]) {
    this.#sets = sets
  }

  static async open(patterns: readonly string[]): Promise<PatternSearch> {
    if (patterns.length === 0) return new PatternSearch([])
    const { RE2JS, RE2Set } = await load()
    const groups: { first: number; instructions: number; patterns: string[] }[] = []
    for (const [first, pattern] of patterns.entries()) {
      const instructions = RE2JS.compile(pattern).programSize()
      const last = groups.at(-1)
      if (last && last.instructions + instructions <= instructionsPerSet) {
        last.instructions += instructions
        last.patterns.push(pattern)
      } else groups.push({ first, instructions, patterns: [pattern] })
    }
    const sets = groups.map(({ first, instructions, patterns }) => {
      const set = new RE2Set(RE2Set.UNANCHORED, 0)
      for (const pattern of patterns) set.add(pattern)
      set.compile()
      return { first, set, chars: Math.floor(stepsMax / instructions) }
    })
    return new PatternSearch(sets)
  }

  /** All patterns look at the first part before any looks at the second. */
  find(text: string, accepts: (index: number) => boolean): number {
    const end = performance.now() + millisMax
    let left = this.#sets
    for (let part = 0; left.length > 0; part += 1) {
      for (const { first, set, chars } of left) {
        const found = set.match(partOf(text, part, chars)).find(index => accepts(first + index))
        if (found !== undefined) return first + found
        if (performance.now() > end) return -1
      }
      left = left.filter(({ chars }) => hasPart(text, part + 1, chars))
    }
    return -1
  }
}

/** Parts overlap, so that a cut hides no match as long as a pattern. */
const overlapOf = (chars: number) => Math.min(patternCharsMax, chars >> 1)
const startOf = (part: number, chars: number) => part * (chars - overlapOf(chars))
const hasPart = (text: string, part: number, chars: number) => startOf(part, chars) + overlapOf(chars) < text.length

/** A cut is no beginning of the text for `^`, and no end for `$`. */
function partOf(text: string, part: number, chars: number): string {
  const start = startOf(part, chars)
  const cut = text.slice(start, start + chars)
  return `${start > 0 ? '\0' : ''}${cut}${start + chars < text.length ? '\0' : ''}`
}
