import { listCoins } from '@hornets/contract/wallet/accounting'
import { previewTransaction, type SpendRequest } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { World } from '../support/world.ts'

let node: RegtestNode
let world: World
let recipient: string

beforeAll(async () => {
  node = await RegtestNode.start()
  recipient = await node.newAddress()
}, 60_000)
afterAll(() => node?.stop())
beforeEach(async () => {
  world = await World.open(node)
  await world.create()
  return async () => {
    await world.close()
    await node.mine(1)
  }
})

async function receive(sats: number, options: { confirmed: boolean; rate?: number }): Promise<string> {
  const txid = await node.pay(await world.newAddress(), sats, options.rate)
  if (options.confirmed) await node.mine(1)
  await world.settle()
  return txid
}

async function pay(sats: number, rate: number, more: object = {}) {
  const answer = await world.pay(recipient, sats, rate, more)
  await world.settle()
  return answer
}

const plan = async (sats: number, rate: number, more: object = {}) => {
  const body = { choice: 1, recipient_address: recipient, spend_amount: sats, priority_rate: rate, ...more }
  return (await world.operator.call(previewTransaction, { body: body as SpendRequest })).body
}
const raise = (choice: 2 | 3 | 4, original_tx_id: string, new_fee_rate: number) =>
  world.transact({ choice, original_tx_id, new_fee_rate })
const coins = async () => (await world.operator.call(listCoins)).body

interface Entry {
  readonly ancestorcount: number
  readonly ancestorsize: number
  readonly fees: { readonly ancestor: number }
}
/** Satoshis per virtual byte of a transaction with its unconfirmed ancestors, as the node counts them. */
async function packageRate(txid: string): Promise<number> {
  const { ancestorsize, fees } = await node.rpc<Entry>('getmempoolentry', [txid])
  return (fees.ancestor * 1e8) / ancestorsize
}

test('leaves unconfirmed coins unspent while confirmed ones are enough', async () => {
  await receive(300_000, { confirmed: true })
  await receive(30_000, { confirmed: true })
  await pay(10_000, 5)
  const { inputs } = await plan(15_000, 5)
  expect(inputs.map(({ value_sats }) => value_sats)).toEqual([300_000])
})

test('asked for 50 sat/vB, a payment out of the change of a slow one brings both to 50', async () => {
  await receive(300_000, { confirmed: true })
  const slow = await pay(50_000, 1)
  const planned = await plan(60_000, 50)
  expect(planned.inputs).toMatchObject([{ unconfirmed: 'own' }])
  expect(planned.lift_sats).toBe((slow.vsize ?? 0) * 50 - (slow.fee_sats ?? 0))
  const fast = await pay(60_000, 50)
  expect(fast).toMatchObject({ status: 'success', fee_sats: planned.fee_sats })
  const rate = await packageRate(fast.txid)
  expect(rate).toBeGreaterThanOrEqual(50)
  expect(rate).toBeLessThan(50.1)
})

test('raises both with a replacement of such a payment', async () => {
  await receive(300_000, { confirmed: true })
  await pay(50_000, 1)
  const fast = await pay(60_000, 10)
  const faster = await raise(2, fast.txid, 40)
  expect(faster.status).toBe('success')
  const rate = await packageRate(faster.txid)
  expect(rate).toBeGreaterThanOrEqual(40)
  expect(rate).toBeLessThan(40.1)
})

test('a chain of 25 unconfirmed payments is not made longer: the next one says why, and waits for no refusal of the node', async () => {
  await receive(2_000_000, { confirmed: true })
  for (let count = 0; count < 25; count += 1) expect((await pay(10_000 + count, 2)).status).toBe('success')
  const refused = await pay(11_000, 2)
  expect(refused).toMatchObject({ status: 'failed', reason: 'coin_not_spendable', figures: { most: 25 } })
  await receive(50_000, { confirmed: false })
  const [fromOthers] = (await coins()).filter(({ unconfirmed }) => unconfirmed === 'others')
  expect((await pay(12_000, 2, { coins: [fromOthers?.outpoint] })).status).toBe('success')
}, 60_000)

test('an unconfirmed coin from others is spent only where it is picked, is marked, and has its ancestors paid for', async () => {
  const slow = await receive(2_000_000, { confirmed: false, rate: 1 })
  expect(await pay(500_000, 20)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  const [coin] = await coins()
  expect(coin).toMatchObject({ value_sats: 2_000_000, unconfirmed: 'others' })
  const picked = { coins: [coin?.outpoint] }
  expect((await plan(500_000, 20, picked)).inputs).toMatchObject([{ unconfirmed: 'others' }])
  const paid = await pay(500_000, 20, picked)
  expect(paid.status).toBe('success')
  expect(await packageRate(paid.txid)).toBeGreaterThanOrEqual(20)
  expect(await packageRate(slow)).toBeLessThan(2)
})

test('a payment whose change was spent is not replaced, with the reason; a child speeds up both', async () => {
  await receive(300_000, { confirmed: true })
  const first = await pay(50_000, 1)
  const second = await pay(51_000, 1)
  expect(await raise(2, first.txid, 30)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  const child = await raise(4, first.txid, 30)
  expect(child.status).toBe('success')
  expect(await packageRate(child.txid)).toBeGreaterThanOrEqual(30)
  const { ancestorcount } = await node.rpc<Entry>('getmempoolentry', [child.txid])
  expect(ancestorcount).toBe(3)
  expect(await node.rpc<string[]>('getrawmempool')).toEqual(expect.arrayContaining([first.txid, second.txid]))
})
