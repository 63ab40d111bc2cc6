import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import {
  connectLightning,
  disconnectLightning,
  findInvoice,
  getLightning,
  listLightning,
  makeInvoice,
  payInvoice,
  reviewInvoice,
} from '@hornets/contract/wallet/lightning'
import { getSecurity, saveSecurity, usualSecurity } from '@hornets/contract/wallet/security'
import { lock, unlock } from '@hornets/contract/wallet/set-up'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NwcDouble } from '../support/nwc-double.ts'
import { password, World } from '../support/world.ts'

let node: NwcDouble
let world: World
let clockMs: number
let dieAt: string | undefined

const checkpoint = (place: string) => {
  if (place === dieAt) throw new Error('killed')
}

beforeEach(async () => {
  ;[clockMs, dieAt] = [0, undefined]
  node = await NwcDouble.start()
  world = await open()
})
afterEach(async () => {
  await world.close()
  await node.stop()
})

function open(env: Record<string, string> = {}): Promise<World> {
  const now = () => Date.now() + clockMs
  return World.open(undefined, { source: 'none', env, now, checkpoint, lightning: { retryMs: 10, paymentMs: 1500 } })
}

const call = <E extends Parameters<World['operator']['call']>[0]>(endpoint: E, body?: object, key?: string) =>
  world.operator.call(endpoint, {
    ...(body && { body: body as never }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const state = async () => (await call(getLightning)).body
const ready = () =>
  vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'ready', balance_sats: 100_000 }), 20_000)

async function connect(uri = node.uri()) {
  await world.create()
  const answered = await call(connectLightning, { uri, password })
  expect(answered.status).toBe(200)
  await ready()
}

const pay = async (invoice: string, more: object = {}, key?: string) => call(payInvoice, { invoice, ...more }, key)

test.each([
  ['NIP-44 where the service offers it', { encryption: 'nip44_v2 nip04' }, 'nip44_v2'],
  ['NIP-04 where it offers nothing else', { encryption: 'nip04' }, 'nip04'],
  ['NIP-04 where it says nothing', {}, 'nip04'],
])('everything is encrypted by %s', async (_, options, scheme) => {
  await node.stop()
  node = await NwcDouble.start(options)
  await connect()
  const { text, paymentHash } = node.payable({ msats: 5_000_000 })
  expect((await pay(text)).body).toMatchObject({ status: 'paid', payment_hash: paymentHash, fee_sats: 2 })
  const { body: made } = await call(makeInvoice, { amount_sats: 700 })
  node.receive(made.payment_hash)
  await vi.waitFor(async () => expect((await ask(made.payment_hash)).paid).toBe(true))
  expect(new Set(node.asked.map(one => one.scheme))).toEqual(new Set([scheme]))
})

const ask = async (payment_hash: string) => (await world.operator.call(findInvoice, { query: { payment_hash } })).body

test('stores a connection encrypted without showing its secret, and deletes it on disconnect', async () => {
  await connect()
  expect(await state()).toMatchObject({
    alias: 'A node',
    relay: `127.0.0.1:${node.port}`,
    unknown_payments: 0,
    message: '',
  })
  const secret = Buffer.from(node.secretHex, 'hex')
  const told = JSON.stringify([await state(), (await call(getSecurity)).body, world.context.audit.newest(100)])
  expect(told).not.toContain(node.secretHex)
  for (const name of ['wallet.db', 'wallet.db-wal']) {
    const file = await readFile(join(world.dataDir, name)).catch(() => Buffer.alloc(0))
    for (const form of [secret, Buffer.from(node.secretHex), Buffer.from(secret.toString('base64'))])
      expect(file.includes(form)).toBe(false)
  }
  expect((await call(disconnectLightning, {})).body).toMatchObject({ state: 'none', balance_sats: null })
  expect((await call(disconnectLightning, {})).status).toBe(409)
  expect((await call(makeInvoice, { amount_sats: 1 })).body.error).toBe(lightningSentences.notConnected)
})

