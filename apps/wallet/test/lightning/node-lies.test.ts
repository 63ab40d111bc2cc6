import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { connectLightning, getLightning, listLightning, payInvoice } from '@hornets/contract/wallet/lightning'
import { findRelayInvoice, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import { getSecurity } from '@hornets/contract/wallet/security'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { generateSecretKey } from 'nostr-tools'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NwcDouble } from '../support/nwc-double.ts'
import { RelayDouble } from '../support/relay-double.ts'
import { password, World } from '../support/world.ts'

/** A busy machine takes its time. */
const waiting = { timeout: 15_000 }
const apiKey = 'cd'.repeat(32)
const order = { amount_sats: 700, description: '1 GB', reference: 'ab'.repeat(32), expiry_seconds: 900 }
let node: NwcDouble
let relay: RelayDouble
let world: World

beforeEach(async () => {
  node = await NwcDouble.start()
  relay = await RelayDouble.start(apiKey)
  relay.sequence = null
  world = await World.open(undefined, {
    source: 'none',
    env: { RELAY_URL: relay.url, WALLET_API_KEY: apiKey },
    pollMs: 20,
    lightning: { retryMs: 10, invoicesMs: 20, paymentMs: 1000 },
  })
  await world.create()
  await world.operator.call(connectLightning, { body: { uri: node.uri(), password } })
  await vi.waitFor(async () => expect((await world.operator.call(getLightning)).body.state).toBe('ready'), waiting)
})
afterEach(async () => {
  await world.close()
  await Promise.all([node.stop(), relay.stop()])
})

async function ask(endpoint: { readonly path: string }, body: object) {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...signedHeaders(apiKey, text, Date.now()) }
  const answer = await fetch(`${world.url}${endpoint.path}`, { method: 'POST', body: text, headers })
  return { status: answer.status, body: (await answer.json()) as { payment_hash: string; state: string } }
}
const make = async () => (await ask(makeRelayInvoice, order)).body.payment_hash
const stateOf = async (payment_hash: string) =>
  (await ask(findRelayInvoice, { payment_hash, amount_sats: order.amount_sats })).body.state
const pay = async (invoice: string) => (await world.operator.call(payInvoice, { body: { invoice } })).body
const heard = () => world.context.lightning.refreshBalance()

