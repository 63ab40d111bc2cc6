import type { Endpoint } from '@hornets/contract'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { addSignatures, listOpenPsbts } from '@hornets/contract/wallet/signing'
import {
  abandonTransaction,
  calculateTxSize,
  dropPsbt,
  finishPsbt,
  listSends,
  makePsbt,
  makeTransaction,
  previewTransaction,
  type SpendRequest,
} from '@hornets/contract/wallet/spending'
import type { Serve } from '@hornets/server/http/serve'
import { Transaction } from '@scure/btc-signer'
import { expect, test, vi } from 'vitest'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { ChainError } from '../../src/chain/chain.ts'
import type { Session } from '../../src/operators/tokens.ts'
import { sendRoutes } from '../../src/send/routes.ts'
import { network, openDesk, payee, payment, raise } from '../support/desk.ts'

const session = { pubkey: 'ab'.repeat(32) } as Session
const request = { ip: '10.0.0.1', headers: {} as Record<string, string>, socket: { remoteAddress: '10.0.0.1' } }
const page = { limit: 100, offset: 0 }

async function openCounter() {
  const desk = await openDesk()
  const handlers = new Map<Endpoint, (call: object) => unknown>()
  const onSent = vi.fn()
  const audit = new AuditLog(desk.database, () => 0)
  const serve = ((endpoint, handler) => void handlers.set(endpoint, handler as never)) as Serve<Session>
  sendRoutes(serve, { ...desk, network, audit, onSent })
  const call = async (endpoint: Endpoint, body: unknown, headers: Record<string, string> = {}): Promise<never> =>
    (await handlers.get(endpoint)?.({ body, query: body, session, request: { ...request, headers } })) as never
  return {
    ...desk,
    call,
    onSent,
    log: () => audit.newest(10).map(({ action, outcome, detail }) => [action, outcome, detail]),
  }
}
type Sent = { txid: string; status: string }

test('every call of sending is served', async () => {
  const { call } = await openCounter()
  expect(await call(listSends, page)).toEqual([])
  expect(await call(listOpenPsbts, undefined)).toEqual([])
})

test('a payment is made under its key, written into the audit log, and pushed to the relay', async () => {
  const { call, log, onSent, receive, store } = await openCounter()
  await receive(100_000)
  const order = { ...payment(60_000), password: 'secret', fee_word: 'FEE', repeat: true }
  const sent: Sent = await call(makeTransaction, order, { 'idempotency-key': 'once' })
  expect(sent.status).toBe('success')
  expect(store.findByKey('once')).toMatchObject({ txid: sent.txid })
  expect(await call(makeTransaction, payment(60_000), { 'idempotency-key': 'once' })).toEqual(sent)
  expect(log()).toEqual(Array(2).fill([makeTransaction.audit[1], 'done', sent.txid]))
  expect(onSent).toHaveBeenCalledTimes(2)
})

test('the guard gets the confirmations and who asks, the payment does not', async () => {
  const { call, guard, receive } = await openCounter()
  await receive(100_000)
  await call(makeTransaction, { ...payment(60_000), password: 'secret', fee_word: 'FEE', repeat: true })
  expect(guard.asked).toEqual([
    {
      spend: expect.objectContaining({ request: payment(60_000) }),
      by: {
        actor: { pubkey: session.pubkey, address: '10.0.0.1' },
        confirmed: { password: 'secret', fee_word: 'FEE', repeat: true },
        hasKey: false,
      },
    },
  ])
})

test('a payment that is refused or cannot be made is written down as refused', async () => {
  const { call, log } = await openCounter()
  expect(await call(makeTransaction, payment(60_000))).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  const key = { 'idempotency-key': 'k'.repeat(201) }
  await expect(call(makeTransaction, payment(60_000), key)).rejects.toMatchObject({ code: 'bad_request' })
  expect(log()).toEqual([
    [makeTransaction.audit[1], 'refused', 'bad_request'],
    [makeTransaction.audit[1], 'refused', 'insufficient_funds'],
  ])
})

