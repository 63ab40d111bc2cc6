import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestOf, matchScore, piecesOf } from './match.ts'

const marked = (text: string, query: string) =>
  piecesOf(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

describe('matching', () => {
  it('needs every word of the query in one of the texts', () => {
    expect(matchScore('cache size', ['Cache', 'Its lifetime'])).toBe(0)
    expect(matchScore('cache size', ['Cache', 'Its size'])).toBeGreaterThan(0)
    expect(matchScore('', ['Cache'])).toBe(0)
  })

  it('puts titles before descriptions and beginnings of words before their middles', () => {
    const fields = [
      ['Support port', ''],
      ['Relay', 'the port'],
      ['Port', ''],
      ['Transport', ''],
    ]
    expect(bestOf(fields, 'port', texts => texts).map(([title]) => title)).toEqual([
      'Port',
      'Support port',
      'Transport',
      'Relay',
    ])
  })

  it('looks past case and marks', () => {
    expect([marked('Größe der Übersicht', 'ubers'), marked('PORT', 'port')]).toEqual([
      'Größe der [Übers]icht',
      '[PORT]',
    ])
  })

  it('marks every place, and takes a query as words, never as a pattern', () => {
    expect([marked('a port, a port', 'port'), marked('a.*b', '.*'), marked('axb', 'a.b')]).toEqual([
      'a [port], a [port]',
      'a.*b',
      'axb',
    ])
  })

  it('never loses a letter of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        expect(
          piecesOf(text, query)
            .map(piece => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
