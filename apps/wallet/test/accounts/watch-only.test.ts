import { listCoins, listTransactions, lockCoin } from '@hornets/contract/wallet/accounting'
import { exportLabels, importLabels, saveLabel } from '@hornets/contract/wallet/addresses'
import { backUp, getWallet, health, setUp } from '@hornets/contract/wallet/set-up'
import { finishPsbt, makePsbt, type SpendRequest } from '@hornets/contract/wallet/spending'
import { Transaction } from '@scure/btc-signer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { signElsewhere } from '../support/sign-elsewhere.ts'
import { password, World } from '../support/world.ts'

let node: RegtestNode
const opened: World[] = []

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

async function open(): Promise<World> {
  const world = await World.open(node)
  opened.push(world)
  return world
}

test.each(['bip84', 'bip86'] as const)(
  '%s: a wallet that only watches pays by a PSBT that is signed elsewhere, and takes it back by another',
  async type => {
    const keys = await open()
    const words = await keys.create(type)
    const { descriptor } = (await keys.operator.call(getWallet)).body
    const watcher = await open()
    await watcher.operator.call(setUp, { body: { mode: 'watch', descriptor } })
    await watcher.settle()
    await node.pay(await watcher.newAddress(), 150_000)
    await node.mine(1)
    await watcher.settle()
    expect((await watcher.balance()).confirmed).toBe(150_000)
    expect((await watcher.operator.call(health)).body).toMatchObject({ wallet: 'unlocked', watch_only: true })
    expect((await keys.operator.call(health)).body).not.toHaveProperty('watch_only')

    const recipient = await node.newAddress()
    const body = { choice: 1, recipient_address: recipient, spend_amount: 40_000, priority_rate: 4 } as SpendRequest
    const hot = await watcher.transact(body)
    expect(hot).toMatchObject({ code: 'conflict' })
    expect(await watcher.operator.call(backUp, { body: { password } })).toMatchObject({ status: 409 })
    const { psbt, plan } = (await watcher.operator.call(makePsbt, { body })).body
    const other = await watcher.operator.call(makePsbt, { body })
    expect(other).toMatchObject({ status: 422, body: { code: 'payment_refused' } })

    // Signers recognise change by it: they would ask about a second recipient.
    const made = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
    const known = plan.outputs.map((_, position) => {
      const { bip32Derivation, tapBip32Derivation } = made.getOutput(position)
      return bip32Derivation?.[0]?.[1].path ?? tapBip32Derivation?.[0]?.[1].der.path
    })
    expect(known.map(path => path?.at(-2))).toEqual(plan.outputs.map(({ change }) => (change ? 1 : undefined)))

    const unsigned = await watcher.operator.call(finishPsbt, { body: { psbt } })
    expect(unsigned.status).toBe(400)
    const signed = await signElsewhere(psbt, words, type)
    const sent = await watcher.operator.call(finishPsbt, { body: { psbt: signed } })
    expect(sent.body).toMatchObject({ status: 'success', fee_sats: plan.fee_sats })
    const entry = await node.rpc<{ vsize: number; fees: { base: number } }>('getmempoolentry', [sent.body.txid])
    expect(Math.round(entry.fees.base * 1e8)).toBe(plan.fee_sats)
    const repeated = await watcher.operator.call(finishPsbt, { body: { psbt: signed } })
    expect(repeated.body).toEqual(sent.body)

    const cancel = { choice: 3, original_tx_id: sent.body.txid, new_fee_rate: 12 } as SpendRequest
    const draft = (await watcher.operator.call(makePsbt, { body: cancel })).body
    const back = await watcher.operator.call(finishPsbt, {
      body: { psbt: await signElsewhere(draft.psbt, words, type) },
    })
    expect(back.body).toMatchObject({ status: 'success', fee_sats: draft.plan.fee_sats })
    expect(await node.rpc('getrawmempool')).toEqual([back.body.txid])
    await node.mine(1)
    await watcher.settle()
    expect((await watcher.balance()).confirmed).toBe(150_000 - draft.plan.fee_sats)
  },
)

test('a PSBT that the wallet has not asked for is not sent', async () => {
  const world = await open()
  await world.create()
  const foreign = new Transaction({ version: 2 })
  const script = Buffer.from(`0014${'ab'.repeat(20)}`, 'hex')
  foreign.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 1000n } })
  foreign.addOutput({ script, amount: 900n })
  const psbt = Buffer.from(foreign.toPSBT(0)).toString('base64')
  expect((await world.operator.call(finishPsbt, { body: { psbt } })).status).toBe(400)
})

