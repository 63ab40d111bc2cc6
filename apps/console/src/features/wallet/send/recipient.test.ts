import { describe, expect, it } from 'vitest'
import { readRecipient } from './recipient.ts'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

describe('recipients', () => {
  it.each([
    ['another network', testnet, 'network'],
    ['one whose prefix begins like the own', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'network'],
    ['a link to another network', `bitcoin:${testnet}?amount=1`, 'network'],
    ['a Lightning invoice', 'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqf', 'lightning'],
    ['a Lightning invoice without amount', 'LIGHTNING:LNBC1PVJLUEZ', 'lightning'],
    ['a Lightning address of the new kind', 'lno1pgx37enfd4jhy', 'lightning'],
    ['a legacy address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'base58'],
    ['a link to one of the old kind', 'bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'base58'],
    ['what has to be understood', `bitcoin:${address}?req-lock=5`, 'link'],
    ['an amount with an exponent', `bitcoin:${address}?amount=1e2`, 'link'],
    ['an amount with a comma', `bitcoin:${address}?amount=0,5`, 'link'],
    ['a fraction of a satoshi', `bitcoin:${address}?amount=0.000000015`, 'link'],
    ['more bitcoin than there are', `bitcoin:${address}?amount=21000001`, 'link'],
    ['two amounts', `bitcoin:${address}?amount=1&AMOUNT=10`, 'link'],
    ['an amount in other digits', `bitcoin:${address}?amount=٥`, 'link'],
    ['a word', 'hello', undefined],
    ['nothing', ' ', undefined],
    ['a link to nobody', 'bitcoin:', undefined],
    ['another coin', `litecoin:${address}`, undefined],
  ])('WALLET-28, R-61: rejects %s', (_, text, error) => {
    expect(readRecipient(text, 'mainnet')).toBe(error)
  })

  it.each([
    [` ${address}\n`, { address }],
    [`bitcoin:${address}`, { address }],
    [`BITCOIN:${address.toUpperCase()}?AMOUNT=1`, { address: address.toUpperCase(), amountSats: 100_000_000 }],
    [`bitcoin:${address}?amount=20.3&label=Luke-Jr`, { address, amountSats: 2_030_000_000, label: 'Luke-Jr' }],
    [`bitcoin:${address}?amount=0.00000001&lightning=lnbc1`, { address, amountSats: 1 }],
    [
      `bitcoin:${address}?amount=50.&message=Donation%20for%20xyz`,
      { address, amountSats: 5_000_000_000, label: 'Donation for xyz' },
    ],
    [`bitcoin:${address}?amount=0.1000000000&label=a+b`, { address, amountSats: 10_000_000, label: 'a+b' }],
  ])('BIP 21: %s', (text, recipient) => {
    expect(readRecipient(text, 'mainnet')).toEqual(recipient)
  })
})
