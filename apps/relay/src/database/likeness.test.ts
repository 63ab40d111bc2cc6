import { expect, test } from 'vitest'
import { isTelling, likenessDistance } from './likeness.ts'

test.each([
  ['0000000000000000', '0000000000000000', 0],
  ['0000000000000000', 'ffffffffffffffff', 64],
  ['8000000000000001', '0000000000000000', 2],
  ['00000000f0000000', '000000000f000000', 8],
  ['0123456789abcdef', '0123456789abcdee', 1],
  ['', '0123456789abcdef', 64],
])('%s and %s differ in %i bits', (one, other, bits) => {
  expect([likenessDistance(one, other), likenessDistance(other, one)]).toEqual([bits, bits])
})

test.each([
  ['', false],
  ['0000000000000000', false],
  ['000000000000007f', false],
  ['00000000000000ff', true],
  ['ff00000000000000', true],
  ['ffffffffffffff00', true],
  ['ffffffffffffff80', false],
  ['ffffffffffffffff', false],
])('%s tells what a picture shows: %s', (likeness, is) => expect(isTelling(likeness)).toBe(is))
