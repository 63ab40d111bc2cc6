const before = 40
const length = 160

/** The text around the first matching word, on one line; its start if none matches. */
export function excerptOf(text: string, words: string): string {
  const line = text.slice(0, 20_000).replace(/\s+/gu, ' ').trim()
  const folded = line.toLowerCase()
  const places = (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word => folded.indexOf(word))
  const first = Math.min(...places.filter(place => place >= 0))
  const from = Number.isFinite(first) && first > before ? first - before : 0
  const cut = Array.from(line.slice(from, from + length + 1))
  const isCut = line.length > from + length
  return `${from > 0 ? '…' : ''}${cut.slice(0, isCut ? -1 : undefined).join('')}${isCut ? '…' : ''}`
}
