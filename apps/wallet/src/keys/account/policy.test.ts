import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import { publicAccount } from './account.ts'
import { describeAccount, describeBranch, parseAccount } from './descriptor.ts'
import { withChecksum } from './descriptor-checksum.ts'
import { fewestSignatures, keysOf, type Policy } from './policy.ts'

const mainnet = networkTraits('mainnet')
const keys = [1, 2, 3].map(byte => publicAccount(Buffer.alloc(32, byte), 'bip84', mainnet))
const shown = keys.map(({ fingerprint, xpub }) => `[${fingerprint}/48h/0h/0h/2h]${xpub}/<0;1>/*`)
const [a = '', b = '', c = ''] = shown
const nobody = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0'

const policyOf = (text: string): Policy => {
  const account = parseAccount(text, mainnet)
  if (!('policy' in account)) throw new Error('expected a shared account')
  return account.policy
}

test.each([
  `wsh(sortedmulti(2,${shown.join(',')}))`,
  `wsh(multi(1,${a},${b}))`,
  `tr(${nobody},sortedmulti_a(2,${shown.join(',')}))`,
  `tr(${a},{multi_a(2,${b},${c}),{pk(${b}),pk(${c})}})`,
])('%#: a descriptor comes back as it was given, with its checksum', body => {
  const account = parseAccount(body, mainnet)
  expect(describeAccount(account)).toBe(withChecksum(body))
  expect(parseAccount(describeAccount(account), mainnet)).toEqual(account)
  expect(parseAccount(describeBranch(account, 0), mainnet)).toEqual(account)
  expect(describeBranch(account, 1)).toContain('/1/*')
})

test('marks of hardening and spaces are read as what they mean', () => {
  const text = `wsh(sortedmulti(2, ${shown.map(key => key.replace('/48h/0h/0h/2h]', "/48'/0H/0'/2']")).join(',\n')}))`
  expect(policyOf(text)).toEqual(policyOf(`wsh(sortedmulti(2,${shown.join(',')}))`))
})

test('minimum signers and their keys', () => {
  expect(fewestSignatures(policyOf(`wsh(sortedmulti(2,${shown.join(',')}))`))).toBe(2)
  expect(fewestSignatures(policyOf(`tr(${nobody},sortedmulti_a(2,${shown.join(',')}))`))).toBe(2)
  const byKey = policyOf(`tr(${a},{multi_a(2,${b},${c}),pk(${b})})`)
  expect(fewestSignatures(byKey)).toBe(1)
  expect(keysOf(byKey).map(({ xpub }) => xpub)).toEqual(keys.map(({ xpub }) => xpub))
})

test.each([
  ['a wrong checksum', `wsh(sortedmulti(2,${a},${b}))#qqqqqqqq`, walletMessages.descriptorChecksum],
  ['more signatures than keys', `wsh(sortedmulti(3,${a},${b}))`, walletMessages.descriptorQuorum],
  ['no signature at all', `wsh(sortedmulti(0,${a},${b}))`, walletMessages.descriptorQuorum],
  ['a key twice', `wsh(sortedmulti(2,${a},${a}))`, walletMessages.descriptorQuorum],
  ['no number', `wsh(sortedmulti(${a},${b}))`, walletMessages.descriptorInvalid],
  ['fixed keys', `wsh(sortedmulti(1,${a.replace('/<0;1>/*', '')}))`, walletMessages.descriptorInvalid],
  ['change addresses alone', `wsh(sortedmulti(1,${a.replace('<0;1>', '1')}))`, walletMessages.descriptorInvalid],
  ['another script', `wsh(and_v(v:pk(${a}),older(10)))`, walletMessages.descriptorInvalid],
  ['a nested one', `sh(wsh(sortedmulti(1,${a})))`, walletMessages.descriptorInvalid],
  ['scripts of taproot in P2WSH', `wsh(sortedmulti_a(1,${a}))`, walletMessages.descriptorInvalid],
  ['scripts of P2WSH in taproot', `tr(${a},sortedmulti(1,${b}))`, walletMessages.descriptorInvalid],
  ['an open tree', `tr(${a},{pk(${b})})`, walletMessages.descriptorInvalid],
  ['more than the descriptor', `wsh(sortedmulti(1,${a})))`, walletMessages.descriptorInvalid],
])('refused: %s', (_, text, message) => {
  expect(() => parseAccount(text, mainnet)).toThrow(message)
})

test('refused: a key that comes back with another origin, and would sign for two', () => {
  const key = HDKey.fromExtendedKey(keys[0]?.xpub ?? '', mainnet.bip32)
  const { publicKey, chainCode } = key
  if (!publicKey || !chainCode) throw new Error('expected a public key')
  const alias = new HDKey({ versions: mainnet.bip32, publicKey, chainCode, depth: 1, index: 7, parentFingerprint: 5 })
  const twice = `wsh(sortedmulti(2,${a},[00000007/7]${alias.publicExtendedKey}/<0;1>/*))`
  expect(alias.publicExtendedKey).not.toBe(key.publicExtendedKey)
  expect(() => parseAccount(twice, mainnet)).toThrow(walletMessages.descriptorQuorum)
})

test('rejects private keys and keys of other networks', () => {
  expect(() => parseAccount(`wsh(sortedmulti(1,${a}))`, networkTraits('signet'))).toThrow(
    walletMessages.descriptorInvalid,
  )
  const xprv = a.replace('xpub', 'xprv')
  expect(() => parseAccount(`wsh(sortedmulti(1,${xprv}))`, mainnet)).toThrow(walletMessages.descriptorInvalid)
})
