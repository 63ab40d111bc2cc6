import { networks } from '@hornets/contract/wallet/set-up'
import { describe, expect, it } from 'vitest'
import { isPayable, readAmount } from '../money/amount.ts'
import { isAddress } from './address.ts'

describe('WALLET-28, R-61: an address', () => {
  const p2wpkh = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const p2tr = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
  const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

  it.each([
    ['empty', ''],
    ['a word', 'hello'],
    ['a bad checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['another prefix', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['version 0 with the checksum of version 1', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['version 1 with the checksum of version 0', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['version 1 with 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['mixed case', 'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['an invalid program length', 'bc1rw5uspcuf'],
  ])('rejects %s', (_, text) => {
    expect(isAddress(text, 'mainnet')).toBe(false)
  })

  it.each([p2wpkh, p2wpkh.toUpperCase(), ` ${p2wpkh} `, p2tr])('%s is one', text => {
    expect(isAddress(text, 'mainnet')).toBe(true)
  })

  it.each([
    [p2wpkh, ['mainnet']],
    [testnet, ['testnet4', 'signet']],
    [regtest, ['regtest']],
  ])('%s is one of its network only', (address, expected) => {
    expect(networks.filter(network => isAddress(address, network))).toEqual(expected)
  })

  it('is judged by its form alone while the network is not known', () => {
    const given = [testnet, p2wpkh, regtest, 'x']
    expect(given.map(address => isAddress(address, undefined))).toEqual([true, true, true, false])
  })
})

describe('an amount', () => {
  it.each(['', ' ', '0', '-1', '1.5', '1e3', '1,000', 'abc', '2100000000000001', '99999999999999999'])(
    'WALLET-34, R-60: rejects %j',
    text => {
      expect(readAmount(text)).toBeUndefined()
    },
  )
  it('is whole satoshis', () => {
    expect([readAmount('1'), readAmount(' 21000 '), readAmount('2100000000000000')]).toEqual([
      1, 21_000, 2_100_000_000_000_000,
    ])
  })
  it('WALLET-35: above the balance cannot be paid', () => {
    expect([isPayable(11, 10), isPayable(10, 10), isPayable(11, undefined), isPayable(undefined, 10)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
