import { expect, it } from 'vitest'
import { indexAfterKey } from './cursor.tsx'

it.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 3, 2],
  ['Home', 3, 0],
  ['End', 3, 5],
  ['PageUp', 0, 1],
  ['Tab', 3, null],
  ['a', 3, null],
])('the key %s leads from place %i to %j', (key, from, to) => {
  expect(indexAfterKey(key, from, 6)).toBe(to)
})