test('stores no failed connection', async () => {
  await world.create()
  const refused = async (uri: string, given = password) =>
    (await call(connectLightning, { uri, password: given })).status
  expect(await refused('nostr+walletconnect://nobody')).toBe(400)
  expect(await refused(node.uri('https://relay.test'))).toBe(400)
  expect(await refused(node.uri(), 'a guess of a password')).toBe(403)
  const other = await NwcDouble.start({ encryption: 'nip44_v2', network: 'mainnet' })
  expect(await refused(other.uri())).toBe(422)
  await other.stop()
  node.refuses.set('get_info', { code: 'UNAUTHORIZED', message: 'who?' })
  const { body } = await call(connectLightning, { uri: node.uri(), password })
  expect(body.error).toBe(lightningSentences.unauthorized)
  expect((await state()).state).toBe('none')
})

test('locking forgets the key; unlocking and a restart call the relay again, and so does a lost connection', async () => {
  await connect()
  await call(lock, {})
  expect((await state()).state).toBe('locked')
  expect((await pay(node.payable({ msats: 1000 }).text)).body.code).toBe('wallet_locked')
  await call(unlock, { password })
  await ready()
  await world.restart()
  expect((await state()).state).toBe('locked')
  await call(unlock, { password })
  await ready()
  const { connections } = node
  node.drop()
  await vi.waitFor(() => expect(node.connections).toBe(connections + 1))
  await ready()
})

test('an invoice of ours is paid when the node says so, by itself or asked', async () => {
  await connect()
  const { body: made } = await call(makeInvoice, { amount_sats: 700, description: 'a subscription' })
  expect(node.asked.at(-1)).toMatchObject({ method: 'make_invoice', params: { amount: 700_000 } })
  expect((await ask(made.payment_hash)).paid).toBe(false)
  node.receive(made.payment_hash, { tell: false })
  expect((await ask(made.payment_hash)).paid).toBe(true)
  const { body: second } = await call(makeInvoice, { amount_sats: 800 })
  node.refuses.set('lookup_invoice', { code: 'INTERNAL', message: 'broken' })
  node.receive(second.payment_hash)
  await vi.waitFor(async () => expect((await ask(second.payment_hash)).paid).toBe(true))
  await vi.waitFor(async () => expect((await state()).balance_sats).toBe(101_500))
  const { body: history } = await world.operator.call(listLightning, { query: { limit: 1, offset: 1 } })
  expect(history).toMatchObject([{ incoming: true, state: 'paid', amount_sats: 700, description: 'a subscription' }])
})

test('an invoice is read before it is paid, and only what it says is paid', async () => {
  await connect()
  const { text } = node.payable({ msats: 21_000_500, description: 'one honey' })
  expect((await call(reviewInvoice, { invoice: text })).body).toMatchObject({
    invoice_sats: 21_001,
    payee: node.nodePubkey,
    description: 'one honey',
    reserve_sats: 211,
    confirmations: [],
  })
  const refusal = async (invoice: string, amount_sats?: number) => (await pay(invoice, { amount_sats })).body.error
  expect(await refusal(text, 20_000)).toBe('The invoice asks for 21001 sats, not 20000')
  expect(await refusal('lnbcrt1nonsense')).toBe(lightningSentences.invoiceInvalid)
  expect(await refusal(node.payable({ msats: 1000, currency: 'bc' }).text)).toContain('not for regtest')
  const old = node.payable({ msats: 1000, createdAt: 1_700_000_000 })
  expect(await refusal(old.text)).toBe(lightningSentences.invoiceExpired)
  const free = node.payable()
  expect(await refusal(free.text)).toBe(lightningSentences.amountNeeded)
  expect(node.count('pay_invoice')).toBe(0)
  expect((await pay(free.text, { amount_sats: 250 })).body).toMatchObject({ status: 'paid', amount_sats: 250 })
  expect(node.asked.find(one => one.method === 'pay_invoice')?.params).toEqual({ invoice: free.text, amount: 250_000 })
})

