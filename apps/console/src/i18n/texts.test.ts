import { afterAll, beforeEach, expect, it } from 'vitest'
import { addTexts, findText, showLanguage, type TextKey, t, translateMessage } from './texts.ts'

const text = (key: string, values?: Parameters<typeof t>[1]) => t(key as TextKey, values)

addTexts('en', { files: { n_one: '{{count, number}} file', n_other: '{{count, number}} files', only: 'In English' } })
addTexts('en', { greeting: 'Hello {{name}}, {{name}}', share: '{{part}} of {{all, number}}' })
addTexts('de', { files: { n_one: '{{count, number}} Datei', n_other: '{{count, number}} Dateien' } })
addTexts('de', { messages: { Refused: 'Abgelehnt' } })
addTexts('pl', { files: { n_one: 'plik', n_few: '{{count}} pliki', n_many: '{{count}} plików' } })
beforeEach(() => showLanguage('en'))
afterAll(() => showLanguage('en'))

it('fills values in as they are, and numbers as the language writes them', () => {
  expect(text('greeting', { name: '{{count}}' })).toBe('Hello {{count}}, {{count}}')
  expect(text('share', { part: 'half', all: 12_345 })).toBe('half of 12,345')
  expect(text('share', { part: undefined, all: 1 })).toBe(' of 1')
})

it('isolates values that would turn the sentence around them', () => {
  expect(text('greeting', { name: 'שלום' })).toBe('Hello \u2068שלום\u2069, \u2068שלום\u2069')
  expect(text('greeting', { name: 'a\u202eb\u2069' })).toBe('Hello \u2068ab\u2069, \u2068ab\u2069')
})

it('I18N-04: chooses the form of a plural by the rules of the language', () => {
  expect([0, 1, 2, 12_345].map(count => text('files.n', { count }))).toEqual([
    '0 files',
    '1 file',
    '2 files',
    '12,345 files',
  ])
  showLanguage('de')
  expect([1, 12_345].map(count => text('files.n', { count }))).toEqual(['1 Datei', '12.345 Dateien'])
  showLanguage('pl')
  expect([1, 2, 5].map(count => text('files.n', { count }))).toEqual(['plik', '2 pliki', '5 plików'])
})

it('falls back to English, and marks texts that no language has', () => {
  showLanguage('de')
  expect([text('files.only'), text('files.none'), text('files.n.deeper')]).toEqual([
    'In English',
    'files.none',
    'files.n.deeper',
  ])
  expect([findText('files.only'), findText('files.none')]).toEqual(['In English', undefined])
})

it('ERR-10: translates a message by its English text, and leaves one that it does not know', () => {
  expect(translateMessage('Refused')).toBe('Refused')
  showLanguage('de')
  expect([translateMessage('Refused'), translateMessage('Gone')]).toEqual(['Abgelehnt', 'Gone'])
})
