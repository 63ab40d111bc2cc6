import { listLatestTransactions } from '@hornets/contract/admin/wallet'
import { describe, expect, it } from 'vitest'
import { directionOf, incoming, statusOf, txidOf } from './transaction-facts.ts'

const row = (ID: number, Value: number, more = {}) => ({
  ID,
  Value,
  Address: `${'a'.repeat(64)}:1`,
  Date: '2026-01-01T00:00:00Z',
  Output: 'bc1q',
  ...more,
})

it('WALLET-13: the chart has what came in, oldest first, and nothing that never came', () => {
  const rows = [row(5, 7, { dropped: true }), row(4, 50), row(3, 0), row(2, -10), row(1, 20)]
  expect(incoming(rows).map(({ ID }) => ID)).toEqual([1, 4])
})

it('WALLET-11: a row names its transaction, and says which way the money went', () => {
  expect(txidOf(row(1, 1))).toBe('a'.repeat(64))
  expect([row(1, 5), row(1, -5), row(1, 0)].map(directionOf)).toEqual(['received', 'sent', 'self'])
})

it('WALLET-11, CONST-07: a value in bitcoin of a deployed server is satoshis here', () => {
  const parsed = listLatestTransactions.answers[200].parse([{ ...row(1, 1), Value: '0.00001500' }])
  expect(parsed[0]?.Value).toBe(1500)
})

describe('a payment', () => {
  it.each([
    [{ replaced_by: 'b'.repeat(64), confirmations: 0 }, 'replaced'],
    [{ dropped: true, confirmations: 0 }, 'dropped'],
    [{}, 'unknown'],
    [{ confirmations: 0 }, 'unconfirmed'],
    [{ confirmations: 1 }, 'confirming'],
    [{ confirmations: 5 }, 'confirming'],
    [{ confirmations: 6 }, 'confirmed'],
  ])('%j is %s', (facts, status) => {
    expect(statusOf(facts)).toBe(status)
  })
})
