import { getBalance, listCoins } from '@hornets/contract/wallet/accounting'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { dropPsbt, finishPsbt, listSends } from '@hornets/contract/wallet/spending'
import { expect, test } from 'vitest'
import { parseTransaction, serialiseTransaction } from '../../src/coins/raw-transaction.ts'
import {
  chain,
  draft,
  finish,
  hexOf,
  hour,
  lineOf,
  openScriptedWorlds,
  passTime,
  pay,
  payment,
  raise,
  receive,
  sends,
  signedElsewhere,
  world,
} from '../support/scripted-world.ts'

openScriptedWorlds()

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
  const entries = world.context.audit.newest(3)
  for (const entry of entries)
    expect(entry).toMatchObject({ action: 'payment.psbt', outcome: 'done', detail: sent.txid })
})

test('a PSBT with a signature that is wrong or missing is refused, and nothing is written down', async () => {
  await receive(200_000)
  const { signed } = await draft(payment(50_000))
  const { inputs, ...frame } = parseTransaction(hexOf(signed))
  const withSignature = (signature: string) =>
    serialiseTransaction({
      ...frame,
      inputs: inputs.map(input => ({ ...input, witness: [signature, input.witness[1] ?? ''] })),
    })
  chain.mood = 'silent'
  const [right = ''] = inputs[0]?.witness ?? []
  for (const wrong of [`${right.slice(0, -4)}0001`, '']) {
    const reply = await world.operator.call(finishPsbt, { body: { psbt: withSignature(wrong) } })
    expect(reply).toMatchObject({ status: 400, body: { error: walletMessages.signaturesWrong } })
  }
  expect(await sends()).toEqual([])
  expect((await finish(signed)).status).toBe('pending')
})

test('accepts a finished transaction or a hex PSBT from a signer', async () => {
  for (const sats of [100_000, 60_000]) await receive(sats)
  const [one, other] = [await draft(payment(80_000)), await draft(payment(40_000))]
  expect((await finish(`${hexOf(one.signed).toUpperCase()}\n`)).status).toBe('success')
  expect((await finish(Buffer.from(other.signed, 'base64').toString('hex'))).status).toBe('success')
  for (const nothing of ['', 'ab', '70736274ff', `${hexOf(one.signed)}00`])
    expect((await world.operator.call(finishPsbt, { body: { psbt: nothing } })).status).toBe(400)
})

test('a PSBT that nodes refuse is not called failed, since its signer can send it: it is kept until it is taken back', async () => {
  await receive(100_000)
  const { signed } = await draft(payment(50_000))
  chain.mood = { reason: 'mempool min fee not met' }
  const kept = await finish(signed)
  const says = { template: refusals.signedElsewhere.template, figures: { network_reason: 'mempool min fee not met' } }
  expect(kept).toMatchObject({ status: 'pending', ...says })
  expect(await finish(signed)).toEqual(kept)
  await world.settle()
  expect((await world.operator.call(listSends)).body).toMatchObject([{ txid: kept.txid, status: 'pending', ...says }])
  expect((await world.operator.call(listCoins)).body.filter(({ outpoint }) => !outpoint.startsWith(kept.txid))).toEqual(
    [],
  )
  // Even if nodes do not know its coins: its signer may know better.
  chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
  await world.settle()
  expect(await sends()).toEqual([[kept.txid, 'pending']])
  chain.mood = 'open'
  const back = await raise(3, kept.txid, 20)
  expect(back.status).toBe('success')
  await world.settle()
  expect(await sends()).toEqual([[back.txid, 'success']])
  expect(await finish(signed)).toMatchObject({ status: 'pending', figures: { txid: back.txid } })
})

test('a PSBT whose first answer was lost and that nodes refuse then says so, and is sent once they take it', async () => {
  await receive(100_000)
  const { signed } = await draft(payment(50_000))
  chain.mood = 'silent'
  const { txid } = await finish(signed)
  chain.mood = { reason: 'mempool min fee not met' }
  await world.settle()
  expect(await finish(signed)).toMatchObject({ status: 'pending', template: refusals.signedElsewhere.template })
  chain.mood = 'open'
  await world.settle()
  expect(await sends()).toEqual([[txid, 'success']])
})

