import { health, setUp } from '@hornets/contract/wallet/set-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { password, World } from './support/world.ts'

let node: RegtestNode
beforeAll(async () => {
  // A thousand addresses are a thousand derivations, so the same gap on a smaller scale.
  node = await RegtestNode.start({ keypool: 5 })
}, 60_000)
afterAll(() => node?.stop())

test('a restore whose addresses come into view one after the other finds the coins of old blocks at each', async () => {
  const world = await World.open(node, { lookahead: 0 })
  const words = await world.create()
  const { addresses } = world.context
  await addresses.fill([140, 40, 0])
  // Each within the gap limit of 60 after the one before, and further than the node looks by itself.
  for (const index of [130, 80, 45]) await node.pay(addresses.at(0, index).address, 10_000 + index)
  await node.mine(3)
  await world.close()

  const restored = await World.open(node, { lookahead: 0 })
  const body = { mode: 'restore', words, password, gap_limit: 60 } as const
  await restored.operator.call(setUp, { body })
  expect((await restored.operator.call(health)).body).toMatchObject({ synced: false })
  await restored.settle()
  expect(await restored.balance()).toEqual({ confirmed: 30_255, pending: 0 })
  expect((await restored.operator.call(health)).body).toMatchObject({ synced: true, message: '' })
  await restored.close()
})
