import { expect, it } from 'vitest'
import { labelKey, readLabels, withLabel } from './label-book.ts'

it('refuses a file without labels', () => {
  expect(() => readLabels('<html>')).toThrow()
  expect(() => readLabels('{"type":"tx"}')).toThrow()
})

it('finds labels by their reference, and removes empty ones', () => {
  const book = readLabels('{"type":"addr","ref":"bc1q","label":"Till"}\n{"type":"tx","ref":"ab","label":"Rent"}\n')
  expect(book[labelKey('addr', 'bc1q')]).toBe('Till')
  expect(withLabel(book, 'tx', 'ab', '')).toEqual({ 'addr:bc1q': 'Till' })
  expect(withLabel(book, 'output', 'ab:1', 'Cold')).toEqual({ ...book, 'output:ab:1': 'Cold' })
})

it('a coin that is kept without a label hides no labels', () => {
  const kept = '{"type":"output","ref":"ab:1","spendable":false}'
  expect(readLabels(`${kept}\n{"type":"tx","ref":"ab","label":"Rent"}\n`)).toEqual({ 'tx:ab': 'Rent' })
})
