import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { expect, it } from 'vitest'
import { arrivalsBetween, paymentsIn } from './arrivals.ts'

const txid = (digit: string) => digit.repeat(64)
const row = (digit: string, Value: number, more: Partial<WalletTransaction> = {}): WalletTransaction => ({
  ID: 1,
  Address: `${txid(digit)}:0`,
  Date: '2026-01-02T12:00:00Z',
  Output: 'bcrt1q',
  Value,
  confirmations: 0,
  ...more,
})
const since = Date.parse('2026-01-02T00:00:00Z')
const between = (before: WalletTransaction[], now: WalletTransaction[]) =>
  arrivalsBetween(paymentsIn(before), paymentsIn(now), since).map(({ kind, sats, isConfirmed }) => ({
    kind,
    sats,
    isConfirmed,
  }))

it('ignores known, outgoing, replaced and dropped payments', () => {
  const rows = [row('a', 5), row('b', -5), row('c', 0)]
  expect(between(rows, rows)).toEqual([])
  expect(between([], [row('b', -5), row('c', 0)])).toEqual([])
  expect(between([], [row('d', 5, { replaced_by: txid('e') }), row('f', 5, { dropped: true })])).toEqual([])
})

it('ignores a history that is read for the first time', () => {
  expect(between([], [row('a', 5, { Date: '2025-12-31T00:00:00Z', confirmations: 300 })])).toEqual([])
})

it('a payment of several outputs is one, with their sum', () => {
  const rows = [row('a', 5), row('a', 7, { Address: `${txid('a')}:1` })]
  expect(between([], rows)).toEqual([{ kind: 'received', sats: 12, isConfirmed: false }])
})

it('a pending one is confirmed once; one that comes in a block is received', () => {
  const confirmed = row('a', 5, { confirmations: 1 })
  expect(between([row('a', 5)], [confirmed])).toEqual([{ kind: 'confirmed', sats: 5, isConfirmed: true }])
  expect(between([confirmed], [row('a', 5, { confirmations: 2 })])).toEqual([])
  expect(between([], [confirmed])).toEqual([{ kind: 'received', sats: 5, isConfirmed: true }])
})

it("includes the address's label", () => {
  const [arrival] = arrivalsBetween(new Map(), paymentsIn([row('a', 5, { label: 'Till' })]), since)
  expect(arrival?.label).toBe('Till')
})
