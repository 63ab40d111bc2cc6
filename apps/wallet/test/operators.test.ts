import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { connectLightning } from '@hornets/contract/wallet/lightning'
import { cancelOperatorChange, changeOperators, listOperators } from '@hornets/contract/wallet/operators'
import { health } from '@hornets/contract/wallet/set-up'
import { challenge, listAudit, verify } from '@hornets/contract/wallet/sign-in'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkTraits } from '../src/bitcoin/network.ts'
import { scriptOfAddress } from '../src/bitcoin/script-address.ts'
import { NwcDouble } from './support/nwc-double.ts'
import { Operator } from './support/operator.ts'
import { ScriptedChain } from './support/scripted-chain.ts'
import { password, World } from './support/world.ts'

const apiKey = 'ab'.repeat(32)
const hour = 60 * 60_000
let clockMs: number
let chain: ScriptedChain
let world: World
beforeEach(() => {
  clockMs = Date.parse('2026-11-20T12:00:00Z')
  chain = new ScriptedChain()
})
afterEach(() => world.close())

async function open(env: Record<string, string> = { WALLET_OPERATOR_PUBKEY: '' }): Promise<void> {
  const isNamed = env.WALLET_OPERATOR_PUBKEY === undefined
  world = await World.open(undefined, {
    chain,
    now: () => (clockMs += 1),
    signIn: isNamed,
    env: { WALLET_API_KEY: apiKey, ...env },
  })
  if (isNamed) return
  await tell(world.operator)
  await world.operator.signIn()
}

/** What the relay's API key can do by itself. */
async function tell(...owners: readonly Operator[]): Promise<number> {
  clockMs += 1
  const body = JSON.stringify({ pubkeys: owners.map(({ pubkey }) => pubkey), run: String(clockMs) })
  const headers = { 'content-type': 'application/json', ...signedHeaders(apiKey, body, clockMs) }
  return (await fetch(`${world.url}/operators`, { method: 'POST', body, headers })).status
}

const stranger = () => new Operator(() => world.url)
async function canSignIn(who: Operator): Promise<boolean> {
  const { content } = (await world.operator.call(challenge)).body
  const event = who.sign(content)
  const body = { challenge: content, signature: event.sig, messageHash: event.id, event }
  return (await who.call(verify, { body })).status === 200
}
const change = (body: { action: 'add' | 'remove'; pubkey: string; password?: string }) =>
  world.operator.call(changeOperators, { body })
const known = async () => (await world.operator.call(listOperators)).body
const actions = async () =>
  (await world.operator.call(listAudit)).body.map(({ action, outcome }) => `${action} ${outcome}`)
async function fund(): Promise<void> {
  chain.pay(scriptOfAddress(await world.newAddress(), networkTraits('regtest')) ?? '', 40_000, 'block')
  await world.settle()
}

test('prevents a stolen relay API key from adding operators to a wallet', async () => {
  await open()
  await world.create()
  const thief = stranger()
  expect(await tell(thief)).toBe(200)
  expect(await tell(thief, world.operator)).toBe(200)
  expect(await canSignIn(thief)).toBe(false)
  await world.restart()
  expect(await canSignIn(thief)).toBe(false)
  expect(await canSignIn(world.operator)).toBe(true)
  await world.operator.signIn()
  expect(await known()).toEqual({ named: false, operators: [world.operator.pubkey], told: [thief.pubkey], changes: [] })
})

test('nor can it where WALLET_OPERATOR_PUBKEY names the owner, with or without a wallet', async () => {
  await open({})
  const thief = stranger()
  await tell(thief)
  expect(await canSignIn(thief)).toBe(false)
  await world.create()
  await tell(thief)
  expect(await canSignIn(thief)).toBe(false)
  const refused = await change({ action: 'add', pubkey: thief.pubkey, password })
  expect(refused).toMatchObject({ status: 409, body: { error: walletMessages.operatorNamed } })
})

test('accepts its first operator if none is pinned', async () => {
  await open()
  await world.create()
  world.context.database.transact(tx => tx.run('DELETE FROM operators'))
  const [first, second] = [stranger(), stranger()]
  await tell(first, second)
  await tell(second)
  expect([await canSignIn(first), await canSignIn(second)]).toEqual([true, false])
})

