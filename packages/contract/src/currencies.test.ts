import { expect, it } from 'vitest'
import { type Currency, currencies } from './currencies.ts'

it('CONST-21: the currencies are USD, ETH, BTC and SATS', () => {
  expect(currencies).toEqual<Currency[]>(['USD', 'ETH', 'BTC', 'SATS'])
})