test('pays an invoice once for any number of requests, and binds a key to one payment', async () => {
  await connect()
  const { text } = node.payable({ msats: 1_000_000 })
  const answers = await Promise.all([
    pay(text),
    pay(text.toUpperCase()),
    pay(`lightning:${text}`, {}, 'key'),
    pay(text),
  ])
  expect(answers.map(one => one.status)).toEqual([200, 200, 200, 200])
  expect((await pay(text)).body.status).toBe('paid')
  expect(node.count('pay_invoice')).toBe(1)
  await pay(node.payable({ msats: 2000 }).text, {}, 'one')
  expect((await pay(node.payable({ msats: 2000 }).text, {}, 'one')).body.code).toBe('conflict')
})

test('a payment whose answer is lost is unknown, counts, is not paid again, and is settled by asking', async () => {
  await connect()
  node.silentOn.add('pay_invoice')
  const { text } = node.payable({ msats: 1_000_000 })
  expect((await pay(text, {}, 'key')).body).toMatchObject({
    status: 'unknown',
    message: lightningSentences.stillUnknown,
  })
  expect((await state()).unknown_payments).toBe(1)
  expect((await call(getSecurity)).body.day_spent_sats).toBe(1010)
  expect((await pay(text)).body.status).toBe('unknown')
  await world.context.invoicePayments.settle()
  expect((await pay(text, {}, 'key')).body).toMatchObject({ status: 'paid', fee_sats: 2 })
  expect([node.count('pay_invoice'), (await call(getSecurity)).body.day_spent_sats]).toEqual([1, 1002])
})

test('killed between the record and the request, nothing was paid: known once the node cannot have heard of it', async () => {
  await connect()
  const { text } = node.payable({ msats: 1_000_000 })
  dieAt = 'recorded'
  expect((await pay(text, {}, 'key')).status).toBe(500)
  dieAt = undefined
  await world.restart()
  await call(unlock, { password })
  await ready()
  await world.context.invoicePayments.settle()
  expect((await pay(text, {}, 'key')).body.status).toBe('unknown')
  clockMs += 5 * 60_000
  await world.operator.signIn()
  await world.context.invoicePayments.settle()
  expect((await pay(text, {}, 'key')).body).toMatchObject({
    status: 'failed',
    message: lightningSentences.neverArrived,
  })
  expect(node.count('pay_invoice')).toBe(0)
  clockMs = 0
  expect((await pay(text, {}, 'another key')).body.status).toBe('paid')
})

test('killed before the record, it can be paid as if nothing had been', async () => {
  await connect()
  const { text } = node.payable({ msats: 1_000_000 })
  dieAt = 'planned'
  expect((await pay(text)).status).toBe(500)
  dieAt = undefined
  expect((await state()).unknown_payments).toBe(0)
  expect((await pay(text)).body.status).toBe('paid')
})

test.each([
  ['INSUFFICIENT_BALANCE', lightningSentences.noFunds, 'failed'],
  ['QUOTA_EXCEEDED', lightningSentences.quota, 'failed'],
  ['RESTRICTED', lightningSentences.restricted, 'failed'],
  ['UNAUTHORIZED', lightningSentences.unauthorized, 'failed'],
  ['RATE_LIMITED', lightningSentences.tooFast, 'failed'],
  ['NOT_IMPLEMENTED', lightningSentences.notImplemented, 'failed'],
  ['PAYMENT_FAILED', lightningSentences.notPaid, 'failed'],
  ['INTERNAL', lightningSentences.stillUnknown, 'unknown'],
  ['OTHER', lightningSentences.stillUnknown, 'unknown'],
])('a payment that the node answers with %s', async (code, message, status) => {
  await connect()
  node.refuses.set('pay_invoice', { code, message: 'in words of the node' })
  expect((await pay(node.payable({ msats: 1000 }).text)).body).toMatchObject({ status, message })
})

