import { expect, it } from 'vitest'
import { gapStatus } from './gap-status.ts'

it.each([
  [0, 'fine'],
  [14, 'fine'],
  [15, 'near'],
  [20, 'near'],
  [21, 'over'],
])('of 20 unused addresses in a row, %d are %s: a restore finds the 20th, and not the 21st', (unused, status) => {
  expect(gapStatus({ limit: 20, unused, widest: 0 })).toBe(status)
})

it('warns of a gap that was wider than the limit after a far address was paid', () => {
  expect(gapStatus({ limit: 20, unused: 0, widest: 20 })).toBe('fine')
  expect(gapStatus({ limit: 20, unused: 0, widest: 21 })).toBe('over')
})
