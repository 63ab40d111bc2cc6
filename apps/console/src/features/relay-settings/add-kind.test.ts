import { expect, it } from 'vitest'
import { readKind } from './add-kind.tsx'

it.each(['', ' ', '-1', '65536', '1.5', '1e3', 'kind1', '999999'])('rejects %j as a kind', text => {
  expect(readKind(text)).toBeNull()
})

it.each([
  ['0', 0],
  [' 30078 ', 30078],
  ['65535', 65535],
])('%j is kind %i', (text, kind) => {
  expect(readKind(text)).toBe(kind)
})
