import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { health, lock } from '@hornets/contract/wallet/set-up'
import { calculateTxSize, makeTransaction } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { openFunded } from '../support/funded-world.ts'
import { password, World } from '../support/world.ts'

let node: RegtestNode
let world: World
beforeAll(async () => {
  node = await RegtestNode.start()
  ;({ world } = await openFunded(node, 'bitcoind', 5_000_000))
}, 60_000)
afterAll(async () => {
  await world?.close()
  await node?.stop()
})

const sizeOf = async (body: object) => (await world.operator.call(calculateTxSize, { body: body as never })).body.txSize
const transact = (body: object) => world.operator.call(makeTransaction, { body: body as never })

test('plans the size of the payment that is then made, with a fee of size times rate rounded up (WSVC-05)', async () => {
  for (const rate of [2, 3.37, 7.251]) {
    const recipient_address = await node.newAddress()
    const txSize = await sizeOf({ recipient_address, spend_amount: 60_000, priority_rate: rate })
    const payment = { choice: 1, recipient_address, spend_amount: 60_000, priority_rate: rate, enable_rbf: true }
    const { body } = await transact(payment)
    const entry = await node.rpc<{ vsize: number; fees: { base: number } }>('getmempoolentry', [body.txid])
    expect([entry.vsize, Math.round(entry.fees.base * 1e8)]).toEqual([txSize, Math.ceil(txSize * rate)])
    await node.mine(1)
    await world.settle()
  }
})

test('plans the size of a replacement, also at a decimal rate (WSVC-06)', async () => {
  // The fee of a payment that spends unconfirmed change also lifts its parents.
  await node.mine(1)
  await world.settle()
  const { txid, vsize } = await world.pay(await node.newAddress(), 70_000, 2.25)
  expect(await sizeOf({ original_tx_id: txid })).toBe(vsize)
  const txSize = await sizeOf({ original_tx_id: txid, new_fee_rate: 9.75 })
  const { body } = await transact({ choice: 2, original_tx_id: txid, new_fee_rate: 9.75 })
  const entry = await node.rpc<{ vsize: number; fees: { base: number } }>('getmempoolentry', [body.txid])
  expect([entry.vsize, Math.round(entry.fees.base * 1e8)]).toEqual([txSize, Math.ceil(txSize * 9.75)])

  // With change at 9.5 sat/vB but not at 10; without change at 9.5 but with it at 9.
  for (const [rest, hasChange] of [
    [1670, true],
    [1600, false],
  ] as const) {
    const { world: small } = await openFunded(node, 'bitcoind', 100_000)
    const first = await small.pay(await node.newAddress(), 100_000 - rest, 2.25)
    const faster = { original_tx_id: first.txid, new_fee_rate: 9.5 }
    const planned = (await small.operator.call(calculateTxSize, { body: faster })).body.txSize
    expect(planned === first.vsize).toBe(hasChange)
    expect(await small.transact({ choice: 2, ...faster })).toMatchObject({ status: 'success', vsize: planned })
    await small.close()
  }
})

test('answers refused payments with 200, failed, no txid and the reason (WSVC-07)', async () => {
  const recipient_address = await node.newAddress()
  const pay = (more: object) =>
    transact({ choice: 1, recipient_address, spend_amount: 60_000, priority_rate: 5, enable_rbf: true, ...more })
  const final = await world.pay(await node.newAddress(), 80_000, 2, { enable_rbf: false })
  for (const [answer, reason] of [
    [await pay({ spend_amount: 50_000_000 }), /^Insufficient funds: at least 5000\d{4} sats/],
    [await pay({ spend_amount: 100 }), /100 sats are dust/],
    [await pay({ priority_rate: 0.5 }), /minimum relay fee/],
    [await transact({ choice: 2, original_tx_id: 'ab'.repeat(32), new_fee_rate: 9 }), /does not know this transaction/],
    [await transact({ choice: 2, original_tx_id: final.txid, new_fee_rate: 9 }), /without RBF Opt In/],
  ] as const) {
    expect(answer).toMatchObject({ status: 200, body: { status: 'failed', txid: '' } })
    expect(answer.body.message).toMatch(reason)
  }
})

test('says network, chain source, height, synced and the state of the wallet without a sign-in (WSVC-09, WSVC-13)', async () => {
  const ask = async (url: string) => (await fetch(new URL('/health', url))).json()
  // Out of step for a moment, whenever a block or a change address has just come.
  const inStep = ({ url }: World) => expect.poll(() => ask(url), { timeout: 20_000 })
  const tip_height = await node.rpc<number>('getblockcount')
  const facts = { network: 'regtest', chain_source: 'bitcoind', tip_height, synced: true }
  await inStep(world).toMatchObject({ status: 'ok', ...facts, wallet: 'unlocked' })
  const other = await World.open(node)
  await inStep(other).toMatchObject({ status: 'ok', ...facts, wallet: 'none' })
  await other.create()
  await other.operator.call(lock)
  await inStep(other).toMatchObject({ status: 'ok', ...facts, wallet: 'locked' })
  await node.mine(2)
  await other.settle()
  await inStep(other).toMatchObject({ tip_height: tip_height + 2 })
  await other.close()
  const silent = 'http://127.0.0.1:1'
  for (const [chain_source, ESPLORA_URL] of Object.entries({ none: '', esplora: silent })) {
    const offline = await World.open(undefined, { source: 'none', env: { ESPLORA_URL } })
    const without = { chain_source, tip_height: null, synced: false }
    expect(await ask(offline.url)).toMatchObject({ status: 'degraded', ...without })
    await offline.close()
  }
})

test('is on mainnet unless named otherwise, tells its chain source, and opens with the password of a file (WSVC-13)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hornets-wallet-'))
  const plain = await World.open(undefined, { source: 'none', dataDir, env: { WALLET_NETWORK: '' } })
  expect((await plain.operator.call(health)).body).toMatchObject({ network: 'mainnet', chain_source: 'none' })
  await plain.create()
  await plain.restart()
  expect((await plain.operator.call(health)).body.wallet).toBe('locked')
  const file = join(dataDir, 'password')
  await writeFile(file, `${password}\n`)
  await plain.close()
  const env = { WALLET_NETWORK: 'mainnet', WALLET_PASSWORD_FILE: file }
  const opened = await World.open(undefined, { source: 'none', dataDir, env })
  expect((await opened.operator.call(health)).body).toMatchObject({ network: 'mainnet', wallet: 'unlocked' })
  await opened.close()
  const of = { network: 'regtest', chain_source: 'bitcoind' }
  expect((await world.operator.call(health)).body).toMatchObject(of)
  await rm(dataDir, { recursive: true })
})
