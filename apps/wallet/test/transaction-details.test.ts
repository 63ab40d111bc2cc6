import { getTransaction, type TransactionDetails } from '@hornets/contract/wallet/transaction-details'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { World } from './support/world.ts'

let node: RegtestNode
let world: World
beforeAll(async () => {
  node = await RegtestNode.start()
  world = await World.open(node)
  await world.create()
}, 60_000)
afterAll(async () => {
  await world?.close()
  await node?.stop()
})

interface Decoded {
  readonly hex: string
  readonly vsize: number
  readonly weight: number
}
const ask = (txid: string) => world.operator.call(getTransaction, { query: { txid } })
const detailsOf = async (txid: string): Promise<TransactionDetails> => (await ask(txid)).body

test('one that is not in the book is not found', async () => {
  expect(await ask('ab'.repeat(32))).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('CONST-07: reports inputs, outputs, size, fee, block, replacement and spender as the node does', async () => {
  const own = await world.newAddress()
  const funding = await node.pay(own, 200_000)
  await world.settle()
  const { fees } = await node.rpc<{ fees: { base: number } }>('getmempoolentry', [funding])
  const incoming = await detailsOf(funding)
  expect(incoming).toMatchObject({ state: 'pending', confirmations: 0, fee_sats: Math.round(fees.base * 1e8) })
  expect(incoming.whole?.inputs.map(({ own, known }) => [own, known])).toEqual([[false, false]])
  await node.mine(1)
  await world.settle()

  const recipient = await node.newAddress()
  const first = await world.pay(recipient, 50_000, 3)
  const raised = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 9 })
  expect(await detailsOf(first.txid)).toMatchObject({ state: 'replaced', replaced_by: raised.txid, replaces: [] })
  await node.mine(3)
  await world.settle()

  const { hex, vsize, weight } = await node.rpc<Decoded>('getrawtransaction', [raised.txid, true])
  const paid = await detailsOf(raised.txid)
  expect(paid).toMatchObject({
    txid: raised.txid,
    state: 'confirmed',
    confirmations: 3,
    fee_sats: raised.fee_sats,
    replaces: [first.txid],
    whole: {
      hex,
      vsize,
      weight,
      signals_replacement: true,
      inputs: [{ own: true, known: true, address: own, value_sats: 200_000 }],
    },
  })
  expect(paid.block?.hash).toBe(await node.rpc<string>('getblockhash', [paid.block?.height]))
  expect(paid.outputs.map(({ to, value_sats }) => [to, value_sats])).toEqual(
    expect.arrayContaining([
      ['others', 50_000],
      ['change', 200_000 - 50_000 - (raised.fee_sats ?? 0)],
    ]),
  )
  expect((await detailsOf(funding)).outputs.find(({ to }) => to === 'receiving')).toMatchObject({
    address: own,
    value_sats: 200_000,
    spent_by: raised.txid,
  })
})
