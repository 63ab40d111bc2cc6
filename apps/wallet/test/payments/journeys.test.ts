import { newAddress } from '@hornets/contract/wallet/addresses'
import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { health, setUp } from '@hornets/contract/wallet/set-up'
import { calculateTxSize, listSends, previewTransaction } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import { RegtestNode } from '../support/bitcoind.ts'
import { nodeSays, openFunded } from '../support/funded-world.ts'
import { payAtOnce } from '../support/many-coins.ts'
import { password, sources, World } from '../support/world.ts'

let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

async function isReplaceable(txid: string): Promise<boolean> {
  const { vin } = await node.rpc<{ vin: { sequence: number }[] }>('getrawtransaction', [txid, true])
  return vin.some(({ sequence }) => sequence < 0xff_ff_ff_fe)
}

const byOutput = (one: { txid: string; vout: number }, other: { txid: string; vout: number }) =>
  one.txid < other.txid ? -1 : one.txid > other.txid ? 1 : one.vout - other.vout

describe.each(sources)('over %s', source => {
  test('a payment shows while it is pending, counts its confirmations, and its sums are right', async () => {
    const world = await World.open(node, { source })
    await world.create()
    const txid = await node.pay(await world.newAddress(), 150_000)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 0, pending: 150_000 })
    expect(await world.history()).toMatchObject([{ txid, value_sats: 150_000, confirmations: 0 }])
    await node.mine(1)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 150_000, pending: 0 })
    await node.mine(2)
    await world.settle()
    expect(await world.history()).toMatchObject([{ txid, confirmations: 3 }])
    const { body } = await world.operator.call(health)
    expect(body).toMatchObject({
      status: 'ok',
      chain_source: source === 'bitcoind' ? 'bitcoind' : 'esplora',
      synced: true,
      wallet: 'unlocked',
      network: 'regtest',
    })
    await world.close()
  })

  test.each(['bip84', 'bip86'] as const)(
    'WAPI-03, WAPI-04, WAPI-06: reports txid, fee and planned size of a payment from %s as the node does',
    async type => {
      const { world } = await openFunded(node, source, 200_000, type)
      const recipient = await node.newAddress()
      const body = { recipient_address: recipient, spend_amount: 60_000, priority_rate: 3.5 }
      const { txSize } = (await world.operator.call(calculateTxSize, { body })).body
      const picture = await world.operator.call(previewTransaction, { body: { choice: 1, ...body } })
      // At the higher rate nothing is left for change.
      for (const priority_rate of [1, 3.5]) {
        const most = { ...body, spend_amount: 199_400, priority_rate }
        const { txSize: size } = (await world.operator.call(calculateTxSize, { body: most })).body
        const { vsize } = (await world.operator.call(previewTransaction, { body: { choice: 1, ...most } })).body
        expect([size, size < txSize]).toEqual([vsize, priority_rate === 3.5])
      }
      const answer = await world.pay(recipient, 60_000, 3.5)
      expect(answer).toMatchObject({ status: 'success', message: 'The network has the transaction' })
      expect(await nodeSays(node, answer.txid)).toEqual({ fee_sats: answer.fee_sats, vsize: answer.vsize })
      expect(await isReplaceable(answer.txid)).toBe(true)
      expect(answer).toMatchObject({ vsize: txSize, fee_sats: feeSatsOf(txSize, 3.5) })
      expect(picture.body).toMatchObject({ vsize: txSize, fee_sats: answer.fee_sats })
      await world.settle()
      expect(await world.balance()).toEqual({ confirmed: 200_000 - 60_000 - (answer.fee_sats ?? 0), pending: 0 })
      const sends = await world.operator.call(listSends)
      expect(sends.body).toMatchObject([{ txid: answer.txid, amount_sats: 60_000, recipient_address: recipient }])
      await node.mine(1)
      await world.settle()
      expect((await world.operator.call(listSends)).body).toEqual([])
      expect((await world.history())[0]).toMatchObject({
        txid: answer.txid,
        value_sats: -60_000,
        output: recipient,
        fee_sats: answer.fee_sats,
      })
      const final = await world.pay(await node.newAddress(), 20_000, 3.5, { enable_rbf: false })
      expect(await isReplaceable(final.txid)).toBe(false)
      await world.close()
    },
  )

  test('the reward of a block is pending until it is 100 blocks deep, and is not spent before', async () => {
    const world = await World.open(node, { source })
    await world.create()
    await node.rpc('generatetoaddress', [1, await world.newAddress()])
    await node.mine(99)
    await world.settle()
    const { confirmed, pending } = await world.balance()
    expect(confirmed).toBe(0)
    expect(pending).toBeGreaterThan(1_000_000)
    const early = await world.pay(await node.newAddress(), 1_000_000)
    expect(early).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
    await node.mine(1)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: pending, pending: 0 })
    expect((await world.pay(await node.newAddress(), 1_000_000, 5, { password })).status).toBe('success')
    await world.close()
  })

  test('removes a coin spent elsewhere by the same words, with the payment that used it', async () => {
    const { world, words } = await openFunded(node, source, 120_000)
    const twin = await World.open(node, { source })
    await twin.operator.call(setUp, { body: { mode: 'restore', words, password } })
    await twin.settle()
    const plan = await twin.context.plans.plan({
      choice: 1,
      recipient_address: await node.newAddress(),
      spend_amount: 30_000,
      priority_rate: 2,
      enable_rbf: true,
      send_all: false,
    })
    const rival = await twin.context.vault.sign(plan)
    const sent = await world.pay(await node.newAddress(), 50_000)
    expect(sent.status).toBe('success')
    await node.rpc('generateblock', [await node.newAddress(), [rival]])
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 120_000 - 30_000 - plan.feeSats, pending: 0 })
    expect((await world.operator.call(listSends)).body).toEqual([])
    expect((await world.history()).find(({ txid }) => txid === sent.txid)?.replaced_by).toBeDefined()
    await twin.close()
    await world.close()
  })

  test('a reorganisation takes a payment back, and another block brings it again', async () => {
    const { world } = await openFunded(node, source, 120_000)
    const tip = await node.rpc<string>('getbestblockhash')
    await world.reorganise(async () => {
      await node.rpc('invalidateblock', [tip])
      for (let count = 0; count < 2; count += 1) await node.rpc('generateblock', [await node.newAddress(), []])
    })
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 0, pending: 120_000 })
    expect((await world.history())[0]?.confirmations).toBe(0)
    await node.mine(2)
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 120_000, pending: 0 })
    expect((await world.history())[0]?.confirmations).toBe(2)
    await world.close()
  })

  test('removes a payment permanently when a reorganisation pays someone else', async () => {
    const world = await World.open(node, { source })
    await world.create()
    const ours = await world.newAddress()
    const coin = (await node.miner<{ txid: string; vout: number; amount: number }[]>('listunspent')).find(
      ({ amount }) => amount > 1,
    )
    const signed = async (address: string, bitcoin: number) => {
      const raw = await node.rpc<string>('createrawtransaction', [[coin], [{ [address]: bitcoin }]])
      return (await node.miner<{ hex: string }>('signrawtransactionwithwallet', [raw])).hex
    }
    const amount = coin?.amount ?? 0
    const toUs = await node.rpc<string>('sendrawtransaction', [
      await signed(ours, Math.round((amount - 0.001) * 1e8) / 1e8),
    ])
    const [block] = await node.mine(1)
    await world.settle()
    expect((await world.balance()).confirmed).toBeGreaterThan(0)
    const rival = await world.reorganise(async () => {
      await node.rpc('invalidateblock', [block])
      const elsewhere = await signed(await node.newAddress(), Math.round((amount - 0.01) * 1e8) / 1e8)
      const txid = await node.rpc<string>('sendrawtransaction', [elsewhere])
      await node.mine(2)
      return txid
    })
    await world.settle()
    expect(await world.balance()).toEqual({ confirmed: 0, pending: 0 })
    expect((await world.history()).find(({ txid }) => txid === toUs)).toMatchObject({ confirmations: 0, dropped: true })
    expect(rival).not.toBe(toUs)
    await world.close()
  })

  test('restores everything from words and passphrase: last address of the gap, change and unconfirmed payments', async () => {
    const world = await World.open(node, { source })
    const passphrase = 'Für alle Fälle'
    const { words = [] } = (await world.operator.call(setUp, { body: { mode: 'create', password, passphrase } })).body
    const given: string[] = []
    while (given.length < 21) given.push((await world.operator.call(newAddress, { body: {} })).body.address)
    await world.settle()
    for (const sats of [300_000, 40_000]) await node.pay(given[19] ?? '', sats)
    await node.mine(1)
    await world.settle()
    const first = await world.pay(await node.newAddress(), 50_000, 3)
    const sent = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 9 })
    expect(sent).toMatchObject({ status: 'success' })
    const received = await node.bumpFee(await node.pay(given[20] ?? '', 70_000, 2), 20)
    await world.settle()
    const [balance, rows] = [await world.balance(), (await world.history()).filter(row => !row.replaced_by)]
    expect(rows.map(({ txid }) => txid)).toEqual(expect.arrayContaining([sent.txid, received]))
    await world.close()

    const restored = await World.open(node, { source })
    await restored.operator.call(setUp, { body: { mode: 'restore', words, passphrase, password } })
    await restored.settle()
    expect(await restored.balance()).toEqual(balance)
    const withoutDate = (list: typeof rows) => list.map(({ date, ...row }) => row).toSorted(byOutput)
    expect(withoutDate(await restored.history())).toEqual(withoutDate(rows))
    expect(given).not.toContain(await restored.newAddress())
    await node.mine(1)
    await restored.settle()
    expect(await restored.balance()).toEqual({ confirmed: balance.confirmed + 70_000, pending: 0 })
    const all = await restored.pay(await node.newAddress(), 1, 3, { send_all: true })
    expect(all.status).toBe('success')
    await restored.close()
  })

  // How coins are spent is the same over any source.
  test.runIf(source === 'bitcoind')(
    '1,000 small coins are swept in one transaction',
    { timeout: 120_000 },
    async () => {
      const world = await World.open(node, { source })
      await world.create()
      const addresses: string[] = []
      while (addresses.length < 20) addresses.push((await world.operator.call(newAddress, { body: {} })).body.address)
      const scripts = addresses.map(address => scriptOfAddress(address, networkTraits('regtest')) ?? '')
      await payAtOnce(
        node,
        Array.from({ length: 1000 }, (_, index) => ({ script: scripts[index % 20] ?? '', sats: 2000 + index })),
      )
      await node.mine(1)
      await world.settle()
      const before = await world.balance()
      const answer = await world.pay(await node.newAddress(), 1, 2, { send_all: true, password })
      expect(answer).toMatchObject({ status: 'success', fee_sats: feeSatsOf(answer.vsize ?? 0, 2) })
      expect(await nodeSays(node, answer.txid)).toEqual({ fee_sats: answer.fee_sats, vsize: answer.vsize })
      const sent = await node.rpc<{ vin: unknown[]; vout: { value: number }[] }>('getrawtransaction', [
        answer.txid,
        true,
      ])
      expect(sent.vin).toHaveLength(1000)
      expect(Math.round((sent.vout[0]?.value ?? 0) * 1e8)).toBe(before.confirmed - (answer.fee_sats ?? 0))
      await node.mine(1)
      await world.settle()
      expect(await world.balance()).toEqual({ confirmed: 0, pending: 0 })
      await world.close()
    },
  )
})