test('a preview draws the plan with the confirmations it would need, and keeps the wallet from locking', async () => {
  const { call, guard, receive, vault } = await openCounter()
  await receive(100_000)
  const touched = vi.spyOn(vault, 'touch')
  expect(await call(previewTransaction, payment(60_000))).not.toHaveProperty('confirmations')
  guard.needed = [{ need: 'repeat', reason: 'repeated', message: '', template: '', figures: {} }] as never
  expect(await call(previewTransaction, payment(60_000))).toMatchObject({
    confirmations: guard.needed,
    fee_sats: expect.any(Number),
    inputs: [{ value_sats: 100_000 }],
  })
  expect(touched).toHaveBeenCalledTimes(2)
  await expect(call(previewTransaction, payment(600_000))).rejects.toMatchObject({
    code: 'payment_refused',
    said: { reason: 'insufficient_funds', template: refusals.insufficientFunds.template, figures: expect.any(Object) },
  })
})

test('reports a silent source as offline, and passes on other errors', async () => {
  const { call, chain, receive } = await openCounter()
  await receive(100_000)
  const silence = new ChainError('The node does not answer' as never)
  vi.spyOn(chain, 'relayRates').mockRejectedValueOnce(silence)
  await expect(call(previewTransaction, payment(60_000))).rejects.toMatchObject({
    code: 'unavailable',
    message: walletMessages.chainOffline,
    cause: silence,
  })
  vi.spyOn(chain, 'relayRates').mockRejectedValueOnce(new TypeError('a fault of ours'))
  await expect(call(previewTransaction, payment(60_000))).rejects.toThrow('a fault of ours')
})

test('the size of a transaction is that of its plan: of a payment, a raise, or the cheapest raise', async () => {
  const { call, plans, pay, receive } = await openCounter()
  await receive(100_000)
  const { recipient_address, spend_amount, priority_rate } = payment(60_000) as Extract<SpendRequest, { choice: 1 }>
  const ask = { recipient_address, spend_amount, priority_rate, send_all: false }
  expect(await call(calculateTxSize, ask)).toEqual({ txSize: (await plans.plan(payment(60_000))).vsize })
  const planned = vi.spyOn(plans, 'plan')
  await call(calculateTxSize, ask)
  expect(planned).toHaveBeenLastCalledWith({ choice: 1, enable_rbf: true, ...ask })
  const { txid } = await pay(payment(60_000))
  const cheapest = vi.spyOn(plans, 'cheapestReplacement')
  expect(await call(calculateTxSize, { original_tx_id: txid, new_fee_rate: 20 })).toEqual({
    txSize: (await plans.plan(raise(2, txid, 20))).vsize,
  })
  expect(planned).toHaveBeenLastCalledWith(raise(2, txid, 20))
  planned.mockClear()
  await call(calculateTxSize, { original_tx_id: txid })
  expect(cheapest).toHaveBeenCalledExactlyOnceWith(txid)
  expect(planned).not.toHaveBeenCalled()
})

test('payments on their way are listed with what is known of each', async () => {
  const { call, chain, pay, receive, settle } = await openCounter()
  await receive(100_000)
  const first = await pay(payment(60_000, { enable_rbf: false }))
  expect(await call(listSends, page)).toEqual([
    {
      txid: first.txid,
      amount_sats: 60_000,
      recipient_address: payee,
      fee_sats: first.fee_sats,
      vsize: first.vsize,
      fee_rate: 5,
      enable_rbf: false,
      timestamp: expect.any(String),
      status: 'success',
    },
  ])
  const parent = await receive(80_000, 'mempool')
  chain.mood = { reason: 'mempool full', isFinal: false }
  const chosen = { coins: [`${parent}:0`] }
  const second = await pay(payment(50_000, chosen))
  const waiting: unknown[] = await call(listSends, page)
  expect(waiting[0]).toMatchObject({
    txid: second.txid,
    status: 'pending',
    enable_rbf: true,
    template: refusals.notTakenNow.template,
  })
  expect(waiting[0]).not.toHaveProperty('orphaned')
  chain.evict(parent)
  await settle()
  expect(await call(listSends, page)).toMatchObject([{ txid: second.txid, orphaned: true }, { txid: first.txid }])
})

test('a raise is listed with what it replaces, and a payment to many with how many; one to one says neither', async () => {
  const { call, pay, receive } = await openCounter()
  await receive(200_000)
  const payees = [30_000, 20_000].map(spend_amount => ({ recipient_address: payee, spend_amount }))
  const many = await pay({ choice: 5, payees, priority_rate: 5, enable_rbf: true })
  expect(await call(listSends, page)).toMatchObject([{ txid: many.txid, payees: 2, amount_sats: 50_000 }])
  const raised = await pay(raise(2, many.txid, 20))
  expect(await call(listSends, page)).toMatchObject([{ txid: raised.txid, replaces: many.txid, payees: 2 }])
  const alone = await openCounter()
  await alone.receive(200_000)
  await alone.pay(payment(60_000))
  const [one]: never[] = await alone.call(listSends, page)
  for (const field of ['payees', 'replaces', 'orphaned', 'template']) expect(one).not.toHaveProperty(field)
})

