import { expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import { seedOfWords } from '../secrets/mnemonic.ts'
import { accountNumberOf, deriveAccount, publicAccount } from './account.ts'
import { AddressDeriver } from './address-deriver.ts'

const mainnet = networkTraits('mainnet')
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'.split(' ')
const seed = await seedOfWords(words, '')

test('BIP 84: the addresses of the test vector', () => {
  const account = publicAccount(seed, 'bip84', mainnet)
  expect(account.fingerprint).toBe('73c5da0a')
  expect(account.path).toBe('84h/0h/0h')
  const deriver = new AddressDeriver(account, mainnet)
  expect(deriver.derive(0, 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  expect(deriver.derive(0, 1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  expect(deriver.derive(1, 0).address).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el')
})

test('BIP 86: the account, the addresses and the script of the test vector', () => {
  const account = publicAccount(seed, 'bip86', mainnet)
  expect(account.xpub).toBe(
    'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
  )
  const deriver = new AddressDeriver(account, mainnet)
  expect(deriver.derive(0, 0)).toMatchObject({
    address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    script: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  })
  expect(deriver.derive(0, 1).address).toBe('bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh')
  expect(deriver.derive(1, 0).address).toBe('bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7')
})

test('test networks have their own coin type, key versions and prefix', () => {
  const regtest = networkTraits('regtest')
  const account = publicAccount(seed, 'bip84', regtest)
  expect(account.path).toBe('84h/1h/0h')
  expect(account.xpub).toMatch(/^tpub/)
  expect(new AddressDeriver(account, regtest).derive(0, 0).address).toMatch(/^bcrt1q/)
  expect(deriveAccount(seed, 'bip84', regtest).publicExtendedKey).toBe(account.xpub)
})

test('another account has another path and other addresses, and its path says its number', () => {
  const sixth = publicAccount(seed, 'bip84', mainnet, 5)
  expect(sixth).toMatchObject({ fingerprint: '73c5da0a', path: '84h/0h/5h' })
  expect(accountNumberOf(sixth)).toBe(5)
  expect(deriveAccount(seed, 'bip84', mainnet, 5).publicExtendedKey).toBe(sixth.xpub)
  expect(sixth.xpub).not.toBe(publicAccount(seed, 'bip84', mainnet).xpub)
  for (const path of [null, '', '84h/0h', '84h/0h/5']) expect(accountNumberOf({ ...sixth, path })).toBeNull()
  expect(accountNumberOf({ ...sixth, path: '48h/0h/3h/2h' })).toBe(3)
})
