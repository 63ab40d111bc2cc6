import { expect, it } from 'vitest'
import { readRecipient } from '../send/recipient.ts'
import { paymentUri, placeOf } from './payment-uri.ts'

it('WALLET-62: numbers the first address 1 for every form of its index', () => {
  expect([placeOf('0'), placeOf(41)]).toEqual([1, 42])
})

it('encodes the address by BIP 21', () => {
  expect(paymentUri('bc1qxyz')).toBe('bitcoin:bc1qxyz')
})

it('encodes the request by BIP 21 and reads it back unchanged', () => {
  expect(paymentUri('bc1qxyz', { amountSats: 1 })).toBe('bitcoin:bc1qxyz?amount=0.00000001')
  expect(paymentUri('bc1qxyz', { amountSats: 1_000_000_000 })).toBe('bitcoin:bc1qxyz?amount=10')
  expect(paymentUri('bc1qxyz', { label: 'Tee & Kuchen' })).toBe('bitcoin:bc1qxyz?label=Tee%20%26%20Kuchen')
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  for (const amountSats of [1, 21_000, 100_000_000, 123_456_789, 2_100_000_000_000_000]) {
    const label = 'Größe 1+1=2 & mehr?'
    expect(readRecipient(paymentUri(address, { amountSats, label }), 'mainnet')).toEqual({ address, amountSats, label })
  }
})