test('records and pushes abandoned payments one by one, with reasons for the others', async () => {
  const { call, chain, log, onSent, pay, receive, settle } = await openCounter()
  const parent = await receive(100_000, 'mempool')
  const child = await pay(payment(60_000, { coins: [`${parent}:0`] }))
  await expect(call(abandonTransaction, { txid: child.txid })).rejects.toMatchObject({
    code: 'payment_refused',
    said: { reason: 'not_replaceable' },
  })
  expect(onSent).not.toHaveBeenCalled()
  for (const txid of [parent, child.txid]) chain.evict(txid)
  await settle()
  expect(await call(abandonTransaction, { txid: child.txid })).toEqual({ abandoned: [child.txid] })
  expect(log()).toEqual([[abandonTransaction.audit, 'done', child.txid]])
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('a PSBT has the coins with their transactions and keys, and comes back signed or not at all', async () => {
  const { call, log, onSent, receive, sign, plans } = await openCounter()
  await receive(100_000)
  const plan = await plans.plan(payment(60_000))
  const made: { psbt: string; txid: string } = await call(makePsbt, { ...payment(60_000), fee_word: 'FEE' })
  expect(made).toMatchObject({ plan: { fee_sats: plan.feeSats, vsize: plan.vsize } })
  const psbt = Transaction.fromPSBT(Buffer.from(made.psbt, 'base64'))
  expect(psbt.id).toBe(made.txid)
  expect(psbt.getInput(0)).toMatchObject({ nonWitnessUtxo: expect.anything(), bip32Derivation: expect.anything() })
  const derived = [0, 1].map(position => psbt.getOutput(position).bip32Derivation?.[0]?.[1].path.slice(-2))
  expect(derived).toContainEqual([1, 0])
  expect(derived).toContain(undefined)
  await expect(call(finishPsbt, { psbt: made.psbt })).rejects.toMatchObject({
    code: 'bad_request',
    message: walletMessages.psbtUnfinished,
  })
  expect(onSent).not.toHaveBeenCalled()
  expect(await call(finishPsbt, { psbt: await sign(plan) })).toMatchObject({ txid: made.txid, status: 'success' })
  expect(log()).toEqual([[finishPsbt.audit, 'done', made.txid]])
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('a PSBT that is given up frees its coins', async () => {
  const { call, free, receive } = await openCounter()
  await receive(100_000)
  const { txid }: { txid: string } = await call(makePsbt, payment(60_000))
  expect(free()).toEqual([])
  expect(await call(dropPsbt, { txid })).toEqual({ message: 'Its coins can be spent' })
  expect(free()).toEqual([100_000])
  await expect(call(makePsbt, payment(600_000))).rejects.toMatchObject({ code: 'payment_refused' })
})

test('refuses signatures for a payment that is not being signed, and records it', async () => {
  const { call, log } = await openCounter()
  await expect(call(addSignatures, { psbt: 'nonsense' })).rejects.toMatchObject({ code: 'bad_request' })
  expect(log()).toEqual([[addSignatures.audit, 'refused', 'bad_request']])
})

test('signatures that are taken are written down with their payment', async () => {
  const { call, log, sharedDrafts } = await openCounter()
  const open = { txid: 'ab'.repeat(32), added: 1 }
  vi.spyOn(sharedDrafts, 'add').mockResolvedValue(open as Awaited<ReturnType<typeof sharedDrafts.add>>)
  expect(await call(addSignatures, { psbt: 'signed', txid: open.txid })).toEqual(open)
  expect(sharedDrafts.add).toHaveBeenCalledExactlyOnceWith('signed', open.txid)
  expect(log()).toEqual([[addSignatures.audit, 'done', open.txid]])
})

test('without a wallet nothing is listed, given up or dropped', async () => {
  const { call, vault } = await openCounter()
  vi.spyOn(vault, 'wallet').mockImplementation(() => {
    throw new Error('no wallet')
  })
  const txid = 'ab'.repeat(32)
  for (const [endpoint, body] of [
    [listSends, page],
    [abandonTransaction, { txid }],
    [dropPsbt, { txid }],
  ] as const)
    await expect(call(endpoint, body)).rejects.toThrow('no wallet')
})