test('refuses a PSBT whose coins were spent, but lists it as pending if its signer sends it', async () => {
  await receive(200_000)
  const overtaken = await draft(payment(50_000))
  const [coin = ''] = overtaken.plan.inputs.map(({ outpoint }) => outpoint)
  chain.place(await signedElsewhere(payment(80_000), coin), 'mempool')
  await world.settle()
  chain.handed.length = 0
  const refused = await finish(overtaken.signed)
  expect(refused).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  expect(chain.handed).toEqual([])
  expect(await finish(overtaken.signed)).toEqual(refused)
  const [entry] = world.context.audit.newest(1)
  expect(entry).toMatchObject({ action: 'payment.psbt', outcome: 'refused', detail: 'coin_not_spendable' })
  chain.place(hexOf(overtaken.signed), 'mempool')
  await world.settle()
  const { txid } = parseTransaction(hexOf(overtaken.signed))
  expect(await sends()).toEqual([[txid, 'success']])
  expect(await finish(overtaken.signed)).toMatchObject({ status: 'success', txid })
  expect((await raise(3, txid, 30)).status).toBe('success')
})

test('sends a late PSBT while its coins are free, regardless of later exports', async () => {
  for (const sats of [60_000, 90_000]) await receive(sats)
  const late = await draft(payment(50_000))
  await passTime(hour)
  await draft(payment(80_000))
  await passTime(2 * hour)
  expect((await finish(late.signed)).status).toBe('success')
})

test('forgets reserved coins with their drafts, so that planning stays fast', async () => {
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

test('marks a PSBT broadcast by its signer as sent when it is imported', async () => {
  await receive(200_000)
  const { signed } = await draft(payment(50_000))
  chain.place(hexOf(signed), 'block')
  // A pruned node knows neither it nor its coins.
  chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
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

test('a PSBT that is refused while a payment before it is forgotten is taken once that is back', async () => {
  const parent = await receive(100_000, 'mempool')
  await receive(70_000)
  const coins = [`${parent}:0`]
  const { signed } = await draft(payment(50_000, { coins }))
  const parentHex = chain.evict(parent)
  await world.settle()
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  chain.place(parentHex, 'mempool')
  await world.settle()
  expect(await world.transact(payment(50_000, { coins }))).toMatchObject({ reason: 'coin_not_spendable' })
  expect(await finish(signed)).toMatchObject({ status: 'success' })
})

test('twenty-five PSBTs in a row that are given up leave a change address for the next payment', async () => {
  await receive(100_000)
  for (let round = 0; round < 25; round += 1) {
    const { signed } = await draft(payment(50_000 + round))
    await world.operator.call(dropPsbt, { body: { txid: parseTransaction(hexOf(signed)).txid } })
  }
  expect((await pay(50_000)).status).toBe('success')
})

test('frees all coins of an abandoned PSBT, and accepts it later while they are unspent', async () => {
  for (let coin = 0; coin < 5; coin += 1) await receive(10_000)
  const drop = (txid: string) => world.operator.call(dropPsbt, { body: { txid } })
  expect(await drop('ab'.repeat(32))).toMatchObject({ status: 404, body: { error: walletMessages.psbtUnknown } })
  const locked = async () => (await world.operator.call(listCoins)).body.filter(coin => coin.locked).length
  const first = await draft(payment(40_000))
  expect(await locked()).toBe(5)
  const { txid } = parseTransaction(hexOf(first.signed))
  expect((await drop(txid)).status).toBe(200)
  expect(await locked()).toBe(0)
  expect((await drop(txid)).status).toBe(200)
  expect(await finish(first.signed)).toMatchObject({ status: 'success', txid })
  expect((await drop(txid)).status).toBe(200)
  expect(await sends()).toEqual([[txid, 'success']])
})
