import type { BodyInputOf } from '@hornets/contract'
import { exportLabels } from '@hornets/contract/wallet/addresses'
import { listSends, type makeTransaction, previewTransaction } from '@hornets/contract/wallet/spending'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { World } from '../support/world.ts'

let node: RegtestNode
let world: World

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())
beforeEach(async () => {
  world = await World.open(node)
  await world.create()
  for (const sats of [120_000, 90_000, 70_000]) await node.pay(await world.newAddress(), sats)
  await node.mine(1)
  await world.settle()
})
afterEach(() => world.close())

type Order = BodyInputOf<typeof makeTransaction>
type Batch = Extract<Order, { choice: 5 }>
interface Decoded {
  vout: { value: number; scriptPubKey: { address: string } }[]
  vsize: number
  weight: number
}

async function batchOf(count: number, fromSats = 1000): Promise<Batch> {
  const payees: Batch['payees'] = []
  for (let number = 1; number <= count; number += 1)
    payees.push({
      recipient_address: await node.newAddress(),
      spend_amount: fromSats + number,
      label: `Payee ${number}`,
    })
  return { choice: 5, payees, priority_rate: 3, label: 'Wages' }
}
const order = (batch: Batch) => batch as Parameters<World['transact']>[0]
const decoded = async (txid: string) => node.rpc<Decoded>('getrawtransaction', [txid, true])
const satsOf = (bitcoin: number) => Math.round(bitcoin * 1e8)

test('pays 50 payees in one transaction, and none again on a repetition', async () => {
  const batch = await batchOf(50)
  const plan = (await world.operator.call(previewTransaction, { body: batch })).body
  const answer = await world.transact(order(batch), 'wages-1')
  expect(answer).toMatchObject({ status: 'success', fee_sats: plan.fee_sats, vsize: plan.vsize })
  const seen = await decoded(answer.txid)
  const wanted = new Map(batch.payees.map(one => [one.recipient_address, one.spend_amount]))
  const others = seen.vout.filter(({ scriptPubKey }) => wanted.has(scriptPubKey.address))
  expect(seen.vout).toHaveLength(51)
  expect(new Map(others.map(({ scriptPubKey, value }) => [scriptPubKey.address, satsOf(value)]))).toEqual(wanted)
  expect(seen.vsize).toBe(answer.vsize)
  const entry = await node.rpc<{ fees: { base: number } }>('getmempoolentry', [answer.txid])
  expect(satsOf(entry.fees.base)).toBe(answer.fee_sats)

  expect(await world.transact(order(batch), 'wages-1')).toEqual(answer)
  await world.restart()
  expect(await world.transact(order(batch), 'wages-1')).toEqual(answer)
  expect(await node.rpc<string[]>('getrawmempool')).toEqual([answer.txid])
  const other = { ...batch, payees: batch.payees.slice(1) }
  expect(await world.transact(order(other), 'wages-1')).toMatchObject({ code: 'conflict' })

  const paidSats = batch.payees.reduce((sum, one) => sum + one.spend_amount, 0)
  const sends = (await world.operator.call(listSends)).body
  expect(sends).toMatchObject([
    { txid: answer.txid, amount_sats: paidSats, payees: 50, recipient_address: batch.payees[0]?.recipient_address },
  ])
  expect(await world.balance()).toEqual({ confirmed: 280_000 - paidSats - (answer.fee_sats ?? 0), pending: 0 })
  const labels = String((await world.operator.call(exportLabels)).body)
  const vout = seen.vout.findIndex(one => one.scriptPubKey.address === batch.payees[6]?.recipient_address)
  expect(labels).toContain(JSON.stringify({ type: 'output', ref: `${answer.txid}:${vout}`, label: 'Payee 7' }))
  expect(labels).toContain(JSON.stringify({ type: 'tx', ref: answer.txid, label: 'Wages' }))

  await node.mine(1)
  await world.settle()
  const lines = (await world.history()).filter(line => line.txid === answer.txid)
  expect(lines).toHaveLength(50)
  expect(lines.reduce((sum, line) => sum + line.value_sats, 0)).toBe(-paidSats)
})

test('pays all of them again in its replacement, and reports the sum', async () => {
  const batch = await batchOf(3, 10_000)
  const { txid } = await world.transact(order(batch))
  const raised = await world.transact({ choice: 2, original_tx_id: txid, new_fee_rate: 9 })
  expect(raised.status).toBe('success')
  expect(await node.rpc<string[]>('getrawmempool')).toEqual([raised.txid])
  const paid = (await decoded(raised.txid)).vout.map(one => one.scriptPubKey.address)
  for (const { recipient_address } of batch.payees) expect(paid).toContain(recipient_address)
  expect((await world.operator.call(listSends)).body).toMatchObject([
    { txid: raised.txid, amount_sats: 30_006, payees: 3 },
  ])
})

test('a list paid without a key is not paid a second time within ten minutes unless that is said', async () => {
  const batch = await batchOf(2, 10_000)
  expect((await world.transact(order(batch))).status).toBe('success')
  const [first] = batch.payees
  const again = { ...batch, payees: [first, { ...first, spend_amount: 5000 }] } as Batch
  expect(await world.transact(order(again))).toMatchObject({ code: 'repeated_payment' })
  const single = { choice: 1, recipient_address: first?.recipient_address ?? '', spend_amount: 10_001 } as const
  const one = { ...single, recipient_address: single.recipient_address.toUpperCase(), priority_rate: 3 }
  expect(await world.transact(one as Parameters<World['transact']>[0])).toMatchObject({ code: 'repeated_payment' })
  expect((await world.transact(order({ ...again, repeat: true }))).status).toBe('success')
})
