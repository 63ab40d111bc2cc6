import { expect, it } from 'vitest'
import { paymentUri, placeOf } from './payment-uri.ts'

it('WALLET-62: the first address is number 1, whatever form its index has', () => {
  expect([placeOf('0'), placeOf(41)]).toEqual([1, 42])
})

it('a code holds the address by BIP 21', () => {
  expect(paymentUri('bc1qxyz')).toBe('bitcoin:bc1qxyz')
})
