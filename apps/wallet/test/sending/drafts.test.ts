import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { expect, test } from 'vitest'
import { parseTransaction, serialiseTransaction } from '../../src/coins/raw-transaction.ts'
import { type Desk, openDesk, payee, payment, raise } from '../support/desk.ts'

const hour = 60 * 60_000
const says = (refusal: { readonly template: string }) => ({ template: refusal.template })

async function drafted(desk: Desk, request = payment(60_000), confirmed = {}) {
  const { plan, txid } = await desk.drafts.make(request, confirmed)
  return { plan, txid, raw: await desk.sign(plan) }
}
function witnessed(raw: string, ...witness: string[]): string {
  const { inputs, ...frame } = parseTransaction(raw)
  return serialiseTransaction({ ...frame, inputs: inputs.map(input => ({ ...input, witness })) })
}

test("reserves a draft's coins for an hour, and records it as requested without a payment", async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { plan, txid } = await drafted(desk, payment(60_000, { label: 'Rent' }), { fee_word: 'FEE' })
  expect(desk.free()).toEqual([])
  expect(desk.store.findByTxid(txid)).toMatchObject({
    state: 'draft',
    raw: null,
    signed_elsewhere: 1,
    idempotency_key: null,
    amount_sats: 60_000,
    recipient: payee,
    fee_sats: plan.feeSats,
    outflow_sats: 0,
  })
  expect(desk.labels.find('tx', txid)).toBe('Rent')
  expect(desk.guard.asked).toMatchObject([{ spend: { amountSats: 60_000 }, by: { fee_word: 'FEE' } }])
  expect(desk.sends.spentSince(0)).toBe(0)
  expect(desk.sends.listOnTheirWay({ limit: 10, offset: 0 })).toEqual([])
  desk.clock.ms += hour - 60_000
  expect(desk.free()).toEqual([])
  desk.clock.ms += 60_000
  expect(desk.free()).toEqual([100_000])
})

test('reserves a change address for a draft until it is dropped', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const changeOf = ({ plan }: Awaited<ReturnType<typeof drafted>>) => plan.outputs.find(one => one.change)?.script
  const one = await drafted(desk)
  const other = await drafted(desk, payment(50_000))
  expect(changeOf(one)).toEqual(expect.any(String))
  expect(changeOf(other)).not.toBe(changeOf(one))
  await desk.drafts.drop(one.txid)
  expect(desk.free()).toEqual([90_000])
  expect(changeOf(await drafted(desk, payment(61_000)))).toBe(changeOf(one))
  await expect(desk.drafts.drop('ab'.repeat(32))).rejects.toMatchObject({
    code: 'not_found',
    message: walletMessages.psbtUnknown,
  })
})

test('sends a signed draft once with its label and book entry, and repeats its answer', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw, txid, plan } = await drafted(desk)
  const answer = await desk.drafts.finish(raw)
  expect(answer).toMatchObject({ txid, status: 'success', fee_sats: plan.feeSats, vsize: parseTransaction(raw).vsize })
  expect(desk.steps).toEqual(['recorded', 'broadcast', 'accepted'])
  expect(desk.store.findByTxid(txid)).toMatchObject({ state: 'sent', raw })
  expect(desk.free()).toEqual([40_000 - plan.feeSats])
  expect(desk.coins.page({ limit: 1000, offset: 0 }).every(({ locked }) => !locked)).toBe(true)
  expect(await desk.drafts.finish(raw)).toEqual(answer)
  expect(desk.chain.handed).toEqual([txid])
})

test('sends nothing that was never drafted, and nothing without a chain', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw } = await drafted(desk)
  const { outputs, ...frame } = parseTransaction(raw)
  const other = serialiseTransaction({ ...frame, outputs: outputs.slice(1) })
  await expect(desk.drafts.finish(other)).rejects.toMatchObject({ code: 'not_found' })
  const offline = await openDesk({ isOffline: true })
  await expect(offline.drafts.finish(raw)).rejects.toMatchObject({
    code: 'unavailable',
    message: walletMessages.chainOffline,
  })
})

test('a signature that is wrong or missing is refused, and the draft can still come back', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw } = await drafted(desk)
  const [signature = '', key = ''] = parseTransaction(raw).inputs[0]?.witness ?? []
  for (const wrong of [`${signature.slice(0, -4)}0001`, ''])
    await expect(desk.drafts.finish(witnessed(raw, wrong, key))).rejects.toMatchObject({
      code: 'bad_request',
      message: walletMessages.signaturesWrong,
    })
  expect(desk.steps).toEqual([])
  expect((await desk.drafts.finish(raw)).status).toBe('success')
})

test('keeps refused drafts waiting with the reason, since their signer can broadcast them', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw, txid } = await drafted(desk)
  desk.chain.mood = { reason: 'mempool min fee not met' }
  const why = { txid, status: 'pending', ...says(refusals.signedElsewhere) }
  expect(await desk.drafts.finish(raw)).toMatchObject({
    ...why,
    figures: { network_reason: 'mempool min fee not met' },
  })
  expect(desk.chainBook.find(txid)?.state).toBe('recorded')
  desk.chain.mood = { reason: 'bad luck' }
  await desk.settle()
  expect(await desk.drafts.finish(raw)).toMatchObject({ ...why, figures: { network_reason: 'bad luck' } })
  desk.chain.mood = 'open'
  await desk.settle()
  expect((await desk.drafts.finish(raw)).status).toBe('success')
})

