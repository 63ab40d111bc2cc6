import { expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import { publicAccount } from './account.ts'
import { describeAccount, describeBranch, parseAccount } from './descriptor.ts'
import { descriptorChecksum } from './descriptor-checksum.ts'

const mainnet = networkTraits('mainnet')
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const xpub =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'
const account = { type: 'bip84', xpub, fingerprint: '73c5da0a', path: '84h/0h/0h' } as const

test('rejects private keys, other networks, wrong checksums and other scripts', () => {
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
  expect(() => parseAccount(xprv, mainnet)).toThrow()
  expect(() => parseAccount(`wpkh(${xprv}/0/*)`, mainnet)).toThrow()
  expect(() => parseAccount(xpub, networkTraits('signet'))).toThrow()
  expect(() => parseAccount(`wpkh(${xpub}/<0;1>/*)#qqqqqqqq`, mainnet)).toThrow()
  expect(() => parseAccount(`pkh(${xpub}/<0;1>/*)`, mainnet)).toThrow()
  expect(() => parseAccount(`wpkh(${xpub}/1/*)`, mainnet)).toThrow()
  expect(() => parseAccount(`${xpub.slice(0, -1)}1`, mainnet)).toThrow()
  expect(() => parseAccount('', mainnet)).toThrow()
})

test('an xpub and a zpub are the same BIP 84 account', () => {
  const bare = { type: 'bip84', xpub, fingerprint: null, path: null }
  expect(parseAccount(xpub, mainnet)).toEqual(bare)
  expect(parseAccount(` ${zpub} `, mainnet)).toEqual(bare)
})

test('a descriptor written is read as the same account, with both branches or one', () => {
  expect(parseAccount(describeAccount(account), mainnet)).toEqual(account)
  expect(parseAccount(describeBranch(account, 0), mainnet)).toEqual(account)
  expect(parseAccount(`wpkh([73C5DA0A/84'/0'/0']${xpub}/0/*)`, mainnet)).toEqual(account)
  expect(parseAccount(`tr(${xpub}/<0;1>/*)`, mainnet)).toMatchObject({ type: 'bip86', xpub })
})

test('BIP 380: checksums', () => {
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm')
  expect(descriptorChecksum('raw(Ü)')).toBeNull()
})

test('an account of regtest is described by a tpub', () => {
  const regtest = networkTraits('regtest')
  const { subscribersXpub, ...made } = publicAccount(Buffer.alloc(32, 7), 'bip86', regtest)
  expect(describeAccount(made)).toMatch(/^tr\(\[[0-9a-f]{8}\/86h\/1h\/0h\]tpub\w+\/<0;1>\/\*\)#\w{8}$/)
  expect(parseAccount(describeAccount(made), regtest)).toEqual(made)
  expect(describeBranch({ ...made, subscribersXpub }, 2)).toMatch(/\/86h\/1h\/1000h\]tpub\w+\/0\/\*\)#\w{8}$/)
})
