import { expect, it } from 'vitest'
import { bitcoinOf } from './notification-page.ts'

it('CONST-07, NOTIF-13: a payment of a hundred million satoshis is one bitcoin', () => {
  expect([100_000_000, 12_345, 1, 0].map(bitcoinOf)).toEqual([1, 0.00012345, 1e-8, 0])
})