test.each(['INSUFFICIENT_BALANCE', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'UNAUTHORIZED', 'PAYMENT_FAILED'])(
  'looks a payment up that the node refuses by %s, and does not call it failed while the node knows it',
  async code => {
    await connect()
    const { text, paymentHash } = node.payable({ msats: 1_000_000 })
    node.silentOn.add('pay_invoice')
    await pay(text, {}, 'first')
    node.silentOn.delete('pay_invoice')
    const [done] = node.entries.filter(one => one.payment_hash === paymentHash)
    if (!done) throw new Error('expected a payment')
    // The node still tries, and refuses the same request when its relay delivers it again.
    node.entries.splice(node.entries.indexOf(done), 1)
    const other = node.payable({ msats: 1_000_000 })
    node.refuses.set('pay_invoice', { code, message: 'no' })
    node.entries.push({ ...done, payment_hash: other.paymentHash, state: 'pending' })
    expect((await pay(other.text, {}, 'second')).body.status).toBe('unknown')
    expect((await pay(other.text, {}, 'third')).body.status).toBe('unknown')
    expect(node.count('pay_invoice')).toBe(2)
    node.entries.splice(0)
    node.refuses.clear()
    await world.context.invoicePayments.settle()
    expect((await pay(other.text, {}, 'second')).body.status).toBe('unknown')
  },
)

test.each(['INSUFFICIENT_BALANCE', 'UNAUTHORIZED'])(
  'leaves a payment unknown that the node refuses by %s if the node cannot be asked about it',
  async code => {
    await connect()
    node.refuses.set('pay_invoice', { code, message: 'no' })
    node.refuses.set('lookup_invoice', { code: 'RATE_LIMITED', message: 'later' })
    const { text } = node.payable({ msats: 1000 })
    expect((await pay(text, {}, 'key')).body.status).toBe('unknown')
    expect((await pay(text)).body.status).toBe('unknown')
    expect(node.count('pay_invoice')).toBe(1)
  },
)

test('an invoice of ours is not paid by less than its amount', async () => {
  await connect()
  const { payment_hash } = (await call(makeInvoice, { amount_sats: 1000 })).body
  const entry = node.entries.find(one => one.payment_hash === payment_hash)
  if (!entry) throw new Error('expected an invoice')
  const isPaid = async () =>
    (await world.operator.call(findInvoice, { query: { payment_hash, amount_sats: 1000 } })).body.paid
  entry.amount = 999_999
  node.receive(payment_hash)
  await expect.poll(() => world.context.lightning.hasReceived(payment_hash)).toBe(true)
  expect(await isPaid()).toBe(false)
  entry.amount = 1_000_000
  expect(await isPaid()).toBe(true)
})

test('the limits are those of both accounts together, and a payment beyond them takes password and approval', async () => {
  await connect()
  const settings = { ...usualSecurity, payment_limit_sats: 5000, day_limit_sats: 8000 }
  expect((await call(saveSecurity, { settings, password })).status).toBe(200)
  expect((await pay(node.payable({ msats: 5_000_000 }).text)).body).toMatchObject({
    code: 'confirmation_needed',
    reason: 'over_payment_limit',
  })
  expect((await pay(node.payable({ msats: 4_000_000 }).text)).body.status).toBe('paid')
  const { text } = node.payable({ msats: 4_000_000 })
  const { body } = await call(reviewInvoice, { invoice: text })
  expect(body.confirmations).toMatchObject([{ need: 'password', reason: 'over_day_limit' }])
  expect((await pay(text)).body.code).toBe('confirmation_needed')
  expect((await pay(text, { password: 'a wrong password' })).body.code).toBe('confirmation_needed')
  expect(node.count('pay_invoice')).toBe(1)
  expect((await pay(text, { password })).body.status).toBe('paid')
  // Lightning payments count toward the limit for on-chain payments, too.
  expect(world.context.guard.needsFor(1).map(one => one.reason)).toEqual(['over_day_limit'])
  const actions = world.context.audit.newest(20).map(one => one.action)
  expect(actions).toEqual(expect.arrayContaining(['lightning.connect', 'lightning.pay', 'payment.confirmed']))
})

test('through the SOCKS proxy the relay is called by its name, and a dead proxy is named', async () => {
  const proxy = await openSocksDouble({ route: () => ({ port: node.port }) })
  await world.close()
  world = await open({ SOCKS_PROXY: proxy.url.href })
  await connect(node.uri('ws://relay.onion'))
  expect(new Set(proxy.calls.map(one => `${one.host} ${one.byName}`))).toEqual(new Set(['relay.onion true']))
  await proxy.close()
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'offline', message: lightningSentences.proxyAway }),
    { timeout: 15_000, interval: 500 },
  )
}, 20_000)
