import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '@hornets/contract/wallet/set-up'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { Transaction } from '@scure/btc-signer'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { networkTraits } from '../bitcoin/network.ts'
import { planSendAll } from '../coins/plans/plan-payment.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { transactionVsize } from '../coins/tx-size.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import { deriveAccount, publicAccount } from './account/account.ts'
import { AddressDeriver } from './account/address-deriver.ts'
import { createPsbt, readSigned } from './signing/psbt.ts'
import { Vault } from './vault.ts'

afterAll(forgoDurability())
const network = networkTraits('regtest')
const seed = Buffer.alloc(64, 9)

async function openVault() {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  onTestFinished(async () => {
    database.close()
    await rm(folder, { recursive: true })
  })
  const sealCost = { memoryKib: 64, passes: 1, lanes: 1 }
  const open = (name: Network = 'regtest') =>
    new Vault({ database, network: networkTraits(name), now: () => 0, sealCost })
  return { vault: open(), open, database }
}

test('a payment that is signed elsewhere costs no less than the rate asked, also where the signer does not look for a low R', async () => {
  const { vault } = await openVault()
  const account = publicAccount(seed, 'bip84', network)
  await vault.watch(account.xpub)
  const deriver = new AddressDeriver(account, network)
  const coins = Array.from({ length: 24 }, (_, index) => ({
    txid: (index + 1).toString(16).padStart(64, '0'),
    vout: 0,
    valueSats: 10_000,
    confirmed: true,
    script: deriver.derive(0, index).script,
    branch: 0 as const,
    index,
  }))
  const script = `0014${'ab'.repeat(20)}`
  const frame = { coins, script, rate: 20, lockTime: 0, signalsReplacement: true }
  const plan = planSendAll({ ...frame, kind: vault.spendKind() })
  const psbt = Transaction.fromPSBT(
    Buffer.from(createPsbt(plan, { account, network, previous: () => undefined, placeOf: () => undefined }), 'base64'),
    { allowLegacyWitnessUtxo: true },
  )
  const branch = deriveAccount(seed, 'bip84', network).deriveChild(0)
  for (const [position, { index }] of plan.inputs.entries())
    psbt.signIdx(branch.deriveChild(index).privateKey as Uint8Array, position)
  const raw = readSigned(Buffer.from(psbt.toPSBT(0)).toString('base64')) ?? ''
  const { vsize } = parseTransaction(raw)
  expect(vsize).toBeGreaterThan(transactionVsize({ inputs: 24, kind: 'p2wpkh', outputScripts: [script] }))
  expect(plan.feeSats).toBeGreaterThanOrEqual(vsize * 20)
  expect(plan.vsize - vsize).toBeLessThanOrEqual(6)
})

test('a wallet is opened on no other network than its own, and an older one settles on the first that it can be of', async () => {
  const { vault, open, database } = await openVault()
  await vault.create({ password: 'password', passphrase: '', wordCount: 12, type: 'bip84' })
  for (const name of ['mainnet', 'signet'] as const)
    expect(() => open(name)).toThrow(
      `The wallet in this folder is one of regtest, and WALLET_NETWORK is ${name}. Start it with that network again, or with another DATA_DIR.`,
    )
  expect(open().state()).toBe('locked')
  database.transact(tx => tx.run(`UPDATE wallet SET networks = 'testnet4 signet'`))
  expect(() => open()).toThrow('one of testnet4 or signet')
  expect(open('signet').state()).toBe('locked')
  expect(() => open('testnet4')).toThrow('one of signet, and')
})

test('signs exactly as many bytes as planned', async () => {
  const { vault } = await openVault()
  await vault.create({ password: 'password', passphrase: '', wordCount: 12, type: 'bip84' })
  expect(vault.spendKind()).toBe('p2wpkh')
  expect(() => vault.record.assertSearched()).not.toThrow()
})

test.each(['restore', 'watch'])(
  'treats an existing wallet (%s) as searched once the chain was read, also after a restart',
  async how => {
    const { vault, open } = await openVault()
    const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'.split(
      ' ',
    )
    if (how === 'restore') await vault.restore({ words, password: 'password', passphrase: '', type: 'bip84' })
    else await vault.watch(publicAccount(seed, 'bip84', network).xpub)
    expect(() => vault.record.assertSearched()).toThrow(/is not finished/)
    expect(() => open().record.assertSearched()).toThrow(/is not finished/)
    vault.record.markSearched()
    for (const one of [vault, open()]) expect(() => one.record.assertSearched()).not.toThrow()
  },
)
