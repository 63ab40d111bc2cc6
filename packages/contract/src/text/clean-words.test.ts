import { expect, it } from 'vitest'
import { cleanLines, cleanWords } from './clean-words.ts'

it.each([
  ['evil\u202egpj.exe', 'evilgpj.exe'],
  ['\u2067right\u2069 \u061cleft\u200f\u200e', 'right left'],
  ['a\u0000b\u001b[2K\r\nc\u0085', 'ab[2Kc'],
  ['zero\u200bwidth\ufeff\u2060', 'zerowidth'],
  ['👩\u200d👩\u200d👧 می\u200cخواهم', '👩\u200d👩\u200d👧 می\u200cخواهم'],
  ['  שלום  ', 'שלום'],
])('removes control and direction characters from %j', (given, clean) => {
  expect(cleanWords(given)).toBe(clean)
})

it('keeps the line breaks of a longer text', () => {
  expect(cleanLines('one\n\ttwo\u202e\u0007\r\nthree')).toBe('one\n\ttwo\nthree')
})