test('a draft whose coins went elsewhere is refused', async () => {
  const desk = await openDesk()
  for (const sats of [50_000, 50_000]) await desk.receive(sats)
  const { raw, txid, plan } = await drafted(desk, payment(80_000))
  desk.clock.ms += hour
  const [coin] = plan.inputs
  const paid = await desk.pay(payment(30_000, { coins: [`${coin?.txid}:${coin?.vout}`] }))
  const taken = { txid: '', status: 'failed', ...says(refusals.coinsTaken), figures: { txid: paid.txid } }
  expect(await desk.drafts.finish(raw)).toMatchObject(taken)
  expect(desk.store.findByTxid(txid)).toMatchObject({ state: 'failed' })
  expect(desk.chain.handed).toEqual([paid.txid])
  expect(desk.free()).toContain(50_000)
})

test("frees a draft's other coins immediately if one is spent within the hour", async () => {
  const desk = await openDesk()
  for (const sats of [50_000, 50_000]) await desk.receive(sats)
  const { raw, plan } = await drafted(desk, payment(80_000))
  const [coin] = plan.inputs
  const { inputs, ...frame } = parseTransaction(raw)
  const spends = inputs.filter(one => one.txid === coin?.txid).map(one => ({ ...one, witness: [] }))
  const outputs = [{ script: frame.outputs[0]?.script ?? '', valueSats: 49_000 }]
  desk.chain.place(serialiseTransaction({ ...frame, inputs: spends, outputs }), 'block')
  await desk.settle()
  expect(await desk.drafts.finish(raw)).toMatchObject({ status: 'failed', ...says(refusals.coinsTaken) })
  expect(desk.free()).toContain(50_000)
})

test('a draft whose coin is missing waits until that is back', async () => {
  const parent = await openDesk()
  const money = await parent.receive(100_000, 'mempool')
  const built = await drafted(parent, payment(60_000, { coins: [`${money}:0`] }))
  const hex = parent.chain.evict(money)
  await parent.settle()
  expect(await parent.drafts.finish(built.raw)).toMatchObject({ status: 'failed', ...says(refusals.coinNotSpendable) })
  expect(parent.store.findByTxid(built.txid)).toMatchObject({ state: 'draft' })
  parent.chain.place(hex, 'mempool')
  await parent.settle()
  expect(parent.free()).toEqual([])
  expect((await parent.drafts.finish(built.raw)).status).toBe('success')
})

test('a coin of a draft that the chain says is spent, by whomever, is refused', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw, plan } = await drafted(desk)
  const coin = plan.inputs[0] ?? expect.fail()
  await desk.chainBook.apply(
    { sightings: [], cursor: 'next', more: false, held: [{ txid: coin.txid, vout: coin.vout, isSpent: true }] },
    'bitcoind',
    await desk.chain.tip(),
  )
  expect(await desk.drafts.finish(raw)).toMatchObject({
    status: 'failed',
    ...says(refusals.coinNotSpendable),
    figures: { outpoint: `${coin.txid}:${coin.vout}` },
  })
})

test('a draft that its signer has sent is taken as sent when it comes back', async () => {
  for (const place of ['mempool', 'block'] as const) {
    const desk = await openDesk()
    await desk.receive(100_000)
    const { raw, txid } = await drafted(desk)
    desk.chain.place(raw, place)
    await desk.settle()
    expect(await desk.drafts.finish(raw)).toMatchObject({ txid, status: 'success' })
    expect(desk.store.findByTxid(txid)).toMatchObject({ state: 'sent' })
  }
})

test('a draft that is out already is not judged again by its signature: it is on its way', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const { raw, txid } = await drafted(desk)
  desk.chain.place(raw, 'block')
  await desk.settle()
  expect(await desk.drafts.finish(witnessed(raw, '', ''))).toMatchObject({ txid, status: 'success' })
})

test('a draft can replace a payment; once that is confirmed, it is refused', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(60_000))
  const { raw, txid } = await drafted(desk, raise(2, paid.txid, 20))
  expect(desk.store.findByTxid(txid)).toMatchObject({ replaces: paid.txid, state: 'draft' })
  const hex = desk.chain.evict(paid.txid)
  desk.chain.place(hex, 'block')
  await desk.settle()
  expect(await desk.drafts.finish(raw)).toMatchObject({ status: 'failed', reason: 'already_confirmed' })
})

test('a draft that replaces a payment is sent in its place, and so is one that takes a later payment along', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(20_000))
  const later = await desk.pay(payment(30_000))
  const both = await drafted(desk, raise(2, paid.txid, 30, { with_later: true }))
  expect(both.plan.takesAlong).toEqual([later.txid])
  expect(desk.chainBook.takenAlongBy(both.txid)).toEqual([later.txid])
  expect(await desk.drafts.finish(both.raw)).toMatchObject({ status: 'success' })
  const { outputs } = parseTransaction(both.raw)
  const stored = desk.database.reads.all('SELECT txid, pays_again FROM taken_along')
  expect(stored).toEqual([{ txid: later.txid, pays_again: 1 }])
  expect(outputs.map(({ valueSats }) => valueSats)).toEqual(expect.arrayContaining([20_000, 30_000]))
})

test('several payees are kept with a draft', async () => {
  const desk = await openDesk()
  await desk.receive(200_000)
  const payees = [30_000, 20_000].map(spend_amount => ({ recipient_address: payee, spend_amount }))
  const { raw, txid } = await drafted(desk, { choice: 5, payees, priority_rate: 5, enable_rbf: true })
  await desk.drafts.finish(raw)
  expect(desk.sends.findSent(txid)).toMatchObject({ payees: 2, amount_sats: 50_000 })
})
