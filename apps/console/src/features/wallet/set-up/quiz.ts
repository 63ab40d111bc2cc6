/** So many words are asked for, to see that they have been written down. */
const askedWords = 3

/** Places (from 0) of the words that are asked for, in their order. `random` gives numbers from 0 up to 1. */
export function chooseAsked(wordCount: number, random: () => number = Math.random): number[] {
  const left = Array.from({ length: wordCount }, (_, place) => place)
  const chosen: number[] = []
  while (chosen.length < Math.min(askedWords, wordCount)) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return chosen.sort((one, other) => one - other)
}

/** Places whose word is not the one that was shown. */
export function wrongAnswers(words: readonly string[], asked: readonly number[], answers: readonly string[]): number[] {
  return asked.filter((place, index) => answers[index]?.trim().toLowerCase() !== words[place])
}

/** The words of a typed or pasted text. */
export function readWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}
