import { getBalance } from '@hornets/contract/wallet/accounting'
import { expect, test } from 'vitest'
import {
  chain,
  draft,
  finish,
  hexOf,
  hour,
  lineOf,
  passTime,
  pay,
  payment,
  raise,
  receive,
  sends,
  signedElsewhere,
  world,
} from './support/scripted-world.ts'

test('a PSBT that comes back again is answered as before, with its label and an honest audit log', async () => {
  await receive(200_000)
  const { signed, plan } = await draft(payment(50_000, { label: 'Rent' }))
  chain.mood = 'silent'
  const sent = await finish(signed)
  expect(sent).toMatchObject({ status: 'pending', fee_sats: plan.fee_sats })
  expect(await finish(signed)).toEqual(sent)
  chain.mood = 'open'
  await world.settle()
  expect(await finish(signed)).toMatchObject({ status: 'success', txid: sent.txid })
  expect(await lineOf(sent.txid)).toMatchObject({ label: 'Rent' })
  const other = await draft(payment(60_000))
  chain.mood = { reason: 'mempool min fee not met' }
  const refused = await finish(other.signed)
  expect(refused).toMatchObject({ status: 'failed', reason: 'rejected_by_network' })
  expect(await finish(other.signed)).toEqual(refused)
  const [entry] = world.context.audit.newest(1)
  expect(entry).toMatchObject({ action: 'payment.psbt', outcome: 'refused', detail: 'rejected_by_network' })
})

test('a PSBT is not sent an hour after it was given out, nor once its coins have gone elsewhere', async () => {
  await receive(200_000)
  const late = await draft(payment(50_000))
  await passTime(hour)
  expect(await finish(late.signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  const overtaken = await draft(payment(50_000))
  const [coin = ''] = overtaken.plan.inputs.map(({ outpoint }) => outpoint)
  chain.place(await signedElsewhere(payment(80_000), coin), 'mempool')
  await world.settle()
  chain.handed.length = 0
  expect(await finish(overtaken.signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  expect(chain.handed).toEqual([])
})

test('what drafts keep of coins is forgotten with them, so that planning does not slow down with each', async () => {
  for (const sats of [60_000, 90_000, 130_000]) await receive(sats)
  for (const sats of [50_000, 80_000, 120_000]) {
    await draft(payment(sats))
    await passTime(hour)
  }
  const kept = world.context.database.reads.all('SELECT * FROM coin_locks')
  expect(kept).toHaveLength(1)
})

test('a PSBT that replaces a payment is not sent once another spends what came back from that', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  const { signed } = await draft({ choice: 2, original_tx_id: first.txid, new_fee_rate: 20 })
  const next = await pay(30_000)
  expect(next.status).toBe('success')
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  expect(chain.holds(first.txid)).toBe(true)
})

test('a PSBT that its signer has sent by itself is taken as sent when it comes back, however late', async () => {
  await receive(200_000)
  const { signed } = await draft(payment(50_000))
  chain.place(hexOf(signed), 'block')
  // A node that has forgotten its old blocks knows neither it nor its coins.
  chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
  // While the node is behind nothing is offered again.
  chain.synced = false
  await world.settle()
  await passTime(2 * hour)
  const answer = await finish(signed)
  expect(answer).toMatchObject({ status: 'success' })
  expect(await finish(signed)).toEqual(answer)
  expect(await lineOf(answer.txid)).toMatchObject({ value_sats: -50_000, confirmations: 1 })
})

test('a PSBT is not sent once the payment whose change it spends has been replaced', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  const { signed } = await draft(payment(30_000))
  expect((await raise(2, first.txid, 20)).status).toBe('success')
  await world.settle()
  const before = (await world.operator.call(getBalance)).body
  chain.mood = 'silent'
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  expect((await world.operator.call(getBalance)).body).toEqual(before)
})

test('a PSBT is not sent while a replacement waits that would take its coins away', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  const { signed } = await draft(payment(30_000))
  chain.mood = 'silent'
  expect((await raise(2, first.txid, 20)).status).toBe('pending')
  chain.mood = 'open'
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  await world.settle()
  expect(await sends()).toMatchObject([[expect.any(String), 'success']])
})
