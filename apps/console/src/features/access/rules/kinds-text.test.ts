import { expect, test } from 'vitest'
import { kindsText, readKinds } from './kinds-text.ts'

test('reads kinds and ranges as they are written (ACCESS-42)', () => {
  const kinds = [
    { from: 1, to: 1 },
    { from: 30_000, to: 39_999 },
  ]
  expect(readKinds(' 1, 30000-39999 ')).toEqual(kinds)
  expect(kindsText(kinds)).toBe('1, 30000-39999')
  expect(readKinds('')).toEqual([])
})

test('refuses other texts, kinds that do not exist and ranges that end before they begin', () => {
  for (const text of ['note', '5-1', '65536', '1-', '-1']) expect(readKinds(text)).toBeUndefined()
})
