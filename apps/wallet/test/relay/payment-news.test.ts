import { findRelayPayments, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { unlock } from '@hornets/contract/wallet/set-up'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import { RelayDouble } from '../support/relay-double.ts'
import { ScriptedChain } from '../support/scripted-chain.ts'
import { password, World } from '../support/world.ts'

const apiKey = 'ab'.repeat(32)
const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
let relay: RelayDouble
let chain: ScriptedChain
let world: World

beforeEach(async () => {
  relay = await RelayDouble.start(apiKey)
  relay.sequence = null
  chain = new ScriptedChain()
  const env = { RELAY_URL: relay.url, WALLET_API_KEY: apiKey, WALLET_NAME: 'till' }
  world = await World.open(undefined, { chain, env })
  await world.create()
  const script = scriptOfAddress(await world.newAddress(), networkTraits('regtest')) ?? ''
  for (const sats of [40_000, 50_000]) chain.pay(script, sats, 'block')
  await world.settle()
})
afterEach(async () => {
  await world.close()
  await relay.stop()
})

async function ask(path: string, given: object) {
  const body = JSON.stringify(given)
  const headers = { 'content-type': 'application/json', ...signedHeaders(apiKey, body, Date.now()) }
  const answer = await fetch(`${world.url}${path}`, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
async function announce(run: string) {
  const known = { pubkeys: [world.operator.pubkey], wallet_name: 'till', run, sequence: relay.sequence }
  const { body } = await ask(setOperators.path, known)
  await world.settle()
  return body.untold
}
async function postsOf(work: () => Promise<unknown>) {
  const before = relay.posts
  await work()
  return relay.posts - before
}
const told = () => [new Map(relay.lines), [...relay.addresses.values()], relay.balance?.confirmed]
const stateOf = (txid: string) => relay.payments.get(txid)?.state

test('reports a payment from its signature on with intention key and network answer', async () => {
  chain.mood = 'silent'
  const order = {
    choice: 1,
    recipient_address: recipient,
    spend_amount: 10_000,
    priority_rate: 3,
    enable_rbf: true,
  } as const
  const sent = await world.transact(order, 'my-intention')
  await world.settle()
  expect(relay.payments.get(sent.txid)).toMatchObject({
    intention: 'my-intention',
    state: 'waiting',
    amount_sats: 10_000,
    recipient_address: recipient,
    fee_rate: 3,
  })
  chain.mood = 'open'
  await world.settle()
  expect(stateOf(sent.txid)).toBe('pending')
  expect(await postsOf(() => world.settle())).toBe(0)
})

test('reports a replacement and its original, even if the relay was away or the wallet restarted', async () => {
  relay.refusal = 503
  const first = await world.pay(recipient, 10_000)
  await world.settle()
  const second = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 9 })
  await world.restart()
  expect(relay.payments.size).toBe(0)
  relay.refusal = undefined
  await world.operator.call(unlock, { body: { password } })
  await world.settle()
  expect([stateOf(first.txid), stateOf(second.txid)]).toEqual(['replaced', 'pending'])
  expect(await postsOf(() => world.settle())).toBe(0)
  const third = await world.transact({ choice: 2, original_tx_id: second.txid, new_fee_rate: 15 })
  await world.settle()
  expect(relay.payments.get(second.txid)).toMatchObject({ state: 'replaced', replaced_by: third.txid })
})

test('repeats a push under its number after a lost answer, without later repetition', async () => {
  relay.forgetsToAnswer = true
  const { txid } = await world.pay(recipient, 10_000)
  await world.settle()
  relay.forgetsToAnswer = false
  const stream = relay.sequence?.stream
  await expect.poll(() => world.settle().then(() => stateOf(txid))).toBe('pending')
  expect(relay.sequence?.stream).toBe(stream)
  expect(await postsOf(() => announce('another start'))).toBe(0)
})

test('a start of the relay repeats nothing; a backup that it was put back from leads to all of it, once', async () => {
  await announce('first')
  const backup = { sequence: relay.sequence, addresses: [...relay.addresses], payments: [...relay.payments] }
  const { txid } = await world.pay(recipient, 10_000)
  await world.settle()
  const before = told()
  expect(await postsOf(() => announce('second'))).toBe(0)

  relay.lines.clear()
  relay.payments.clear()
  relay.sequence = backup.sequence
  expect(await announce('third')).toBe(true)
  expect(told()).toEqual(before)
  expect(stateOf(txid)).toBe('pending')
  expect(await postsOf(() => announce('fourth'))).toBe(0)
})

test('shows an unannounced gap with the next push, and reports everything to a reset relay', async () => {
  const before = told()
  relay.lines.clear()
  relay.addresses.clear()
  relay.sequence = null
  await world.pay(recipient, 10_000)
  await world.settle()
  expect(told()[1]).toEqual(before[1])
  expect(relay.lines.size).toBe(3)
  expect(await postsOf(() => world.settle())).toBe(0)
})

test('reports payments that ended while the relay had an older backup', async () => {
  const { txid } = await world.pay(recipient, 10_000)
  await world.settle()
  const [older, sequence] = [relay.payments.get(txid), relay.sequence]
  chain.place(world.context.chainBook.find(txid)?.raw ?? '', 'block')
  await world.settle()
  expect(stateOf(txid)).toBe('confirmed')
  await world.pay(recipient, 11_000)
  await world.settle()
  relay.sequence = sequence
  if (older) relay.payments.set(txid, older)
  await announce('restored')
  expect(stateOf(txid)).toBe('confirmed')
})

test('reports a payment that confirms before the relay first hears of it', async () => {
  relay.refusal = 503
  const { txid } = await world.pay(recipient, 10_000)
  chain.place(world.context.chainBook.find(txid)?.raw ?? '', 'block')
  await world.settle()
  expect(stateOf(txid)).toBeUndefined()
  relay.refusal = undefined
  await world.settle()
  expect(relay.payments.get(txid)).toMatchObject({ state: 'confirmed', amount_sats: 10_000 })
  expect(await postsOf(() => world.settle())).toBe(0)
})

test('reports a payment that a miner confirms after its replacement was reported', async () => {
  const first = await world.pay(recipient, 10_000)
  const raw = world.context.chainBook.find(first.txid)?.raw ?? ''
  const second = await world.transact({ choice: 3, original_tx_id: first.txid, new_fee_rate: 9 })
  await world.settle()
  expect([stateOf(first.txid), stateOf(second.txid)]).toEqual(['replaced', 'pending'])
  chain.place(raw, 'block')
  await world.settle()
  expect([stateOf(first.txid), stateOf(second.txid)]).toEqual(['confirmed', 'replaced'])
  expect(await postsOf(() => world.settle())).toBe(0)
})

test('tells the relay which payments it does not know, and reports the others again', async () => {
  const { txid } = await world.pay(recipient, 10_000)
  await world.settle()
  relay.payments.clear()
  const forgotten = 'ab'.repeat(32)
  const known = () => ask(findRelayPayments.path, { txids: [txid, forgotten] })
  expect(await known()).toEqual({ status: 200, body: { unknown: [forgotten] } })
  await world.settle()
  expect([stateOf(txid), relay.payments.size]).toEqual(['pending', 1])
  // It may not have seen it yet.
  chain.synced = false
  await world.context.sync.settled()
  expect((await known()).status).toBe(503)
})

test('names what was confirmed in the place of a lost payment', async () => {
  const script = scriptOfAddress(await world.newAddress(), networkTraits('regtest')) ?? ''
  const incoming = chain.pay(script, 150_000, 'mempool')
  await world.settle()
  const coins = [`${incoming}:0`]
  const { txid } = await world.pay(recipient, 120_000, 5, { coins })
  await world.settle()
  const raw = world.context.chainBook.find(incoming)?.raw ?? ''
  chain.place(chain.replacementOf(raw), 'block')
  chain.evict(txid)
  await world.settle()
  expect(relay.payments.get(txid)).toMatchObject({
    state: 'lost',
    replaced_by: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})
