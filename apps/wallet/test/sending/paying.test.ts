import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { expect, test, vi } from 'vitest'
import { ChainError } from '../../src/chain/chain.ts'
import { parseTransaction } from '../../src/coins/raw-transaction.ts'
import { signalsReplacement } from '../../src/send/later-payments.ts'
import { caller, openDesk, payee, payment, raise, scriptOf } from '../support/desk.ts'

const says = (refusal: { readonly template: string }) => ({ template: refusal.template })

test('a payment passes its steps in order: planned, signed, recorded, and only then broadcast', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const answer = await desk.pay(payment(60_000))
  expect(answer).toMatchObject({ status: 'success', fee_sats: expect.any(Number), vsize: expect.any(Number) })
  expect(desk.steps).toEqual(['planned', 'signed', 'recorded', 'broadcast', 'accepted'])
  expect(desk.chain.handed).toEqual([answer.txid])
  const { outputs } = parseTransaction(desk.chainBook.find(answer.txid)?.raw ?? '')
  expect(outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000 })
})

test('WAPI-04: a payment is recorded as it was asked: payee, amount, fee, rate, and whether it can be replaced', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const answer = await desk.pay(payment(60_000, { enable_rbf: false }), 'key')
  expect(desk.store.findByTxid(answer.txid)).toMatchObject({
    idempotency_key: 'key',
    choice: 1,
    state: 'sent',
    replaces: null,
    recipient: payee,
    amount_sats: 60_000,
    enable_rbf: 0,
    fee_sats: answer.fee_sats,
    vsize: answer.vsize,
    fee_rate: 5,
    refusal: null,
    signed_elsewhere: 0,
    outflow_sats: 60_000 + (answer.fee_sats ?? 0),
  })
  expect(desk.sends.spentSince(0)).toBe(60_000 + (answer.fee_sats ?? 0))
  expect(desk.sends.paidSince(0)).toEqual([{ recipient: payee, amountSats: 60_000 }])
  expect(desk.sends.findSent(answer.txid)).toMatchObject({ payees: 0 })
  await desk.receive(90_000)
  const replaceable = await desk.pay(payment(50_000, { enable_rbf: true }))
  const signals = ({ txid }: { readonly txid: string }) =>
    signalsReplacement(parseTransaction(desk.chainBook.find(txid)?.raw ?? ''))
  expect([signals(answer), signals(replaceable)]).toEqual([false, true])
})

test('WAPI-04: returns the same answer for a known key, pays once, and refuses another use', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const first = await desk.pay(payment(60_000), 'key')
  expect(await desk.pay(payment(60_000), 'key')).toEqual(first)
  const turned = Object.fromEntries(Object.entries(payment(60_000)).toReversed())
  expect(await desk.pay(turned as unknown as ReturnType<typeof payment>, 'key')).toEqual(first)
  await expect(desk.pay(payment(60_001), 'key')).rejects.toMatchObject({
    code: 'conflict',
    message: walletMessages.keyReused,
  })
  expect(desk.chain.handed).toHaveLength(1)
})

test('an order that a restored wallet has forgotten is refused if it was paid, and until the wallet is synced', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000, 80_000]) await desk.receive(sats)
  const at = desk.clock.ms
  const refused = { code: 'conflict', message: walletMessages.paidBefore }
  await expect(desk.pay(payment(60_000), 'key', { at, txid: 'a'.repeat(64) })).rejects.toMatchObject(refused)
  desk.chain.synced = false
  await expect(desk.pay(payment(60_000), 'key', { at, txid: null })).rejects.toMatchObject({
    code: 'unavailable',
    message: walletMessages.paidMaybe,
  })
  desk.chain.synced = true
  const { txid } = await desk.pay(payment(60_000), 'before the restore')
  await desk.settle()
  desk.database.transact(tx => tx.run('UPDATE sends SET txid = ?, idempotency_key = NULL WHERE txid = ?', 'gone', txid))
  for (const sats of [60_000, 59_000])
    await expect(desk.pay(payment(sats), 'key', { at, txid: null })).rejects.toMatchObject(refused)
  expect(desk.chain.handed).toHaveLength(1)
  expect(await desk.pay(payment(60_001), 'key', { at, txid: null })).toMatchObject({ status: 'success' })
  expect(await desk.pay(payment(60_001), 'key', { at, txid })).toMatchObject({ status: 'success' })
  expect(desk.chain.handed).toHaveLength(2)
})

test('the guard learns whether a payment has a key, and what it asks for is spent with the record', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const used = vi.fn()
  desk.guard.useApproval = used
  await desk.pay(payment(60_000))
  await desk.pay(payment(50_000), 'key')
  expect(desk.guard.asked.map(({ by }) => by)).toEqual([
    { ...caller, hasKey: false },
    { ...caller, hasKey: true },
  ])
  expect(desk.guard.asked[0]?.spend).toMatchObject({ amountSats: 60_000, recipient: payee })
  expect(used).toHaveBeenCalledTimes(2)
  desk.guard.useApproval = () => {
    throw new Error('used up')
  }
  const steps = desk.steps.length
  await expect(desk.pay(payment(20_000))).rejects.toThrow('used up')
  expect(desk.steps.slice(steps)).toEqual(['planned', 'signed'])
  expect(desk.chain.handed).toHaveLength(2)
})