describe('an invoice of the relay', () => {
  test.each<[string, object]>([
    ['an outgoing payment', { type: 'outgoing', state: 'settled' }],
    ['a payment on its way', { state: 'pending' }],
    ['a failed payment', { state: 'failed' }],
    ['one millisatoshi less', { state: 'settled', amount: 699_999 }],
    ['another hash', { state: 'settled', payment_hash: '00'.repeat(32) }],
    ['a negative amount', { state: 'settled', amount: -700_000 }],
    ['an amount beyond all numbers', { state: 'settled', amount: 1e300 }],
    ['an amount as text', { state: 'settled', amount: '700000' }],
  ])('is not paid by a report or an answer about %s', async (_name, lie) => {
    const hash = await make()
    node.claim(hash, lie)
    await heard()
    node.lies.set('lookup_invoice', result => ({ ...result, ...lie }))
    expect(await stateOf(hash)).not.toBe('paid')
    await world.context.relayInvoices.settle()
    await world.settle()
    expect(relay.invoices).toEqual([])
  })

  test("limits a node's date to between the request and now", async () => {
    const before = Date.now()
    const [early, late] = [await make(), await make()]
    for (const [hash, settled_at] of [
      [early, 1],
      [late, 253_402_300_799],
    ] as const)
      node.claim(hash, { state: 'settled', settled_at })
    await vi.waitFor(() => expect(relay.invoices).toHaveLength(2), waiting)
    for (const { settled_at } of relay.invoices as { settled_at: string }[]) {
      expect(Date.parse(settled_at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(settled_at)).toBeLessThanOrEqual(Date.now())
    }
  })

  test.each<[string, () => object]>([
    ['another amount', () => ({ invoice: node.invoice({ msats: 699_000 }).text })],
    ['no amount', () => ({ invoice: node.invoice().text })],
    ['another network', () => ({ invoice: node.invoice({ msats: 700_000, currency: 'bc' }).text })],
    ['another hash than it says', () => ({ payment_hash: '11'.repeat(32) })],
    ['a time that is over', () => ({ invoice: node.invoice({ msats: 700_000, createdAt: 1_700_000_000 }).text })],
    ['no invoice at all', () => ({ invoice: 'lightning:<script>' })],
  ])('is not returned with %s', async (_name, lie) => {
    node.lies.set('make_invoice', result => ({ ...result, ...lie() }))
    expect((await ask(makeRelayInvoice, order)).status).toBe(503)
  })

  test('is given to one subscriber only', async () => {
    const first = node.invoice({ msats: 700_000 })
    node.lies.set('make_invoice', () => ({ invoice: first.text, payment_hash: first.paymentHash }))
    expect((await ask(makeRelayInvoice, order)).status).toBe(200)
    expect((await ask(makeRelayInvoice, { ...order, reference: 'ef'.repeat(32) })).status).toBe(503)
  })
})

describe('a payment', () => {
  test('ignores answers by others, to other requests or of other methods', async () => {
    node.silentOn.add('pay_invoice')
    const { text, paymentHash } = node.payable({ msats: 1_000_000 })
    const [{ preimage } = { preimage: '' }] = [...node.outside.values()]
    const paying = pay(text)
    await vi.waitFor(() => expect(node.count('pay_invoice')).toBe(1), waiting)
    const { id = '' } = node.asked.find(({ method }) => method === 'pay_invoice') ?? {}
    const result = { preimage, fees_paid: 0 }
    node.forge({ result_type: 'pay_invoice', error: null, result }, [['e', id]], generateSecretKey())
    node.forge({ result_type: 'pay_invoice', error: null, result }, [['e', '00'.repeat(32)]])
    node.forge({ result_type: 'get_balance', error: null, result }, [['e', id]])
    expect(await paying).toMatchObject({ status: 'unknown', payment_hash: paymentHash })
    expect(node.count('pay_invoice')).toBe(1)
  })

  test('keeps its first outcome when the answer is repeated with another', async () => {
    const { text } = node.payable({ msats: 1_000_000 })
    expect(await pay(text)).toMatchObject({ status: 'paid', fee_sats: 2 })
    const { id = '' } = node.asked.find(({ method }) => method === 'pay_invoice') ?? {}
    const error = { code: 'PAYMENT_FAILED', message: 'not paid after all' }
    for (let times = 0; times < 5; times += 1)
      node.forge({ result_type: 'pay_invoice', error, result: null }, [['e', id]])
    await heard()
    await world.context.invoicePayments.settle()
    expect(await pay(text)).toMatchObject({ status: 'paid', fee_sats: 2 })
    expect(node.count('pay_invoice')).toBe(1)
  })

  test('costs what was reserved as long as the fee makes no sense', async () => {
    node.lies.set('pay_invoice', result => ({ ...result, fees_paid: -1_000_000 }))
    node.lies.set('lookup_invoice', result => ({ ...result, fees_paid: -1_000_000 }))
    const { text } = node.payable({ msats: 1_000_000 })
    expect(await pay(text)).toMatchObject({ status: 'unknown' })
    expect((await world.operator.call(getSecurity)).body.day_spent_sats).toBe(1010)
  })
})

test('survives huge answers, noise and impossible dates, and continues', async () => {
  node.shout('x'.repeat(3 * 2 ** 20))
  for (const noise of ['', '[]', '["EVENT"]', '["EVENT","answers",{}]', '{"a":', '["AUTH",{}]', '[['.repeat(50_000)])
    node.shout(noise)
  await vi.waitFor(async () => {
    expect(node.connections).toBeGreaterThan(2)
    expect((await world.operator.call(getLightning)).body.state).toBe('ready')
  }, waiting)
  const entry = { payment_hash: 'ab'.repeat(32), amount: 1000, created_at: 9e15 }
  node.lies.set('list_transactions', () => ({ transactions: Array(1000).fill(entry) }))
  const list = async () => (await world.operator.call(listLightning, { query: {} })).body
  expect(await list()).toMatchObject({ code: 'unavailable', error: lightningSentences.strange })
  for (let event = 0; event < 50; event += 1)
    node.forge({ result_type: 'get_balance', error: null, result: { balance: 1 } }, [['e', '00'.repeat(32)]])
  node.lies.set('get_balance', () => ({ balance: 1e17 }))
  await heard()
  expect((await world.operator.call(getLightning)).body.balance_sats).not.toBe(1e14)
  node.lies.clear()
  await heard()
  expect((await world.operator.call(getLightning)).body.balance_sats).toBe(100_000)
})
