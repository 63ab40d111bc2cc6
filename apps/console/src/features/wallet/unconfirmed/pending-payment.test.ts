import { expect, it } from 'vitest'
import { isUnknown, isWaiting, type PendingPayment, reasonOf } from './pending-payment.ts'

const payment = (more: Partial<PendingPayment> = {}): PendingPayment => ({
  ID: 1,
  txid: 'a'.repeat(64),
  feeRate: 3,
  amount: 1000,
  recipient_address: 'bc1q',
  enable_rbf: true,
  timestamp: '2026-01-01T00:01:00Z',
  ...more,
})

it('a payment that the network does not have waits, and says what the network said of it last', () => {
  expect([undefined, 'success', 'pending'].map(status => isWaiting(payment({ status } as PendingPayment)))).toEqual([
    false,
    false,
    true,
  ])
  expect(reasonOf(payment({ status: 'pending' }))).toBeUndefined()
  const said = { message: 'Full: 3', template: 'Full: {{count}}', figures: { count: 3 } }
  expect(reasonOf(payment({ status: 'pending', ...said }))).toEqual(said)
})

it('is unknown only to a wallet that is fully synced and has reported since', () => {
  const untold = payment({ untold: true })
  expect(isUnknown(untold, true, '2026-01-01T00:02:00Z')).toBe(true)
  expect(isUnknown(untold, false, '2026-01-01T00:02:00Z')).toBe(false)
  expect(isUnknown(untold, true, '2026-01-01T00:01:00Z')).toBe(false)
  expect(isUnknown(untold, true, undefined)).toBe(false)
  expect(isUnknown(payment(), true, '2026-01-01T00:02:00Z')).toBe(false)
})