test('requires the wallet password for another operator, unless it is empty', async () => {
  await open()
  await world.create()
  const second = stranger()
  expect((await change({ action: 'add', pubkey: second.pubkey })).status).toBe(403)
  expect((await change({ action: 'add', pubkey: second.pubkey, password: 'a guess' })).status).toBe(403)
  expect(await canSignIn(second)).toBe(false)
  expect((await change({ action: 'add', pubkey: second.pubkey, password })).body.operators).toContain(second.pubkey)
  expect(await canSignIn(second)).toBe(true)
  expect((await change({ action: 'add', pubkey: second.pubkey, password })).status).toBe(409)
  await change({ action: 'remove', pubkey: second.pubkey, password })
  expect(await canSignIn(second)).toBe(false)
  const last = await change({ action: 'remove', pubkey: world.operator.pubkey, password })
  expect(last).toMatchObject({ status: 409, body: { error: walletMessages.operatorLast } })
  expect(await actions()).toEqual(
    expect.arrayContaining([
      'operators.add refused',
      'operators.add done',
      'operators.added done',
      'operators.pinned done',
    ]),
  )
})

test('keeps operators from cancelling their own removal', async () => {
  await open()
  await world.create()
  const second = stranger()
  await change({ action: 'add', pubkey: second.pubkey, password })
  await fund()
  expect(await canSignIn(second)).toBe(true)
  await second.signIn()
  await change({ action: 'remove', pubkey: second.pubkey, password })
  const cancel = (who: Operator) => who.call(cancelOperatorChange, { body: { pubkey: second.pubkey } })
  expect(await cancel(second)).toMatchObject({ status: 403, body: { error: walletMessages.operatorOwnRemoval } })
  expect(await actions()).toContain('operators.cancel refused')
  expect((await cancel(world.operator)).body.changes).toEqual([])
  await change({ action: 'remove', pubkey: second.pubkey, password })
  clockMs += 24 * hour
  expect(await canSignIn(second)).toBe(false)
})

test('while there is money it waits 24 hours, is announced, and can be cancelled', async () => {
  await open()
  await world.create()
  await fund()
  const second = stranger()
  await change({ action: 'add', pubkey: second.pubkey, password })
  const [waiting] = (await known()).changes
  expect(waiting).toMatchObject({ action: 'add', pubkey: second.pubkey, asked_by: world.operator.pubkey })
  expect(Date.parse(waiting?.due_at ?? '') - Date.parse(waiting?.asked_at ?? '')).toBe(24 * hour)
  expect((await world.operator.call(health)).body.operators_change_at).toBe(waiting?.due_at)
  clockMs += 23 * hour
  expect(await canSignIn(second)).toBe(false)
  await world.operator.signIn()
  expect((await world.operator.call(cancelOperatorChange, { body: { pubkey: second.pubkey } })).body.changes).toEqual(
    [],
  )
  expect((await world.operator.call(cancelOperatorChange, { body: { pubkey: second.pubkey } })).status).toBe(404)
  clockMs += 2 * hour
  expect(await canSignIn(second)).toBe(false)

  await world.operator.signIn()
  await change({ action: 'add', pubkey: second.pubkey, password })
  clockMs += 24 * hour
  expect(await canSignIn(second)).toBe(true)
  await world.operator.signIn()
  expect(await actions()).toEqual(expect.arrayContaining(['operators.cancel done', 'operators.added done']))
  expect((await world.operator.call(health)).body).not.toHaveProperty('operators_change_at')
})

test('treats a connected Lightning node as money', async () => {
  clockMs = Date.now()
  await open()
  await world.create()
  const node = await NwcDouble.start()
  try {
    expect((await world.operator.call(connectLightning, { body: { uri: node.uri(), password } })).status).toBe(200)
    const second = stranger()
    await change({ action: 'add', pubkey: second.pubkey, password })
    expect(await known()).toMatchObject({ operators: [world.operator.pubkey], changes: [{ pubkey: second.pubkey }] })
  } finally {
    await node.stop()
  }
})
