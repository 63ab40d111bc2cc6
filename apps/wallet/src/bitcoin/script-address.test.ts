import { expect, test } from 'vitest'
import { recordedScript } from '../../test/support/recorded-esplora.ts'
import { networkTraits } from './network.ts'
import { addressOfScript, scriptHashOf, scriptOfAddress } from './script-address.ts'

const mainnet = networkTraits('mainnet')
const testnet = networkTraits('testnet4')

/** Valid addresses of BIP 173 and BIP 350 with their scripts. */
const valid = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', '6002751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
] as const

/** Invalid addresses of BIP 350: prefix, checksum kind, character, version, length, padding, case, empty. */
const invalid = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
  '',
]

test.each(invalid)('WALLET-28, BIP 350: rejects %j', address => {
  expect(scriptOfAddress(address, mainnet)).toBeNull()
  expect(scriptOfAddress(address, testnet)).toBeNull()
})

test('R-61: rejects addresses of another network, also in base58', () => {
  expect(scriptOfAddress('tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', mainnet)).toBeNull()
  expect(scriptOfAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', testnet)).toBeNull()
  expect(scriptOfAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', networkTraits('regtest'))).toBeNull()
  // Its prefix, bcrt, begins like that of mainnet.
  for (const network of [mainnet, testnet]) expect(scriptOfAddress(recordedScript.address, network)).toBeNull()
  expect(scriptOfAddress('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', mainnet)).toBeNull()
})

test.each(valid)('WALLET-28, BIP 173 and 350: %s', (address, script) => {
  const network = address.toLowerCase().startsWith('bc') ? mainnet : testnet
  expect(scriptOfAddress(address, network)).toBe(script)
  expect(addressOfScript(script, network)).toBe(address.toLowerCase())
})

test('encodes old scripts in base58, and other scripts as no address', () => {
  expect(addressOfScript(`76a914${'77bff20c60e522dfaa3350c39b030a5d004e839a'}88ac`, mainnet)).toBe(
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  )
  expect(addressOfScript(`a914${'00'.repeat(20)}87`, mainnet)).toMatch(/^3/)
  expect(addressOfScript('6a0401020304', mainnet)).toBeNull()
  expect(addressOfScript('', mainnet)).toBeNull()
})

test('a script is named as a real Esplora server names it: its SHA-256 as it is, not reversed', () => {
  expect(scriptHashOf(recordedScript.script)).toBe(recordedScript.hash)
  expect(scriptOfAddress(recordedScript.address, networkTraits('regtest'))).toBe(recordedScript.script)
})
