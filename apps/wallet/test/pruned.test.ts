import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCoins } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { getWallet, health, setUp } from '@hornets/contract/wallet/set-up'
import { finishPsbt, makePsbt, type SpendRequest } from '@hornets/contract/wallet/spending'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { RelayDouble } from './support/relay-double.ts'
import { signElsewhere } from './support/sign-elsewhere.ts'
import { password, type Source, World } from './support/world.ts'

const apiKey = 'cd'.repeat(32)

interface Written {
  readonly account_type: 'bip84' | 'bip86'
  readonly words: string[]
  readonly addresses: [string, string]
}

let node: RegtestNode
let full: RegtestNode
let height = 0
/** All but the last were paid in pruned blocks: 70,000, 5,000 and at the second address 25,000 sats. */
let old: Written, elsewhere: Written, watched: Written, young: Written

const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  const nodes = [RegtestNode.start({ isPruned: true }), RegtestNode.start({ isEmpty: true })] as const
  ;[node, full] = await Promise.all(nodes)
  ;[old, elsewhere, watched, young] = [
    await writtenDown(),
    await writtenDown(),
    await writtenDown('bip86'),
    await writtenDown(),
  ]
  for (const { addresses } of [old, elsewhere, watched]) {
    await node.pay(addresses[0], 70_000)
    await node.pay(addresses[0], 5000)
    await node.pay(addresses[1], 25_000)
  }
  await node.mine(450)
  await full.copy(node)
  await node.rpc('pruneblockchain', [260])
  height = (await node.rpc<{ pruneheight: number }>('getblockchaininfo')).pruneheight
}, 90_000)
afterAll(() => Promise.all([node?.stop(), full?.stop()]))
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function writtenDown(account_type: Written['account_type'] = 'bip84'): Promise<Written> {
  const world = await World.open(undefined, { source: 'none' })
  const { words = [] } = (await world.operator.call(setUp, { body: { mode: 'create', password, account_type } })).body
  const addresses: string[] = []
  for (const _ of [1, 2]) addresses.push((await world.operator.call(newAddress, { body: {} })).body.address)
  await world.close()
  return { account_type, words, addresses: addresses as [string, string] }
}

async function open(from: RegtestNode, options: Parameters<typeof World.open>[1] = {}): Promise<World> {
  const world = await World.open(from, options)
  opened.push(world)
  return world
}

async function restored(
  { words, account_type }: Written,
  options: Parameters<typeof World.open>[1] = {},
): Promise<World> {
  const world = await open(node, options)
  await world.operator.call(setUp, { body: { mode: 'restore', words, password, account_type } })
  await world.settle()
  return world
}

async function closeNow(world: World): Promise<void> {
  opened.splice(opened.indexOf(world), 1)
  await world.close()
}

const told = async (world: World) => (await world.operator.call(health)).body

async function mined(world: World, blocks = 1): Promise<string[]> {
  const hashes = await node.mine(blocks)
  await world.settle()
  return hashes
}

async function sweep(world: World, recipient: string): Promise<{ txid: string; fee: number }> {
  const sent = await world.pay(recipient, 1, 3, { send_all: true })
  expect(sent).toMatchObject({ status: 'success' })
  return { txid: sent.txid, fee: sent.fee_sats ?? 0 }
}

test('counts, shows and spends coins in pruned blocks after a restore', async () => {
  const relay = await RelayDouble.start(apiKey)
  opened.push({ close: () => relay.stop() })
  const dataDir = await mkdtemp(join(tmpdir(), 'hornets-pruned-'))
  opened.push({ close: () => rm(dataDir, { recursive: true, force: true }) })
  const env = { RELAY_URL: relay.url, WALLET_API_KEY: apiKey, WALLET_NAME: 'till' }
  const world = await restored(old, { dataDir, env })

  expect(await world.balance()).toEqual({ confirmed: 100_000, pending: 0 })
  const coins = (await world.operator.call(listCoins)).body
  expect(coins.map(({ value_sats }) => value_sats)).toEqual([70_000, 25_000, 5000])
  expect(coins.every(({ confirmations }) => confirmations > 400)).toBe(true)
  expect(await world.history()).toMatchObject([
    { origin_unknown: true },
    { origin_unknown: true },
    { origin_unknown: true },
  ])
  expect(await told(world)).toMatchObject({ synced: true, figures: { height, coins: 3, sats: 100_000 } })
  expect((await told(world)).message).toContain('They can be spent')

  // With change, through which the node's wallet sees it.
  const paid = await world.pay(await node.newAddress(), 90_000, 2)
  expect(paid).toMatchObject({ status: 'success' })
  const left = 100_000 - 90_000 - (paid.fee_sats ?? 0)
  expect(await world.balance()).toEqual({ confirmed: left, pending: 0 })
  await mined(world)
  await node.pay(await world.newAddress(), 30_000)
  await mined(world)
  expect(await world.balance()).toEqual({ confirmed: left + 30_000, pending: 0 })
  world.context.database.transact(tx => tx.run('UPDATE chain_state SET cursor = NULL'))
  await world.restart()
  await world.settle()
  expect(await world.balance()).toEqual({ confirmed: left + 30_000, pending: 0 })
  expect(relay.balance).toEqual({ wallet_name: 'till', confirmed: left + 30_000, pending: 0 })
  const lines = [...relay.lines.values()]
  expect(lines.filter(line => 'origin_unknown' in line)).toHaveLength(3)
  const sum = () =>
    [...relay.lines.values()].reduce((all, { value_sats, fee_sats = 0 }) => all + value_sats - fee_sats, 0)
  expect(sum()).toBe(left + 30_000)
  await closeNow(world)

  // Sources with the full chain complete it and count nothing twice.
  await full.copy(node)
  for (const source of ['esplora', 'bitcoind'] satisfies Source[]) {
    const other = await open(full, { dataDir, env, source })
    await other.settle()
    expect(await other.balance()).toEqual({ confirmed: left + 30_000, pending: 0 })
    const history = await other.history()
    expect(history.map(({ value_sats }) => value_sats).sort()).toEqual([-90_000, 25_000, 30_000, 5000, 70_000].sort())
    expect(history.some(line => line.origin_unknown)).toBe(false)
    expect(relay.lines.size).toBe(5)
    expect(sum()).toBe(left + 30_000)
    expect(await told(other)).toMatchObject({ status: 'ok', message: '' })
    other.context.database.transact(tx => tx.run('UPDATE chain_state SET cursor = NULL'))
    await other.restart()
    expect(await other.balance()).toEqual({ confirmed: left + 30_000, pending: 0 })
    await closeNow(other)
  }
})

