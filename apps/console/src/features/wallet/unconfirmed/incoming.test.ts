import { expect, it } from 'vitest'
import { incomingUnconfirmed } from './incoming.ts'

const row = (ID: number, Value: number, Address: string, more = {}) => ({
  ID,
  Value,
  Address,
  Date: '2026-01-01T00:00:00Z',
  Output: 'bc1q',
  confirmations: 0,
  ...more,
})

it('excludes confirmed, replaced, lost and own payments', () => {
  const gone = [
    row(1, 10, 'a:0', { confirmations: 1 }),
    row(2, 10, 'b:0', { replaced_by: 'c' }),
    row(3, 10, 'd:0', { dropped: true }),
    row(4, -10, 'e:0'),
    row(5, 0, 'f:0'),
  ]
  expect(incomingUnconfirmed(gone)).toEqual([])
})

it('a transaction that pays us twice is one payment', () => {
  const rows = [row(3, 30, 'b:0'), row(2, 5, 'a:1'), row(1, 10, 'a:0')]
  expect(incomingUnconfirmed(rows).map(({ txid, sats }) => [txid, sats])).toEqual([
    ['b', 30],
    ['a', 15],
  ])
})
