import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import { parseTransaction, type RawTransaction, serialiseTransaction } from '../../coins/raw-transaction.ts'
import { transactionVsize } from '../../coins/tx-size.ts'
import { deriveAccount, publicAccount } from '../account/account.ts'
import { AddressDeriver } from '../account/address-deriver.ts'
import { isSignedThrough } from './check-signatures.ts'
import { sighashes } from './sighash.ts'
import { signPlan } from './sign.ts'

const regtest = networkTraits('regtest')
const seed = Buffer.alloc(64, 9)
const kinds = { bip84: 'p2wpkh', bip86: 'p2tr' } as const

async function signed(type: 'bip84' | 'bip86') {
  const deriver = new AddressDeriver(publicAccount(seed, type, regtest), regtest)
  const inputs = [0, 1].map(index => ({
    txid: String(index + 1).repeat(64),
    vout: index,
    valueSats: 10_000,
    branch: 0 as const,
    index,
    script: deriver.derive(0, index).script,
    confirmed: true,
  }))
  const outputs = [{ script: `0014${'ab'.repeat(20)}`, valueSats: 19_000, change: false }]
  const vsize = transactionVsize({ inputs: 2, kind: kinds[type], outputScripts: outputs.map(({ script }) => script) })
  const plan = { inputs, outputs, feeSats: 1000, vsize, lockTime: 7, signalsReplacement: true }
  const account = deriveAccount(seed, type, regtest)
  const transaction: RawTransaction = parseTransaction(await signPlan(plan, account, kinds[type]))
  const keyOf = (index: number) => account.deriveChild(0).deriveChild(index).privateKey as Uint8Array
  return { transaction, spent: inputs, keyOf }
}

function withWitness({ inputs, ...frame }: RawTransaction, witness: (given: readonly string[]) => string[]) {
  const last = inputs.length - 1
  return {
    ...frame,
    inputs: inputs.map((input, at) => (at === last ? { ...input, witness: witness(input.witness) } : input)),
  }
}

const flip = (item = '') => item.slice(0, 40) + (item[40] === '0' ? '1' : '0') + item.slice(41)

test.each(['bip84', 'bip86'] as const)(
  '%s: a transaction with one wrong signature is not signed through',
  async type => {
    const { transaction, spent } = await signed(type)
    const wrong = [
      withWitness(transaction, ([signature, ...key]) => [flip(signature), ...key]),
      withWitness(transaction, () => [...(transaction.inputs[0]?.witness ?? [])]),
      withWitness(transaction, () => []),
      withWitness(transaction, given => [...given, '51']),
      withWitness(transaction, ([, ...key]) => ['', ...key]),
      { ...transaction, outputs: [{ script: `0014${'cd'.repeat(20)}`, valueSats: 19_000 }] },
      { ...transaction, inputs: transaction.inputs.map(input => ({ ...input, scriptSig: '51' })) },
    ]
    for (const one of wrong) expect(await isSignedThrough(one, spent), serialiseTransaction(one)).toBe(false)
    expect(await isSignedThrough(transaction, [...spent].reverse())).toBe(false)
    expect(await isSignedThrough(transaction, spent)).toBe(true)
  },
)

test('a signature that nodes would not pass on, or that leaves others something to change, does not count', async () => {
  const { transaction, spent } = await signed('bip84')
  const order = secp256k1.Point.Fn.ORDER
  const highS = (signature: string) => {
    const { r, s } = secp256k1.Signature.fromBytes(Buffer.from(signature.slice(0, -2), 'hex'), 'der')
    return `${new secp256k1.Signature(r, order - s).toHex('der')}01`
  }
  for (const change of [highS, (signature: string) => `${signature.slice(0, -2)}02`])
    expect(
      await isSignedThrough(
        withWitness(transaction, ([signature = '', key = '']) => [change(signature), key]),
        spent,
      ),
    ).toBe(false)
})

test('taproot: a signature with a byte that says that it signs all counts as one without, and no other byte does', async () => {
  const { transaction, spent, keyOf } = await signed('bip86')
  const [, digest] = sighashes(transaction, spent, 'p2tr', 1)
  const signature = Buffer.from(schnorr.sign(digest as Buffer, taprootTweakPrivKey(keyOf(1)))).toString('hex')
  expect(
    await isSignedThrough(
      withWitness(transaction, () => [`${signature}01`]),
      spent,
    ),
  ).toBe(true)
  for (const byte of ['', '00', '02', '81'])
    expect(
      await isSignedThrough(
        withWitness(transaction, () => [`${signature}${byte}`]),
        spent,
      ),
    ).toBe(false)
})