test('sees spending by other software with the same words in mempool, block and reorganisation', async () => {
  const ours = await restored(elsewhere)
  const theirs = await restored(elsewhere)
  const absent = await restored(elsewhere)
  expect(await ours.balance()).toEqual({ confirmed: 100_000, pending: 0 })
  await absent.context.sync.stop()

  // Without change it has none of the wallet's addresses, so the node's wallet does not see it.
  const { txid, fee } = await sweep(theirs, await node.newAddress())
  await ours.settle()
  expect(await ours.balance()).toEqual({ confirmed: 0, pending: 0 })
  const line = { txid, value_sats: fee - 100_000, fee_sats: fee }
  expect((await ours.history())[0]).toMatchObject({ ...line, confirmations: 0 })
  const [block = ''] = await mined(ours)
  await theirs.settle()
  for (const world of [ours, theirs])
    expect((await world.history()).filter(row => row.txid === txid)).toMatchObject([{ ...line, confirmations: 1 }])

  await node.rpc('invalidateblock', [block])
  await ours.settle()
  expect((await ours.history())[0]).toMatchObject({ ...line, confirmations: 0 })
  expect(await ours.balance()).toEqual({ confirmed: 0, pending: 0 })
  await node.rpc('reconsiderblock', [block])
  await mined(ours, 3)
  await theirs.settle()
  for (const world of [ours, theirs]) {
    expect((await world.history())[0]).toMatchObject({ ...line, confirmations: 4 })
    expect(await world.balance()).toEqual({ confirmed: 0, pending: 0 })
  }
  await absent.restart()
  await absent.settle()
  expect((await absent.history())[0]).toMatchObject({ ...line, confirmations: 4 })
  expect(await absent.balance()).toEqual({ confirmed: 0, pending: 0 })
})

test('a wallet of taproot that only watches spends it by a PSBT', async () => {
  const keys = await restored(watched)
  const { descriptor } = (await keys.operator.call(getWallet)).body
  const watcher = await open(node)
  await watcher.operator.call(setUp, { body: { mode: 'watch', descriptor } })
  await watcher.settle()
  expect(await watcher.balance()).toEqual({ confirmed: 100_000, pending: 0 })
  const recipient_address = await node.newAddress()
  const body = { choice: 1, recipient_address, spend_amount: 60_000, priority_rate: 4 } as SpendRequest
  const { psbt, plan } = (await watcher.operator.call(makePsbt, { body })).body
  const signed = await signElsewhere(psbt, watched.words, watched.account_type)
  const sent = await watcher.operator.call(finishPsbt, { body: { psbt: signed } })
  expect(sent.body).toMatchObject({ status: 'success', fee_sats: plan.fee_sats })
  await mined(watcher)
  expect(await watcher.balance()).toEqual({ confirmed: 40_000 - plan.fee_sats, pending: 0 })
})

test('reports only relevant pruned blocks, and none to a younger wallet', async () => {
  await node.pay(young.addresses[0], 40_000)
  await node.mine(1)
  const world = await restored(young)
  expect(await world.balance()).toEqual({ confirmed: 40_000, pending: 0 })
  expect((await told(world)).message).toContain('All coins that can be spent are here')

  // Blocks here are minutes old; a node searches from two hours before a wallet's birth.
  const fresh = await open(node, { now: () => Date.now() + 3 * 3_600_000 })
  await fresh.create()
  expect(await told(fresh)).toMatchObject({ status: 'ok', message: '' })
})
