import { exportHistory, getBalanceHistory } from '@hornets/contract/wallet/accounting'
import { saveLabel } from '@hornets/contract/wallet/addresses'
import { unlock } from '@hornets/contract/wallet/set-up'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { password, World } from './support/world.ts'

const dayMs = 24 * 60 * 60_000
let node: RegtestNode
let world: World
let clockMs = 0

beforeAll(async () => {
  node = await RegtestNode.start()
  clockMs = Math.floor(Date.now() / dayMs + 0.5) * dayMs + dayMs / 2
}, 60_000)
afterAll(() => node?.stop())
beforeEach(async () => {
  world = await World.open(node, { now: () => clockMs })
  await world.create()
})
afterEach(() => world?.close())

async function mineAfter(days: number): Promise<string> {
  clockMs += days * dayMs
  await node.rpc('setmocktime', [Math.floor(clockMs / 1000)])
  await node.mine(1)
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
  await world.settle()
  return new Date(clockMs).toISOString().slice(0, 10)
}
const history = async (days?: number) =>
  (await world.operator.call(getBalanceHistory, { query: days === undefined ? {} : { days } })).body
async function csv(separator: 'comma' | 'semicolon' = 'comma'): Promise<string[][]> {
  const response = await fetch(`${world.url}${exportHistory.path}?separator=${separator}`, {
    headers: { authorization: `Bearer ${await world.operator.signIn()}` },
  })
  expect(response.headers.get('content-disposition')).toContain('attachment')
  const lines = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map(line => line.split(separator === 'comma' ? ',' : ';'))
}

test('the balance of each day is what its blocks left, to the satoshi, and the file ends with it', async () => {
  expect(await history()).toEqual({ opening_sats: 0, days: [], undated_sats: 0 })
  const address = await world.newAddress()
  await node.pay(address, 200_000)
  const first = await mineAfter(1)
  await node.pay(await world.newAddress(), 50_000)
  const recipient = await node.newAddress()
  const paid = await world.pay(recipient, 120_000, 4)
  expect(paid.status).toBe('success')
  await world.settle()
  expect((await history()).days).toEqual([{ day: first, sats: 200_000 }])
  const second = await mineAfter(3)
  const left = 130_000 - (paid.fee_sats ?? 0)
  expect(await history()).toEqual({
    opening_sats: 0,
    days: [
      { day: first, sats: 200_000 },
      { day: second, sats: left },
    ],
    undated_sats: 0,
  })
  expect((await world.balance()).confirmed).toBe(left)
  expect(await history(2)).toEqual({ opening_sats: 200_000, days: [{ day: second, sats: left }], undated_sats: 0 })

  await world.operator.call(saveLabel, { body: { type: 'tx', ref: paid.txid, label: '=HYPERLINK("x")' } })
  await world.operator.call(saveLabel, { body: { type: 'addr', ref: address, label: 'Till' } })
  await node.pay(await world.newAddress(), 10_000)
  await world.settle()
  const [head, ...rows] = await csv('semicolon')
  expect(head).toEqual('date txid amount_sats fee_sats address label block_height balance_after_sats'.split(' '))
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatchObject({ 2: '200000', 3: '', 4: address, 5: 'Till', 7: '200000' })
  expect(rows[0]?.[0]).toBe(`${first}T12:00:00.000Z`)
  const ours = rows.find(([, txid]) => txid === paid.txid) ?? []
  expect(ours).toMatchObject({ 2: '-120000', 3: String(paid.fee_sats), 4: recipient })
  expect(ours[5]).toBe(`"'=HYPERLINK(""x"")"`)
  expect(rows.filter(row => row[6] !== '').at(-1)?.[7]).toBe(String(left))
  expect(rows.at(-1)).toMatchObject({ 2: '10000', 6: '', 7: '' })
  expect((await csv()).map(row => row[1])).toEqual([head, ...rows].map(row => row?.[1]))
})

test('a block that is undone takes its day with it', async () => {
  await node.pay(await world.newAddress(), 60_000)
  const day = await mineAfter(1)
  const before = await history()
  expect(before.days).toEqual([{ day, sats: 60_000 }])
  await node.pay(await world.newAddress(), 70_000)
  await mineAfter(1)
  expect(await history()).not.toEqual(before)
  const undone = await node.rpc<string>('getbestblockhash')
  await node.rpc('invalidateblock', [undone])
  await node.rpc('syncwithvalidationinterfacequeue')
  await world.settle()
  expect(await history()).toEqual(before)
  await node.rpc('reconsiderblock', [undone])
})

test('it is added up once however often it is looked at', async () => {
  await node.pay(await world.newAddress(), 60_000)
  await mineAfter(1)
  const { database } = world.context
  await history()
  const asked = vi.spyOn(database.reads, 'all')
  for (const days of [7, 30, 365, undefined]) await history(days)
  expect(asked.mock.calls.filter(([sql]) => /GROUP BY t.block_height/.test(String(sql)))).toEqual([])
  asked.mockRestore()
})
