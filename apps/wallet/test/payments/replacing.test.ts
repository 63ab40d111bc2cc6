import { finalConfirmations } from '@hornets/contract/wallet/accounting'
import { feeWord } from '@hornets/contract/wallet/confirmations'
import { calculateTxSize, listSends, previewTransaction } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { nodeSays, openFunded } from '../support/funded-world.ts'
import { password, sources, World } from '../support/world.ts'

let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

describe.each(sources)('over %s', source => {
  test('WAPI-03, WAPI-05: a replacement at the lowest rate named is taken by the node’s own policy; one below is refused', async () => {
    const { world } = await openFunded(node, source, 200_000)
    const first = await world.pay(await node.newAddress(), 60_000, 4)
    const tooLow = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 4.01 })
    expect(tooLow).toMatchObject({ status: 'failed', reason: 'fee_too_low', txid: '' })
    const size = (await world.operator.call(calculateTxSize, { body: { original_tx_id: first.txid } })).body
    expect(size).toEqual({ txSize: first.vsize })
    const asked = { choice: 2, original_tx_id: first.txid, new_fee_rate: 9 } as const
    const { lowest_rate = 0, lowest_fee_sats } = (await world.operator.call(previewTransaction, { body: asked })).body
    expect(tooLow.figures).toEqual({ rate: 4.01, lowest_rate, lowest_fee_sats })
    const second = await world.transact({ ...asked, new_fee_rate: lowest_rate })
    expect(second).toMatchObject({ status: 'success', fee_sats: lowest_fee_sats })
    expect(await nodeSays(node, second.txid)).toEqual({ fee_sats: second.fee_sats, vsize: second.vsize })
    await world.settle()
    expect((await world.operator.call(listSends)).body).toMatchObject([{ txid: second.txid, replaces: first.txid }])
    const rows = await world.history()
    expect(rows.find(({ txid }) => txid === first.txid)?.replaced_by).toBe(second.txid)
    const again = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 20 })
    expect(again).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
    await node.mine(1)
    await world.settle()
    expect((await world.balance()).confirmed).toBe(200_000 - 60_000 - (second.fee_sats ?? 0))
    const late = await world.transact({ choice: 2, original_tx_id: second.txid, new_fee_rate: 30 })
    expect(late).toMatchObject({ status: 'failed', reason: 'already_confirmed' })
    await world.close()
  })

  test('refuses to replace a payment without RBF opt-in, or an unknown one', async () => {
    const { world } = await openFunded(node, source, 200_000)
    const { txid } = await world.pay(await node.newAddress(), 60_000, 4, { enable_rbf: false })
    expect(await world.transact({ choice: 2, original_tx_id: txid, new_fee_rate: 9 })).toMatchObject({
      status: 'failed',
      reason: 'not_replaceable',
    })
    expect(await world.transact({ choice: 2, original_tx_id: 'ab'.repeat(32), new_fee_rate: 9 })).toMatchObject({
      status: 'failed',
      reason: 'unknown_transaction',
    })
    await world.close()
  })

  test('a reorganisation that brings a cancelled payment back finds it unpaid by any further attempt', async () => {
    const { world } = await openFunded(node, source, 200_000)
    const recipient = await node.newAddress()
    const order = { choice: 1, recipient_address: recipient, spend_amount: 60_000, priority_rate: 4 } as const
    const attempt = (key: string) => world.transact({ ...order, enable_rbf: true }, key)
    const first = await attempt('refund-7')
    const raw = await node.rpc<string>('getrawtransaction', [first.txid])
    const back = await world.transact({ choice: 3, original_tx_id: first.txid, new_fee_rate: 20 })
    await node.mine(finalConfirmations - 1)
    await world.settle()
    expect(await attempt('refund-7')).toMatchObject({ status: 'pending', figures: { txid: back.txid } })
    expect(await attempt('refund-7.2')).toMatchObject({ code: 'conflict' })
    await world.reorganise(async () => {
      const lowest = (await node.rpc<number>('getblockcount')) - finalConfirmations + 2
      await node.rpc('invalidateblock', [await node.rpc<string>('getblockhash', [lowest])])
      await node.rpc('generateblock', [await node.newAddress(), [raw]])
      await node.mine(finalConfirmations)
    })
    await world.settle()
    expect(await attempt('refund-7')).toMatchObject({ status: 'success', txid: first.txid })
    expect(await attempt('refund-7.2')).toMatchObject({ code: 'conflict' })
    expect(await node.miner('getreceivedbyaddress', [recipient])).toBe(0.0006)
    await world.close()
  })

  test('a cancelled payment comes back, less the lowest fee that the node takes', async () => {
    const { world } = await openFunded(node, source, 200_000)
    const first = await world.pay(await node.newAddress(), 60_000, 4)
    const tooLow = await world.transact({ choice: 3, original_tx_id: first.txid, new_fee_rate: 4.01 })
    expect(tooLow).toMatchObject({ status: 'failed', reason: 'fee_too_low' })
    const { lowest_rate, lowest_fee_sats } = tooLow.figures ?? {}
    const cancelled = await world.transact({ choice: 3, original_tx_id: first.txid, new_fee_rate: Number(lowest_rate) })
    expect(cancelled).toMatchObject({ status: 'success', fee_sats: lowest_fee_sats })
    await node.mine(1)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 200_000 - (cancelled.fee_sats ?? 0), pending: 0 })
    await world.close()
  })

  test('a slow incoming payment is lifted by a child (CPFP)', async () => {
    const world = await World.open(node, { source })
    await world.create()
    const parent = await node.pay(await world.newAddress(), 600_000, 1)
    await world.settle()
    const child = await world.transact({ choice: 4, original_tx_id: parent, new_fee_rate: 10 })
    expect(child.status).toBe('success')
    const both = await node.rpc<{ ancestorsize: number; fees: { ancestor: number } }>('getmempoolentry', [child.txid])
    const rate = Math.round(both.fees.ancestor * 1e8) / both.ancestorsize
    expect(rate).toBeGreaterThanOrEqual(10)
    expect(rate).toBeLessThan(10.05)
    const lineOf = async (txid: string) => (await world.history()).find(line => line.txid === txid)
    expect(await lineOf(parent)).toMatchObject({ confirmations: 0, helped_by: child.txid, package_rate: 10 })
    // The payer's node may have combined many small coins, and the child has paid for that size.
    const confirmed = { password, fee_word: feeWord }
    const dearer = await world.transact({ choice: 2, original_tx_id: child.txid, new_fee_rate: 200, ...confirmed })
    expect(dearer).toMatchObject({ status: 'success' })
    expect(await lineOf(parent)).toMatchObject({ helped_by: dearer.txid })
    expect(await lineOf(parent)).not.toHaveProperty('package_rate')
    await node.mine(1)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 600_000 - (dearer.fee_sats ?? 0), pending: 0 })
    expect(await lineOf(parent)).not.toHaveProperty('helped_by')
    await world.close()
  })

  test('raises a slow payment to the requested rate, even if its parents pay more', async () => {
    const { world } = await openFunded(node, source, 200_000)
    const dear = await world.pay(await node.newAddress(), 50_000, 50)
    await world.settle()
    const slow = await world.pay(await node.newAddress(), 20_000, 1)
    await world.settle()
    const child = await world.transact({ choice: 4, original_tx_id: slow.txid, new_fee_rate: 20 })
    expect(child.status).toBe('success')
    const [paid, weighs] = [(child.fee_sats ?? 0) + (slow.fee_sats ?? 0), (child.vsize ?? 0) + (slow.vsize ?? 0)]
    expect(paid).toBe(weighs * 20)
    const entry = await node.rpc<{ ancestorcount: number }>('getmempoolentry', [child.txid])
    expect([entry.ancestorcount, dear.status]).toEqual([3, 'success'])
    await world.close()
  })

  test('an incoming payment that its payer replaces is not counted twice', async () => {
    const world = await World.open(node, { source })
    await world.create()
    const first = await node.pay(await world.newAddress(), 90_000, 2)
    await world.settle()
    const txid = await node.bumpFee(first, 20)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 0, pending: 90_000 })
    const rows = await world.history()
    expect(rows.find(row => row.txid === first)).toMatchObject({ replaced_by: txid, confirmations: 0 })
    expect(rows.find(row => row.txid === txid)).toMatchObject({ value_sats: 90_000 })
    await node.mine(1)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 90_000, pending: 0 })
    await world.close()
  })
})
