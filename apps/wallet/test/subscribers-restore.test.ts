import {
  acceptSearch,
  getWallet,
  health,
  searchFurther,
  setUp,
  subscribersWindow,
} from '@hornets/contract/wallet/set-up'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { password, type Source, sources, World } from './support/world.ts'

let node: RegtestNode
beforeAll(async () => {
  node = await RegtestNode.start({ keypool: 5 })
}, 60_000)
afterAll(() => node?.stop())

const keyOf = (number: number) => number.toString(16).padStart(64, '0')

async function open(source: Source, window = 512) {
  const world = await World.open(node, { source, lookahead: 0, subscribersWindow: window })
  onTestFinished(() => world.close())
  return world
}

async function restore(source: Source, words: readonly string[], window?: number) {
  const world = await open(source, window)
  await world.operator.call(setUp, { body: { mode: 'restore', words: [...words], password } })
  return world
}

const stateOf = async (world: World) => (await world.operator.call(health)).body

describe.each(sources)('over %s', source => {
  test('finds every payment of 300 mostly unpaid subscribers with the usual gap limit', async () => {
    const world = await open(source)
    const words = await world.create()
    const { addresses } = world.context
    const given: string[] = []
    for (let number = 0; number < 300; number += 1) given.push((await addresses.giveTo(keyOf(number))).address)
    const paid = given.filter((_, number) => number % 61 === 7)
    for (const [position, address] of paid.entries()) await node.pay(address, 1_000_000 + position)
    const own = await world.newAddress()
    await node.pay(own, 70_000)
    await node.mine(1)
    await world.settle()
    const expected = { confirmed: 5_000_010 + 70_000, pending: 0 }
    expect(await world.balance()).toEqual(expected)
    expect((await world.operator.call(getWallet)).body.gap).toEqual({ limit: 20, unused: 0, widest: 1 })

    const restored = await restore(source, words)
    await restored.settle()
    expect(await restored.balance()).toEqual(expected)
    expect(await stateOf(restored)).toMatchObject({ synced: true, message: '' })
    for (const number of [0, 7])
      expect((await restored.context.addresses.giveTo(keyOf(number))).address).toBe(given[number])
    const sent = await restored.pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 4_500_000, 5, { password })
    expect(sent).toMatchObject({ status: 'success' })
  }, 60_000)
})

test('a restore that finds nothing says how far it looked and is not synced until it searches further or is accepted', async () => {
  const world = await open('bitcoind')
  const words = await world.create()
  const { addresses } = world.context
  await addresses.fill([80, 0, 0])
  await node.pay(addresses.at(0, 64).address, 4_000_000)
  await node.mine(1)

  const restored = await restore('bitcoind', words, subscribersWindow)
  await restored.context.sync.settled()
  expect(await stateOf(restored)).toMatchObject({
    synced: false,
    message: expect.stringContaining('20 receiving addresses, 20 change addresses and 4096 addresses of subscribers'),
  })
  expect((await restored.operator.call(getWallet)).body.search).toEqual({
    looked: { receiving: 20, change: 20, subscribers: 4096 },
    found_nothing: true,
    accepted: false,
  })
  await restored.operator.call(acceptSearch, { body: {} })
  expect(await stateOf(restored)).toMatchObject({ synced: true, message: '' })
  const again = await restored.operator.call(searchFurther, { body: { gap_limit: 20 } })
  expect(again).toMatchObject({ status: 400, body: { code: 'invalid_fields' } })
  await restored.operator.call(searchFurther, { body: { gap_limit: 100 } })
  await restored.settle()
  expect(await restored.balance()).toEqual({ confirmed: 4_000_000, pending: 0 })
}, 30_000)
