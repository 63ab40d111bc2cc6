import { importLabels, saveLabel } from '@hornets/contract/wallet/addresses'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { RelayDouble } from '../support/relay-double.ts'
import { World } from '../support/world.ts'

const apiKey = 'cd'.repeat(32)
let node: RegtestNode
let relay: RelayDouble
let world: World

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())
afterEach(async () => {
  await world?.close()
  await relay?.stop()
})

async function start() {
  relay = await RelayDouble.start(apiKey)
  world = await World.open(node, { env: { RELAY_URL: relay.url, WALLET_API_KEY: apiKey, WALLET_NAME: 'till' } })
  await world.create()
}

test('repeats refused and lost reports with current data, and nothing unnecessarily (PUSH-01, PUSH-04)', async () => {
  await start()
  relay.refusal = 503
  const address = await world.newAddress()
  const txid = await node.pay(address, 90_000)
  await world.settle()
  expect(relay.lines.size).toBe(0)
  await world.restart()
  relay.refusal = undefined
  await node.mine(1)
  await world.settle()
  const [line] = relay.lines.values()
  expect(line).toMatchObject({ wallet_name: 'till', txid, output: address, value_sats: 90_000, confirmations: 1 })
  expect(relay.balance).toEqual({ wallet_name: 'till', confirmed: 90_000, pending: 0 })
  expect(relay.addresses.get(0)).toEqual({ wallet_name: 'till', index: 0, address, used: true })
  const { database, addresses } = world.context
  const [own] = database.transact(tx => addresses.giveOut(tx, 'relay', 1))
  await world.settle()
  expect(relay.addresses.get(1)).toMatchObject({ address: own?.address, used: false, for_relay: true })
  expect(relay.wrongSignatures).toBe(0)
  const { posts } = relay
  await world.settle()
  expect(relay.posts).toBe(posts)
})

test('reuses the same keys after a relay crashed before acknowledging (PUSH-05)', async () => {
  await start()
  relay.forgetsToAnswer = true
  const txid = await node.pay(await world.newAddress(), 70_000)
  await world.settle()
  relay.forgetsToAnswer = false
  // In one of the next rounds: the current one may still meet the connection that has just ended.
  await expect.poll(() => world.settle().then(() => relay.lines.size)).toBe(1)
  expect([...relay.lines.values()][0]).toMatchObject({ txid, value_sats: 70_000 })
  expect(relay.balance).toMatchObject({ pending: 70_000 })
})

test('counts the attempts of an unanswered push, also after a restart', async () => {
  await start()
  relay.forgetsToAnswer = true
  await node.pay(await world.newAddress(), 70_000)
  await world.settle()
  await world.restart()
  await world.settle()
  const unanswered = relay.attempts.length
  expect(unanswered).toBeGreaterThan(1)
  expect(relay.attempts.map(({ number, attempt }) => [number, attempt])).toEqual(
    relay.attempts.map((_, index) => [1, index + 1]),
  )
  relay.forgetsToAnswer = false
  await expect.poll(() => world.settle().then(() => relay.lines.size)).toBe(1)
  const [first, second] = relay.attempts.slice(unanswered)
  expect(first).toMatchObject({ number: 1, attempt: unanswered + 1 })
  expect(second).toMatchObject({ number: 2, attempt: 1 })
})

test('reports a payment, its replacement and their confirmation in order (PUSH-04)', async () => {
  await start()
  await node.pay(await world.newAddress(), 200_000)
  await node.mine(1)
  await expect.poll(() => world.settle().then(() => world.balance())).toMatchObject({ confirmed: 200_000 })
  const recipient = await node.newAddress()
  const first = await world.pay(recipient, 50_000, 3)
  expect(first).toMatchObject({ status: 'success' })
  await world.settle()
  const second = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 9 })
  await world.settle()
  const lineOf = (txid: string) => [...relay.lines.values()].find(line => line.txid === txid)
  expect(lineOf(first.txid)).toMatchObject({ replaced_by: second.txid, confirmations: 0 })
  expect(lineOf(second.txid)).toMatchObject({ value_sats: -50_000, output: recipient, fee_sats: second.fee_sats })
  await node.mine(3)
  await world.settle()
  expect(lineOf(second.txid)).toMatchObject({ confirmations: 3 })
  expect(relay.balance?.confirmed).toBe(200_000 - 50_000 - (second.fee_sats ?? 0))
})

test('counts no part of a reorganised payment', async () => {
  await start()
  await node.pay(await world.newAddress(), 60_000)
  const [block] = await node.mine(1)
  await world.settle()
  expect(relay.balance).toMatchObject({ confirmed: 60_000, pending: 0 })
  await node.rpc('invalidateblock', [block])
  await world.settle()
  expect(relay.balance).toMatchObject({ confirmed: 0, pending: 60_000 })
  expect([...relay.lines.values()]).toMatchObject([{ value_sats: 60_000, confirmations: 0 }])
})

test("reports an address's label, its changes and its removal", async () => {
  await start()
  const address = await world.newAddress()
  const call = (label: string, ref = address) =>
    world.operator.call(saveLabel, { body: { type: 'addr', ref, label } }).then(() => world.settle())
  relay.refusal = 503
  await call('Till')
  relay.refusal = undefined
  await world.restart()
  expect(relay.addresses.get(0)).toEqual({ wallet_name: 'till', index: 0, address, used: false, label: 'Till' })
  const { posts } = relay
  await call('Somebody else', await node.newAddress())
  expect(relay.posts).toBe(posts)
  const jsonl = JSON.stringify({ type: 'addr', ref: address, label: 'Market' })
  await world.operator.call(importLabels, { body: { jsonl } })
  await world.settle()
  expect(relay.addresses.get(0)).toMatchObject({ label: 'Market' })
  await call('')
  expect(relay.addresses.get(0)).not.toHaveProperty('label')
})
