import { getBalance, listCoins } from '@hornets/contract/wallet/accounting'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { listAudit } from '@hornets/contract/wallet/sign-in'
import { abandonTransaction, listSends } from '@hornets/contract/wallet/spending'
import { expect, test } from 'vitest'
import { chain, lineOf, openScriptedWorlds, pay, payment, receive, sends, world } from '../support/scripted-world.ts'

openScriptedWorlds()

const abandon = (txid: string) => world.operator.call(abandonTransaction, { body: { txid } })

async function zombie() {
  await receive(40_000)
  const sand = await receive(150_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  const ask = () => world.transact(payment(170_000, { coins }), 'once')
  const paid = await ask()
  await world.settle()
  const sandHex = chain.evict(sand)
  const paidHex = chain.evict(paid.txid)
  await world.settle()
  return { ask, paid, sandHex, paidHex }
}

test('a payment whose parent was spent elsewhere says so, can be abandoned, and is never offered again', async () => {
  const { ask, paid, sandHex } = await zombie()
  expect((await world.operator.call(listSends)).body).toMatchObject([{ txid: paid.txid, orphaned: true }])
  expect(await pay(30_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  expect((await abandon(paid.txid)).body).toEqual({ abandoned: [paid.txid] })
  expect(await sends()).toEqual([])
  expect(await lineOf(paid.txid)).toMatchObject({ dropped: true })
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 40_000, pending: 0 })
  expect(await ask()).toMatchObject({ status: 'pending', template: refusals.abandoned.template })
  const entry = { action: 'payment.abandon', outcome: 'done', detail: paid.txid }
  expect((await world.operator.call(listAudit)).body).toContainEqual(expect.objectContaining(entry))
  expect((await pay(30_000)).status).toBe('success')
  chain.handed.length = 0
  chain.place(sandHex, 'block')
  await world.settle()
  await world.restart()
  expect(chain.handed).toEqual([])
})

test('marks an abandoned payment as paid if someone else broadcast it', async () => {
  const { ask, paid, sandHex, paidHex } = await zombie()
  await abandon(paid.txid)
  chain.place(sandHex, 'block')
  chain.place(paidHex, 'block')
  await world.settle()
  expect(await ask()).toMatchObject({ status: 'success', txid: paid.txid })
})

test('cancels rather than abandons a payment with known coins, and neither if unknown', async () => {
  await receive(200_000)
  chain.mood = 'silent'
  const { txid } = await pay(50_000)
  expect((await world.operator.call(listSends)).body[0]).not.toHaveProperty('orphaned')
  expect((await abandon(txid)).body).toMatchObject({ template: refusals.notOrphaned.template })
  expect((await abandon('ab'.repeat(32))).body).toMatchObject({ code: 'not_found' })
  expect(await sends()).toEqual([[txid, 'pending']])
})