test('pays nothing without a chain, and reports the wallet as offline', async () => {
  const desk = await openDesk({ isOffline: true })
  await expect(desk.pay(payment(60_000))).rejects.toMatchObject({
    code: 'unavailable',
    message: walletMessages.chainOffline,
  })
  await desk.sends.resume()
  expect(desk.chain.handed).toEqual([])
})

test('refuses when locked before planning, and reports a silent source as offline', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  vi.spyOn(desk.vault, 'assertCanSign').mockImplementationOnce(() => {
    throw new Error('locked')
  })
  await expect(desk.pay(payment(60_000))).rejects.toThrow('locked')
  const silence = new ChainError('The node does not answer' as never)
  vi.spyOn(desk.chain, 'relayRates').mockRejectedValueOnce(silence)
  await expect(desk.pay(payment(60_000))).rejects.toMatchObject({ code: 'unavailable', cause: silence })
  vi.spyOn(desk.chain, 'relayRates').mockRejectedValueOnce(new TypeError('a fault of ours'))
  await expect(desk.pay(payment(60_000))).rejects.toThrow('a fault of ours')
  expect(desk.steps).toEqual([])
})

test('refuses an impossible plan with its reason, permanently under a key', async () => {
  const desk = await openDesk()
  const poor = await desk.pay(payment(60_000))
  expect(poor).toMatchObject({
    txid: '',
    status: 'failed',
    reason: 'insufficient_funds',
    ...says(refusals.insufficientFunds),
  })
  // Without a key, nobody can ask again.
  expect(desk.store.find(1)).toBeUndefined()
  const kept = await desk.pay(payment(60_000), 'key')
  expect(kept).toEqual(poor)
  expect(desk.store.findByKey('key')).toMatchObject({
    state: 'failed',
    txid: '',
    raw: null,
    replaces: null,
    amount_sats: 0,
    fee_sats: 0,
    vsize: 0,
    fee_rate: 0,
    enable_rbf: 0,
    signed_elsewhere: 0,
    outflow_sats: 0,
    choice: 1,
  })
  await desk.receive(100_000)
  expect(await desk.pay(payment(60_000), 'key')).toEqual(kept)
  expect(await desk.pay(payment(60_000))).toMatchObject({ status: 'success' })
  expect(desk.sends.spentSince(0)).toBeLessThan(61_000)
})

test("charges only a replacement's fee to the limits, without a new payment", async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(60_000))
  const raised = await desk.pay(raise(2, paid.txid, 20))
  expect(desk.sends.spentSince(0)).toBe(60_000 + (paid.fee_sats ?? 0) + (raised.fee_sats ?? 0))
  expect(desk.sends.paidSince(0)).toHaveLength(1)
  expect(desk.sends.paidSince(desk.clock.ms)).toEqual([])
  expect(desk.sends.spentSince(desk.clock.ms)).toBe(0)
})

test('a payment to many keeps every payee, with labels on the outputs that pay them', async () => {
  const desk = await openDesk()
  await desk.receive(200_000)
  const payees = [
    { recipient_address: payee, spend_amount: 30_000, label: 'Ada' },
    { recipient_address: payee, spend_amount: 20_000 },
  ]
  const request = { choice: 5, payees, priority_rate: 5, enable_rbf: true, label: 'Wages' } as const
  const { txid } = await desk.pay(request)
  const { outputs } = parseTransaction(desk.chainBook.find(txid)?.raw ?? '')
  const vout = outputs.findIndex(({ valueSats }) => valueSats === 30_000)
  expect(desk.labels.find('output', `${txid}:${vout}`)).toBe('Ada')
  expect(desk.labels.find('tx', txid)).toBe('Wages')
  expect(desk.sends.findSent(txid)).toMatchObject({ amount_sats: 50_000, payees: 2 })
  expect(desk.sends.paidSince(0).map(({ amountSats }) => amountSats)).toEqual([30_000, 20_000])
  expect(desk.sends.findSent('ab'.repeat(32))).toBeUndefined()
})

test('uses a new change address for each payment', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const scripts: string[] = []
  for (const sats of [70_000, 60_000]) {
    const { txid } = await desk.pay(payment(sats))
    const { outputs } = parseTransaction(desk.chainBook.find(txid)?.raw ?? '')
    scripts.push(...outputs.map(({ script }) => script).filter(script => script !== scriptOf(payee)))
    expect(desk.addresses.find(scripts.at(-1) ?? '')).toMatchObject({ branch: 1, purpose: 'change' })
  }
  expect(new Set(scripts).size).toBe(2)
})

test('a preview asks which confirmations are needed here, and signs nothing', async () => {
  for (const isWatching of [false, true]) {
    const desk = await openDesk({ isWatching })
    await desk.receive(100_000)
    desk.guard.needed = [{ need: 'repeat', reason: 'repeated', message: '', template: '', figures: {} }] as never
    const { plan, needs } = await desk.sends.preview(payment(60_000))
    expect(plan.outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000, change: false })
    expect(needs).toEqual(desk.guard.needed)
    expect(desk.guard.asked).toMatchObject([{ spend: { amountSats: 60_000 }, by: { signsHere: !isWatching } }])
    expect(desk.steps).toEqual([])
  }
})