test('coin control: only the chosen coins are spent, locked ones never', async () => {
  const world = await open()
  await world.create()
  for (const sats of [40_000, 60_000, 80_000]) await node.pay(await world.newAddress(), sats)
  await node.mine(1)
  await world.settle()
  const coins = (await world.operator.call(listCoins)).body
  expect(coins.map(({ value_sats }) => value_sats)).toEqual([80_000, 60_000, 40_000])
  const [large, middle, small] = coins.map(({ outpoint }) => outpoint)
  await world.operator.call(lockCoin, { body: { outpoint: large as string, locked: true } })
  const recipient = await node.newAddress()
  const refused = await world.pay(recipient, 10_000, 2, { coins: [large] })
  expect(refused).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  const sent = await world.pay(recipient, 10_000, 2, { coins: [small] })
  const raw = await node.rpc<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', [sent.txid, true])
  expect(raw.vin.map(({ txid, vout }) => `${txid}:${vout}`)).toEqual([small])
  const spent = await world.operator.call(lockCoin, { body: { outpoint: small as string, locked: true } })
  expect(spent.status).toBe(404)
  const tooMuch = await world.pay(recipient, 100_000, 2)
  expect(tooMuch).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  await world.operator.call(lockCoin, { body: { outpoint: large as string, locked: false } })
  expect((await world.pay(recipient, 100_000, 2)).status).toBe('success')
  expect(middle).toBeDefined()
})

test('the same key pays once; the same key for something else is refused', async () => {
  const world = await open()
  await world.create()
  await node.pay(await world.newAddress(), 200_000)
  await node.mine(1)
  await world.settle()
  const request = {
    choice: 1,
    recipient_address: await node.newAddress(),
    spend_amount: 30_000,
    priority_rate: 2,
  } as SpendRequest
  const answers = await Promise.all(Array.from({ length: 5 }, () => world.transact(request, 'once')))
  expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1)
  expect(answers[0]?.status).toBe('success')
  const other = await world.transact({ ...request, spend_amount: 30_001 } as SpendRequest, 'once')
  expect(other).toMatchObject({ code: 'conflict' })
  const refusedRequest = { ...request, spend_amount: 900_000 } as SpendRequest
  const refused = await world.transact(refusedRequest, 'too much')
  expect(refused).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  await node.pay(await world.newAddress(), 1_000_000)
  await node.mine(1)
  await world.settle()
  expect(await world.transact(refusedRequest, 'too much')).toEqual(refused)
})

test('BIP 329: labels go out and come in again, and other kinds are passed over', async () => {
  const world = await open()
  await world.create()
  const address = await world.newAddress()
  const txid = await node.pay(address, 50_000)
  await world.settle()
  await world.operator.call(saveLabel, { body: { type: 'tx', ref: txid, label: 'A subscription "Ü"' } })
  await world.operator.call(saveLabel, { body: { type: 'addr', ref: address, label: 'Till' } })
  expect((await world.operator.call(listTransactions)).body.transactions[0]?.label).toBe('A subscription "Ü"')
  const text = (await fetchLabels(world)).trim()
  expect(text.split('\n').map(line => JSON.parse(line))).toEqual([
    { type: 'addr', ref: address, label: 'Till' },
    { type: 'tx', ref: txid, label: 'A subscription "Ü"' },
  ])
  const other = await open()
  const jsonl = `${text}\n{"type":"xpub","ref":"xpub","label":"mine"}\n\n`
  const counts = { imported: 2, kept: 0, released: 0, ignored: 1 }
  expect((await other.operator.call(importLabels, { body: { jsonl } })).body).toEqual(counts)
  expect((await fetchLabels(other)).trim()).toBe(text)
  expect((await other.operator.call(importLabels, { body: { jsonl: 'no labels' } })).status).toBe(400)
})

test('BIP 329: kept coins go out as not spendable, and a file keeps and lets go coins, counted before it is applied', async () => {
  const world = await open()
  await world.create()
  const address = await world.newAddress()
  for (const sats of [20_000, 30_000, 40_000]) await node.pay(address, sats)
  await node.mine(1)
  await world.settle()
  const kept = async () => (await world.operator.call(listCoins)).body.map(({ locked }) => locked)
  const [large = '', middle = '', small = ''] = (await world.operator.call(listCoins)).body.map(coin => coin.outpoint)
  await world.operator.call(saveLabel, { body: { type: 'output', ref: large, label: 'Reserve' } })
  for (const outpoint of [large, middle]) await world.operator.call(lockCoin, { body: { outpoint, locked: true } })
  const text = (await fetchLabels(world)).trim().split('\n')
  expect(text.map(line => JSON.parse(line))).toEqual([
    { type: 'output', ref: large, label: 'Reserve', spendable: false },
    { type: 'output', ref: middle, spendable: false },
  ])

  const file = [
    { type: 'output', ref: large, spendable: true },
    { type: 'output', ref: small, label: '', spendable: false },
    { type: 'output', ref: middle, spendable: false },
    { type: 'tx', ref: large.slice(0, 64) },
  ]
  const jsonl = file.map(line => JSON.stringify(line)).join('\n')
  const counts = { imported: 1, kept: 1, released: 1, ignored: 0 }
  const preview = await world.operator.call(importLabels, { body: { jsonl, preview: true } })
  expect(preview.body).toEqual(counts)
  expect(await kept()).toEqual([true, true, false])
  expect((await world.operator.call(importLabels, { body: { jsonl } })).body).toEqual(counts)
  expect(await kept()).toEqual([false, true, true])
  expect((await world.operator.call(listCoins)).body[0]?.label).toBe('Reserve')
  const refused = await world.pay(await node.newAddress(), 45_000, 2)
  expect(refused).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
})

async function fetchLabels(world: World): Promise<string> {
  const token = await world.operator.signIn()
  const response = await fetch(`${world.url}${exportLabels.path}`, { headers: { authorization: `Bearer ${token}` } })
  return response.text()
}
