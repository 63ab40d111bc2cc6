import type { LedgerEntry } from '@hornets/contract/admin/subscriptions/timeline'
import { expect, it } from 'vitest'
import { canAskToCancel, refundPlan } from './refund-plan.ts'

const refund = {
  recipient_address: 'bcrt1qback',
  intention: 'subscription-refund-7',
  state: 'open',
  txid: null,
} as const
const entry = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 7,
  at: '2026-08-30T12:00:00Z',
  kind: 'refund',
  sats: -2000,
  tier: '',
  months: 0,
  days: 0,
  coin: null,
  undoes: null,
  by: null,
  by_name: '',
  note: '',
  refund,
  ...more,
})

it.each(['open', 'unclear'] as const)('one that is %s is paid in full to its address, under its intention', state => {
  expect(refundPlan(entry({ refund: { ...refund, state } }))).toEqual({
    recipient: 'bcrt1qback',
    amountSats: 2000,
    intention: 'subscription-refund-7',
  })
})

it.each(['sent', 'stuck', 'paid', 'cancelled'] as const)('one that is %s is not paid again', state => {
  expect(refundPlan(entry({ refund: { ...refund, state, txid: 'd'.repeat(64) } }))).toBeUndefined()
})

it('other entries, and one that takes no credit, ask for no payment', () => {
  const { refund: _, ...payment } = entry({ kind: 'payment', sats: 2000 })
  expect([refundPlan(payment), refundPlan(entry({ sats: 0 }))]).toEqual([undefined, undefined])
})

it('can be cancelled although it was sent once the wallet does not know its payment', () => {
  const stuck = (reason: 'slow' | 'unseen') =>
    entry({ refund: { ...refund, state: 'stuck', stuck: { reason, since: '2026-08-30T12:00:00Z' } } })
  expect([canAskToCancel(stuck('unseen')), canAskToCancel(stuck('slow')), canAskToCancel(entry())]).toEqual([
    true,
    false,
    false,
  ])
})
