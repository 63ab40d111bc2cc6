import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('no text of a cell begins as a formula does, and numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@a', ' =1', '＝1'], 'comma')).toBe("'=1+1,'+1,'-1,'@a,' =1,'＝1\r\n")
  expect(csvLine([-500, 0, null, undefined, { a: 1 }], 'semicolon')).toBe('-500;0;;;"{""a"":1}"\r\n')
})

it('keeps any text within its cell', () => {
  expect(csvLine(['a,b', 'a;b', 'a"b', 'a\r\nb', 'plain'], 'comma')).toBe('"a,b","a;b","a""b","a\r\nb",plain\r\n')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const cell = csvLine([text], 'comma').slice(0, -2)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect([text, `'${text}`]).toContain(read)
      expect(/^[=+@-]/.test(read)).toBe(false)
    }),
  )
})
