import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { networkTraits } from '../../bitcoin/network.ts'
import type { Coin, TransactionPlan } from '../../coins/coin.ts'
import { parseTransaction } from '../../coins/raw-transaction.ts'
import { transactionVsize } from '../../coins/tx-size.ts'
import { deriveAccount, publicAccount } from '../account/account.ts'
import { AddressDeriver } from '../account/address-deriver.ts'
import { isSignedThrough } from './check-signatures.ts'
import { Signer } from './signer.ts'

const regtest = networkTraits('regtest')
const seed = Buffer.alloc(64, 7)
const deriver = new AddressDeriver(publicAccount(seed, 'bip84', regtest), regtest)
const addresses = Array.from({ length: 20 }, (_, index) => deriver.derive(0, index).script)
let signer: Signer | undefined
afterEach(() => signer?.close())

function planOf(count: number): TransactionPlan {
  const inputs = Array.from({ length: count }, (_, position): Coin => {
    const index = position % addresses.length
    const txid = (position + 1).toString(16).padStart(64, '0')
    return { txid, vout: 0, valueSats: 10_000, branch: 0, index, script: addresses[index] ?? '', confirmed: true }
  })
  const outputs = [{ script: `0014${'ab'.repeat(20)}`, valueSats: count * 10_000 - 500, change: false }]
  const vsize = transactionVsize({ inputs: count, kind: 'p2wpkh', outputScripts: outputs.map(({ script }) => script) })
  return { inputs, outputs, feeSats: 500, vsize, lockTime: 0, signalsReplacement: true }
}

function open() {
  const account = deriveAccount(seed, 'bip84', regtest)
  signer = new Signer(account, { onLost: () => undefined, closed: () => new Error('locked') })
  return { signer, account }
}

test('the key is passed on: the sender has none left, and a closed signer signs nothing', async () => {
  const { signer, account } = open()
  expect(account.privateKey).toBeNull()
  signer.close()
  await expect(signer.sign(planOf(1), 'p2wpkh')).rejects.toThrow('locked')
})

test('a plan that does not add up is refused with its reason, and the next one is signed', async () => {
  const { signer } = open()
  const plan = planOf(2)
  await expect(signer.sign({ ...plan, feeSats: 501 }, 'p2wpkh')).rejects.toThrow('expected inputs of')
  const signed = parseTransaction(await signer.sign(plan, 'p2wpkh'))
  expect(await isSignedThrough(signed, plan.inputs)).toBe(true)
})

test('while 1,400 inputs are signed, everything else has its turn', async () => {
  const { signer } = open()
  await signer.sign(planOf(1), 'p2wpkh')
  let turns = 0
  let isSigning = true
  const signing = signer.sign(planOf(1400), 'p2wpkh').finally(() => {
    isSigning = false
  })
  while (isSigning) {
    await sleep(5)
    turns += 1
  }
  expect(parseTransaction(await signing).inputs).toHaveLength(1400)
  expect(turns).toBeGreaterThan(20)
}, 60_000)

test('closing gives up what is being signed', async () => {
  const { signer } = open()
  const signing = signer.sign(planOf(1400), 'p2wpkh')
  signer.close()
  await expect(signing).rejects.toThrow('locked')
})
