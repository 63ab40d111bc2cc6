import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import {
  connectLightning,
  disconnectLightning,
  getLightning,
  makeInvoice,
  payInvoice,
} from '@hornets/contract/wallet/lightning'
import { getSecurity } from '@hornets/contract/wallet/security'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NwcDouble } from '../support/nwc-double.ts'
import { password, World } from '../support/world.ts'

const nodes: NwcDouble[] = []
let world: World
let clockMs = 0

beforeEach(async () => {
  const now = () => Date.now() + clockMs
  clockMs = 0
  world = await World.open(undefined, { source: 'none', now, lightning: { retryMs: 10, paymentMs: 1000 } })
  await world.create()
})
afterEach(async () => {
  await world.close()
  await Promise.all(nodes.splice(0).map(node => node.stop()))
})

async function startNode(): Promise<NwcDouble> {
  const node = await NwcDouble.start()
  nodes.push(node)
  return node
}

async function connect(node: NwcDouble): Promise<void> {
  expect((await world.operator.call(connectLightning, { body: { uri: node.uri(), password } })).status).toBe(200)
  const state = async () => (await world.operator.call(getLightning)).body.state
  await vi.waitFor(async () => expect(await state()).toBe('ready'), { timeout: 10_000 })
}

const disconnect = () => world.operator.call(disconnectLightning)
const pay = async (invoice: string, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return (await world.operator.call(payInvoice, { body: { invoice }, headers })).body
}
const settle = () => world.context.invoicePayments.settle()
const spentToday = async () => (await world.operator.call(getSecurity)).body.day_spent_sats
const withOtherPreimage = (result: object) => ({ ...result, preimage: '00'.repeat(32) })

test('asks only the original node to pay an invoice or confirm its failure', async () => {
  const [asked, other] = [await startNode(), await startNode()]
  const { text, paymentHash } = asked.payable({ msats: 1_000_000 })
  await connect(asked)
  asked.silentOn.add('pay_invoice')
  expect((await pay(text, 'key')).status).toBe('unknown')
  await disconnect()
  await connect(other)
  // It could pay, has never heard of the invoice, and claims failure when asked again.
  other.outside.set(text, { paymentHash, preimage: '00'.repeat(32), msats: 1_000_000 })
  clockMs += 5 * 60_000
  await world.operator.signIn()
  await settle()
  expect(other.count('lookup_invoice')).toBeGreaterThan(0)
  other.lies.set('lookup_invoice', () => ({ payment_hash: paymentHash, amount: 1, created_at: 1, state: 'failed' }))
  await settle()
  expect(await pay(text)).toMatchObject({ status: 'unknown', message: lightningSentences.askedElsewhere })
  expect(other.count('pay_invoice')).toBe(0)
  await disconnect()
  await connect(asked)
  await settle()
  expect(await pay(text, 'key')).toMatchObject({ status: 'paid', fee_sats: 2 })
  expect(asked.count('pay_invoice')).toBe(1)
})

test("trusts the preimage over the node's claim", async () => {
  const node = await startNode()
  await connect(node)
  node.lies.set('pay_invoice', withOtherPreimage)
  node.lies.set('lookup_invoice', withOtherPreimage)
  const { text } = node.payable({ msats: 1_000_000 })
  expect(await pay(text)).toMatchObject({ status: 'unknown', message: lightningSentences.unproven })
  await settle()
  expect(await pay(text)).toMatchObject({ status: 'unknown', message: lightningSentences.unproven })
  expect([node.count('pay_invoice'), await spentToday()]).toEqual([1, 1010])
  node.lies.clear()
  await settle()
  expect(await pay(text)).toMatchObject({ status: 'paid', message: '' })
  expect(await spentToday()).toBe(1002)
})

test('hides an invoice that a node made for another amount', async () => {
  const node = await startNode()
  await connect(node)
  node.lies.set('make_invoice', result => ({ ...result, invoice: node.invoice({ msats: 7000 }).text }))
  const { body } = await world.operator.call(makeInvoice, { body: { amount_sats: 700 } })
  expect(body).toMatchObject({ code: 'unavailable', error: lightningSentences.strange })
})
