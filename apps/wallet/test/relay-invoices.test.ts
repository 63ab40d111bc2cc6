import { connectLightning } from '@hornets/contract/wallet/lightning'
import {
  askRelayLightning,
  findRelayInvoice,
  makeRelayInvoice,
  setOperators,
} from '@hornets/contract/wallet/relay/relay-calls'
import { lock, unlock } from '@hornets/contract/wallet/set-up'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NwcDouble } from './support/nwc-double.ts'
import { RelayDouble } from './support/relay-double.ts'
import { password, World } from './support/world.ts'

const apiKey = 'cd'.repeat(32)
/** A busy machine takes more than the usual second. */
const patiently = { timeout: 10_000 }
const reference = 'ab'.repeat(32)
let node: NwcDouble
let relay: RelayDouble
let world: World
let clockMs: number

beforeEach(async () => {
  clockMs = 0
  node = await NwcDouble.start()
  relay = await RelayDouble.start(apiKey)
  relay.sequence = null
  relay.now = () => Date.now() + clockMs
  world = await World.open(undefined, {
    source: 'none',
    env: { RELAY_URL: relay.url, WALLET_API_KEY: apiKey },
    now: () => Date.now() + clockMs,
    pollMs: 20,
    lightning: { retryMs: 10, invoicesMs: 20 },
  })
  await world.create()
})
afterEach(async () => {
  await world.close()
  await Promise.all([node.stop(), relay.stop()])
})

async function ask(endpoint: { readonly path: string }, body: object, key = apiKey) {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...signedHeaders(key, text, Date.now() + clockMs) }
  const answer = await fetch(`${world.url}${endpoint.path}`, { method: 'POST', body: text, headers })
  return { status: answer.status, body: (await answer.json()) as never }
}
const connect = () => world.operator.call(connectLightning, { body: { uri: node.uri(), password } })
const canInvoice = async () => ((await ask(askRelayLightning, {})).body as { can_invoice: boolean }).can_invoice
const order = { amount_sats: 700, description: '1 GB', reference, expiry_seconds: 900 }
async function make() {
  await vi.waitFor(async () => expect(await canInvoice()).toBe(true), patiently)
  const { status, body } = await ask(makeRelayInvoice, order)
  expect(status).toBe(200)
  return body as { payment_hash: string; expires_at: string }
}
const heard = (count: number) => vi.waitFor(() => expect(relay.invoices).toHaveLength(count), patiently)

test('invoices are made only for signed calls, where a node is connected and allows it', async () => {
  expect((await ask(askRelayLightning, {}, 'ef'.repeat(32))).status).toBe(401)
  expect((await ask(makeRelayInvoice, order, 'ef'.repeat(32))).status).toBe(401)
  expect(await canInvoice()).toBe(false)
  expect((await ask(makeRelayInvoice, order)).status).toBe(409)
  node.methods = 'pay_invoice lookup_invoice'
  await connect()
  expect(await canInvoice()).toBe(false)
  node.methods = 'make_invoice lookup_invoice'
  node.drop()
  const { expires_at } = await make()
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 900_000)).toBeLessThan(10_000)
  node.methods += ' pay_invoice'
  node.drop()
  await world.operator.call(lock)
  await vi.waitFor(
    async () => expect((await ask(askRelayLightning, {})).body).toEqual({ can_invoice: false, connected: true }),
    patiently,
  )
})

test('reports a paid invoice with the relay’s name, whether or not the node announces it', async () => {
  await connect()
  const [first, second] = [await make(), await make()]
  node.receive(first.payment_hash)
  await heard(1)
  node.receive(second.payment_hash, { tell: false })
  await vi.waitFor(() => {
    clockMs += 5000
    expect(relay.invoices).toHaveLength(2)
  }, patiently)
  expect(relay.invoices).toMatchObject(
    [first, second].map(({ payment_hash }) => ({ payment_hash, reference, amount_sats: 700, state: 'paid' })),
  )
})

test('reports payments made while wallet or relay were away, and again after a lost answer', async () => {
  await connect()
  const made = await make()
  relay.refusal = 503
  await world.restart()
  node.receive(made.payment_hash)
  await world.operator.call(unlock, { body: { password } })
  await vi.waitFor(() => expect(world.context.relayInvoices.waiting(9)).toHaveLength(1), patiently)
  await world.restart()
  await world.settle()
  expect(relay.invoices).toEqual([])
  relay.refusal = undefined
  relay.forgetsToAnswer = true
  await vi.waitFor(() => expect(relay.invoices.length).toBeGreaterThan(0), patiently)
  const before = relay.invoices.length
  relay.forgetsToAnswer = false
  await heard(before + 1)
  await world.settle()
  expect(relay.invoices).toHaveLength(before + 1)
  expect(new Set(relay.invoices.map(one => one.payment_hash))).toEqual(new Set([made.payment_hash]))
})

test('the relay can ask about any invoice of the node', async () => {
  await connect()
  const { payment_hash } = await make()
  const state = async (hash: string) => (await ask(findRelayInvoice, { payment_hash: hash })).body
  expect(await state(payment_hash)).toEqual({ state: 'open' })
  node.receive(payment_hash, { tell: false })
  expect(await state(payment_hash)).toEqual({ state: 'paid' })
  expect(await state('0'.repeat(64))).toEqual({ state: 'unknown' })
})

test('reports an expired invoice after its last payment could settle, and a late payment as paid', async () => {
  await connect()
  const [paid, unpaid] = [await make(), await make()]
  clockMs = 901_000
  await world.settle()
  node.receive(paid.payment_hash, { tell: false })
  clockMs = 901_000 + 600_000
  await heard(2)
  expect(new Map(relay.invoices.map(one => [one.payment_hash, one.state]))).toEqual(
    new Map([
      [paid.payment_hash, 'paid'],
      [unpaid.payment_hash, 'expired'],
    ]),
  )
})

test('an invoice that was paid by less than its amount counts as unpaid', async () => {
  await connect()
  const { payment_hash } = await make()
  const entry = node.entries.find(one => one.payment_hash === payment_hash)
  if (!entry) throw new Error('expected an invoice')
  const amount_sats = entry.amount / 1000
  entry.amount -= 1
  node.receive(payment_hash)
  await world.settle()
  expect((await ask(findRelayInvoice, { payment_hash, amount_sats })).body).toEqual({ state: 'open' })
  clockMs = 901_000 + 600_000
  await heard(1)
  expect(relay.invoices[0]).toMatchObject({ payment_hash, state: 'expired' })
})

test('reports all paid invoices again to a relay restored from a backup', async () => {
  await connect()
  const { payment_hash } = await make()
  node.receive(payment_hash)
  await heard(1)
  await world.settle()
  relay.sequence = null
  await ask(setOperators, { pubkeys: [world.operator.pubkey], wallet_name: 'default', run: 'x', sequence: null })
  await heard(2)
  expect(relay.invoices[1]).toMatchObject({ payment_hash, state: 'paid' })
})
