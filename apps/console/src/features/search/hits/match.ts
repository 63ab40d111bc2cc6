/** Lower-case letters without diacritics, one for one, so that positions match the text. */
function fold(text: string): string {
  return Array.from(text, letter => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return plain.length === letter.length ? plain : letter.toLowerCase().slice(0, letter.length).padEnd(letter.length)
  }).join('')
}

const wordsOf = (query: string) => fold(query).match(/[\p{L}\p{N}]+/gu) ?? []

/** The position of a word in a text, preferably at the start of a word; -1 if missing. */
function placeOf(word: string, folded: string): { at: number; isStart: boolean } {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return { at, isStart: true }
  }
  return { at: folded.indexOf(word), isStart: false }
}

/** 0 = not at all, since every word must occur. Higher for the first text and for starts of words. */
export function matchScore(query: string, texts: readonly string[]): number {
  const folded = texts.map(fold)
  let score = 0
  for (const word of wordsOf(query)) {
    const best = Math.max(
      ...folded.map((text, index) => {
        const { at, isStart } = placeOf(word, text)
        return at < 0 ? 0 : (index === 0 ? 4 : 1) * (isStart ? 3 : 1) + (at === 0 ? 1 : 0)
      }),
    )
    if (best === 0) return 0
    score += best
  }
  return score
}

export interface Piece {
  readonly text: string
  readonly isMatch: boolean
  /** Its position in the whole text. */
  readonly at: number
}

/** A text in pieces, with the query's words marked. */
export function piecesOf(text: string, query: string): readonly Piece[] {
  const folded = fold(text)
  const marked = new Array<boolean>(text.length).fill(false)
  for (const word of wordsOf(query)) {
    if (word.length < 2) continue
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length)
  }
  const pieces: Piece[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && marked[to] === marked[from]) to += 1
    pieces.push({ text: text.slice(from, to), isMatch: marked[from] ?? false, at: from })
    from = to
  }
  return pieces
}

/** The best matches, best first; equal ones in their own order. */
export function bestOf<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly string[],
): Item[] {
  return items
    .map(item => ({ item, score: matchScore(query, textsOf(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
