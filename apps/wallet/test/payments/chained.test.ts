import { getBalance, listCoins } from '@hornets/contract/wallet/accounting'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { expect, test } from 'vitest'
import {
  chain,
  lineOf,
  openScriptedWorlds,
  pay,
  payment,
  raise,
  receive,
  sends,
  world,
} from '../support/scripted-world.ts'

openScriptedWorlds()

/** Someone's unconfirmed payment to us, our payment that spends it, and a replacement of the first. */
async function builtOnSand() {
  await receive(40_000)
  const sand = await receive(150_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  const ask = () => world.transact(payment(170_000, { coins }), 'once')
  const paid = await ask()
  expect(paid.status).toBe('success')
  await world.settle()
  const sandHex = world.context.chainBook.find(sand)?.raw ?? ''
  return { ask, paid, sandHex, instead: chain.replacementOf(sandHex) }
}

test('keeps children of a payment replaced in a mempool waiting, and pays once if it confirms', async () => {
  const { ask, paid, sandHex, instead } = await builtOnSand()
  chain.evict(paid.txid)
  chain.place(instead, 'mempool')
  await world.settle()
  expect(await sends()).toEqual([[paid.txid, 'pending']])
  expect(await ask()).toMatchObject({ status: 'pending', txid: paid.txid })
  expect(await pay(30_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  chain.place(sandHex, 'block')
  await world.settle()
  expect(await ask()).toMatchObject({ status: 'success', txid: paid.txid })
})

test('loses children of a payment replaced in a block, also after that block is undone', async () => {
  const { ask, paid, sandHex, instead } = await builtOnSand()
  chain.evict(paid.txid)
  chain.place(instead, 'block')
  await world.settle()
  expect(await lineOf(paid.txid)).toMatchObject({ dropped: true })
  expect(await ask()).toMatchObject({ status: 'pending', template: refusals.lost.template })
  const again = await pay(30_000)
  expect(again.status).toBe('success')
  chain.handed.length = 0
  chain.place(sandHex, 'block')
  for (let round = 0; round < 2; round += 1) await world.settle()
  expect(chain.handed).toEqual([])
  expect(await sends()).toEqual([[again.txid, 'success']])
})

test('keeps a child of a forgotten incoming payment waiting, and sends both again', async () => {
  const slow = await receive(150_000, 'mempool')
  const child = await raise(4, slow, 10)
  expect(child.status).toBe('success')
  await world.settle()
  const slowHex = chain.evict(slow)
  chain.evict(child.txid)
  await world.settle()
  expect(await lineOf(slow)).toMatchObject({ dropped: true })
  expect(await sends()).toEqual([[child.txid, 'pending']])
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: 0 })
  chain.place(slowHex, 'mempool')
  chain.handed.length = 0
  await world.settle()
  expect(chain.handed).toEqual([child.txid])
  expect(await lineOf(slow)).toMatchObject({ helped_by: child.txid })
})

test('change of a payment out of coins that nodes forget counts for nothing until they are back', async () => {
  const slow = await receive(150_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  const paid = await world.transact(payment(50_000, { coins }))
  await world.settle()
  const slowHex = chain.evict(slow)
  const paidHex = chain.evict(paid.txid)
  await world.settle()
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: 0 })
  expect((await world.operator.call(listCoins)).body).toEqual([])
  for (const hex of [slowHex, paidHex]) chain.place(hex, 'mempool')
  await world.settle()
  const left = 150_000 - 50_000 - (paid.fee_sats ?? 0)
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: left })
})

test('builds nothing on a payment outside every mempool, which could not be cancelled', async () => {
  await receive(200_000)
  chain.mood = 'silent'
  const { txid } = await pay(50_000)
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  expect(coins).toHaveLength(1)
  expect(await world.transact(payment(20_000, { coins }))).toMatchObject({ reason: 'coin_not_spendable' })
  chain.mood = { reason: 'min relay fee not met', only: txid }
  expect((await raise(3, txid, 20)).status).toBe('success')
})
