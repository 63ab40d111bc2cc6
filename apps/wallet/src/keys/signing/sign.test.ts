import { OutScript, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import type { Coin, TransactionPlan } from '../../coins/coin.ts'
import { parseTransaction } from '../../coins/raw-transaction.ts'
import { transactionVsize } from '../../coins/tx-size.ts'
import { deriveAccount, publicAccount } from '../account/account.ts'
import { AddressDeriver } from '../account/address-deriver.ts'
import { sighashes } from './sighash.ts'
import { signPlan, unsignedTransaction } from './sign.ts'

const regtest = networkTraits('regtest')
const seed = Buffer.alloc(64, 9)
const kinds = { bip84: 'p2wpkh', bip86: 'p2tr' } as const

function planOf(type: 'bip84' | 'bip86', values: number[], feeSats = 500): TransactionPlan {
  const deriver = new AddressDeriver(publicAccount(seed, type, regtest), regtest)
  const inputs: Coin[] = values.map((valueSats, index) => ({
    txid: (index + 1).toString(16).padStart(64, '0'),
    vout: index % 3,
    valueSats,
    branch: index % 2 === 0 ? 0 : 1,
    index,
    script: deriver.derive(index % 2 === 0 ? 0 : 1, index).script,
    confirmed: true,
  }))
  const total = values.reduce((sum, value) => sum + value, 0)
  const outputs = [{ script: `0014${'ab'.repeat(20)}`, valueSats: total - feeSats, change: false }]
  const vsize = transactionVsize({
    inputs: inputs.length,
    kind: kinds[type],
    outputScripts: outputs.map(o => o.script),
  })
  return { inputs, outputs, feeSats, vsize, lockTime: 7, signalsReplacement: true }
}

test('a plan whose sums do not add up is not signed', async () => {
  const plan = planOf('bip84', [10_000])
  const account = deriveAccount(seed, 'bip84', regtest)
  await expect(signPlan({ ...plan, feeSats: plan.feeSats + 1 }, account, 'p2wpkh')).rejects.toThrow(
    'expected inputs of',
  )
})

test('a plan of another size than the transaction is not signed', async () => {
  const plan = planOf('bip84', [10_000])
  const account = deriveAccount(seed, 'bip84', regtest)
  await expect(signPlan({ ...plan, vsize: plan.vsize - 1 }, account, 'p2wpkh')).rejects.toThrow('vbytes as planned')
})

test.each(['bip84', 'bip86'] as const)('the digests of %s are those of an independent implementation', type => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1000, max: 2_100_000_000 }), { minLength: 1, maxLength: 5 }), values => {
      const plan = planOf(type, values)
      const unsigned = unsignedTransaction(plan)
      const theirs = new Transaction({ version: 2, lockTime: plan.lockTime, disableScriptCheck: true })
      for (const [position, coin] of plan.inputs.entries())
        theirs.addInput({
          txid: coin.txid,
          index: coin.vout,
          sequence: unsigned.inputs[position]?.sequence ?? 0,
          witnessUtxo: { script: Buffer.from(coin.script, 'hex'), amount: BigInt(coin.valueSats) },
        })
      for (const { script, valueSats } of plan.outputs)
        theirs.addOutput({ script: Buffer.from(script, 'hex'), amount: BigInt(valueSats) })
      const amounts = plan.inputs.map(({ valueSats }) => BigInt(valueSats))
      const scripts = plan.inputs.map(({ script }) => Buffer.from(script, 'hex'))
      const expected = plan.inputs.map((coin, position) =>
        type === 'bip86'
          ? theirs.preimageWitnessV1(position, scripts, 0, amounts)
          : theirs.preimageWitnessV0(
              position,
              OutScript.encode({ type: 'pkh', hash: Buffer.from(coin.script.slice(4), 'hex') }),
              1,
              BigInt(coin.valueSats),
            ),
      )
      const ours = sighashes(unsigned, plan.inputs, kinds[type])
      expect(ours.map(digest => digest.toString('hex'))).toEqual(
        expected.map(digest => Buffer.from(digest).toString('hex')),
      )
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['bip84', 260],
  ['bip86', 20],
] as const)(
  'a signed transaction of %s has the planned size to the byte, with %i inputs',
  async (type, count) => {
    const plan = planOf(type, Array<number>(count).fill(5000))
    const signed = parseTransaction(await signPlan(plan, deriveAccount(seed, type, regtest), kinds[type]))
    expect(signed.vsize).toBe(plan.vsize)
    expect(signed.inputs.every(({ witness }) => witness[0]?.length === (type === 'bip84' ? 142 : 128))).toBe(true)
  },
  60_000,
)
