import { newAddress } from '@hornets/contract/wallet/addresses'
import { health, setUp } from '@hornets/contract/wallet/set-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { password, World } from './support/world.ts'

let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start({ isPruned: true })
}, 60_000)
afterAll(() => node?.stop())

/** Words of a wallet, and addresses of it, without the node having heard of it. */
async function writtenDown() {
  const world = await World.open(undefined, { source: 'none' })
  const { words = [] } = (await world.operator.call(setUp, { body: { mode: 'create', password } })).body
  const addresses: string[] = []
  for (const _ of [1, 2]) addresses.push((await world.operator.call(newAddress, { body: {} })).body.address)
  await world.close()
  return { words, addresses: addresses as [string, string] }
}

async function restored(words: string[]) {
  const world = await World.open(node)
  await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
  await world.settle()
  const told = async () => (await world.operator.call(health)).body
  return { world, told }
}

test('restored over a pruned node: what lies in blocks that are gone is told, with the way on, also after a restart', async () => {
  const [old, young] = [await writtenDown(), await writtenDown()]
  await node.pay(old.addresses[0], 70_000)
  await node.pay(old.addresses[0], 5000)
  await node.mine(450)
  await node.rpc('pruneblockchain', [260])
  const { pruneheight: height = 0 } = await node.rpc<{ pruneheight?: number }>('getblockchaininfo')
  expect(height).toBeGreaterThan(120)
  await node.pay(old.addresses[1], 30_000)
  await node.pay(young.addresses[0], 40_000)
  await node.mine(1)

  const { world, told } = await restored(old.words)
  const figures = { height, coins: 2, sats: 75_000 }
  expect(await world.balance()).toEqual({ confirmed: 30_000, pending: 0 })
  expect(await told()).toMatchObject({ status: 'degraded', synced: true, figures })
  expect((await told()).message).toMatch(/2 coins with 75000 sats lie in them.*Esplora server/)
  await world.restart()
  expect(await told()).toMatchObject({ status: 'degraded', figures })
  await world.close()

  const other = await restored(young.words)
  expect(await other.world.balance()).toEqual({ confirmed: 40_000, pending: 0 })
  expect((await other.told()).message).toContain('Everything that can be spent is here')
  await other.world.close()

  // Blocks here are minutes old; a node searches from two hours before a wallet was born.
  const fresh = await World.open(node, { now: () => Date.now() + 3 * 3_600_000 })
  await fresh.create()
  expect((await fresh.operator.call(health)).body).toMatchObject({ status: 'ok', message: '' })
  await fresh.close()
})
