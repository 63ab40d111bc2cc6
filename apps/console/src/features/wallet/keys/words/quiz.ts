/** Number of words to check. */
const askedWords = 3

/** Positions (from 0) of the words to check, in order. `random` gives numbers from 0 to 1, exclusive. */
export function chooseAsked(wordCount: number, random: () => number = Math.random): number[] {
  const left = Array.from({ length: wordCount }, (_, place) => place)
  const chosen: number[] = []
  while (chosen.length < Math.min(askedWords, wordCount)) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return chosen.sort((one, other) => one - other)
}

/** Positions with a wrong word. */
export function wrongAnswers(words: readonly string[], asked: readonly number[], answers: readonly string[]): number[] {
  return asked.filter((place, index) => answers[index]?.trim().toLowerCase() !== words[place])
}

export function readWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}
