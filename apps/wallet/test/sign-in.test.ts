import { walletEndpoints } from '@hornets/contract/wallet'
import { getFees } from '@hornets/contract/wallet/fees'
import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { challenge, listAudit, logout, verify } from '@hornets/contract/wallet/sign-in'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { afterEach, expect, test } from 'vitest'
import { Operator } from './support/operator.ts'
import { World } from './support/world.ts'

const minute = 60_000
const apiKey = 'ab'.repeat(32)
const opened: World[] = []

afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

async function open(options: Parameters<typeof World.open>[1] = {}): Promise<World> {
  const world = await World.open(undefined, { source: 'none', ...options })
  opened.push(world)
  return world
}

async function answer(world: World, make: (content: string) => object) {
  const { content } = (await world.operator.call(challenge)).body
  const event = make(content) as { sig: string; id: string }
  const body = { challenge: content, signature: event.sig, messageHash: event.id, event } as never
  return { ...(await world.operator.call(verify, { body })), content, event }
}

/** Refusals with a row of their own plus those that are only counted. */
async function refusals(world: World, action: string): Promise<number> {
  world.context.audit.settle({ all: true })
  const { body } = await world.operator.call(listAudit, { query: { limit: 500 } })
  const rows = body.filter(row => row.outcome === 'refused' && row.action === action)
  return rows.reduce((sum, { detail }) => sum + Number(/×(\d+)/.exec(detail)?.[1] ?? 1), 0)
}

test('WAPI-02, fault 1: an old public note of the operator, with a fresh challenge or alone, does not open the wallet (WSVC-03)', async () => {
  const world = await open()
  const { status, body, event } = await answer(world, () => world.operator.sign('gm, everybody'))
  expect(status).toBe(401)
  expect(body).toMatchObject({ code: 'invalid_credentials' })
  expect((await world.operator.call(verify, { body: { event } as never })).status).toBe(401)
  expect(await refusals(world, 'sign-in')).toBe(2)
})

test('WAPI-02: a challenge signed by a stranger, for another kind, or with a changed event is refused (WSVC-02)', async () => {
  const world = await open()
  const signedIn = await answer(world, content => world.operator.sign(content))
  expect([signedIn.status, signedIn.body]).toEqual([200, { token: expect.stringMatching(/^[\w-]+\.[\w-]+$/) }])
  expect((await answer(world, content => world.operator.sign(`${content}x`))).status).toBe(401)
  expect((await answer(world, content => ({ ...world.operator.sign(content), id: 'ab'.repeat(32) }))).status).toBe(401)
  expect((await answer(world, content => ({ ...world.operator.sign(content), sig: 'ab'.repeat(64) }))).status).toBe(401)
  const stranger = new Operator(() => world.url)
  expect((await answer(world, content => stranger.sign(content))).status).toBe(401)
  expect((await answer(world, content => world.operator.sign(content, 22242))).status).toBe(401)
  expect((await answer(world, content => ({ ...world.operator.sign(content), created_at: 1 }))).status).toBe(401)
  expect((await answer(world, content => ({ ...stranger.sign(content), pubkey: world.operator.pubkey }))).status).toBe(
    401,
  )
  // The event is right, but not what is said beside it.
  const { content } = (await world.operator.call(challenge)).body
  const event = world.operator.sign(content)
  const whole = { challenge: content, signature: event.sig, messageHash: event.id, event }
  for (const wrong of [{ challenge: `${content}x` }, { signature: 'ab'.repeat(64) }, { messageHash: 'ab'.repeat(32) }])
    expect((await world.operator.call(verify, { body: { ...whole, ...wrong } })).status).toBe(401)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(whole) }
  expect(await (await fetch(`${world.url}/verify`, init)).json()).toEqual({ token: expect.any(String) })
  expect(await refusals(world, 'sign-in')).toBe(10)
})

test('WAPI-01: a challenge is an unsigned note of the operator, valid once and for two minutes (WSVC-01)', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const created_at = now / 1000
  const world = await open({ now: () => now })
  const one = (await (await fetch(`${world.url}/challenge`)).json()) as { content: string }
  const { pubkey } = world.operator
  expect(one).toEqual({ kind: 1, pubkey, created_at, tags: [], content: one.content })
  expect(one.content.length).toBeGreaterThan(30)
  const contents = [one.content]
  const status = async (content: string) => {
    const event = world.operator.sign(content)
    const body = { challenge: content, signature: event.sig, messageHash: event.id, event }
    return (await world.operator.call(verify, { body })).status
  }
  for (let more = 0; more < 2; more += 1) contents.push((await world.operator.call(challenge)).body.content)
  expect(new Set(contents).size).toBe(3)
  const [first = '', second = '', third = ''] = contents
  expect([await status(first), await status(first)]).toEqual([200, 401])
  now += 2 * minute - 1
  expect([await status(second), await status(first)]).toEqual([200, 401])
  now += 1
  expect(await status(third)).toBe(401)
})

test('a replayed sign-in is refused: a challenge opens once; an invented one and one of another process not at all (WSVC-01)', async () => {
  const world = await open()
  const first = await answer(world, content => world.operator.sign(content))
  expect(first.status).toBe(200)
  const body = { challenge: first.content, signature: first.event.sig, messageHash: first.event.id, event: first.event }
  expect((await world.operator.call(verify, { body: body as never })).status).toBe(401)
  const invented = world.operator.sign('invented.0.proof')
  const made = { challenge: 'invented.0.proof', signature: invented.sig, messageHash: invented.id, event: invented }
  expect((await world.operator.call(verify, { body: made })).status).toBe(401)
  expect(await refusals(world, 'sign-in')).toBe(2)
  const { content } = (await world.operator.call(challenge)).body
  await world.restart()
  const event = world.operator.sign(content)
  const late = { challenge: content, signature: event.sig, messageHash: event.id, event }
  expect((await world.operator.call(verify, { body: late })).status).toBe(401)
  expect(await refusals(world, 'sign-in')).toBe(3)
})

test('WAPI-03, WAPI-04, WAPI-05: no call of a session without a token, with a tampered or with an expired one; it is written down', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const world = await open({ now: () => now })
  const sessionCalls = walletEndpoints.filter(({ access }) => access === 'session')
  const token = await world.operator.signIn()
  const [body = '', proof = ''] = token.split('.')
  const foreign = Buffer.from(Buffer.from(body, 'base64url').toString().replace(/^./, 'z')).toString('base64url')
  const errors = async (value: string | undefined) => {
    const headers = { 'content-type': 'application/json', ...(value !== undefined && { authorization: value }) }
    const answers = sessionCalls.map(async ({ method, path }) => {
      const response = await fetch(`${world.url}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      return `${response.status} ${((await response.json()) as { error: string }).error}`
    })
    return [...new Set(await Promise.all(answers))]
  }
  expect(await errors(undefined)).toEqual(['401 Unauthorized: Authorization header missing'])
  expect(await errors(`Bearer ${foreign}.${proof}`)).toEqual(['401 Unauthorized: Invalid token'])
  now += 15 * minute
  expect(await errors(`Bearer ${token}`)).toEqual(['401 Token expired'])
  await world.operator.signIn()
  expect(await refusals(world, 'session')).toBe(3 * sessionCalls.length)
  expect(sessionCalls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/calculate-tx-size', '/transaction']))
})

test('WAPI-01, WAPI-02: a challenge is valid for 2 minutes, a token for 15; the 401 texts are the ones that clients know (WSVC-04)', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const world = await open({ now: () => now })
  const { content } = (await world.operator.call(challenge)).body
  now += 2 * minute
  const event = world.operator.sign(content)
  const late = { challenge: content, signature: event.sig, messageHash: event.id, event }
  expect((await world.operator.call(verify, { body: late })).status).toBe(401)

  const token = await world.operator.signIn()
  now += 15 * minute - 1
  expect((await world.operator.call(getFees)).status).toBe(200)
  now += 1
  expect((await world.operator.call(getFees)).body.error).toBe('Token expired')
  const withToken = (value: string) => world.operator.call(getFees, { headers: { authorization: value } })
  expect((await withToken(`Bearer ${token.slice(0, -1)}`)).body.error).toBe('Unauthorized: Invalid token')
  expect((await withToken('Bearer invented')).body.error).toBe('Unauthorized: Invalid token')
  const fresh = await world.operator.signIn()
  const [body = '', proof = ''] = fresh.split('.')
  expect((await withToken(`Bearer ${fresh}`)).status).toBe(200)
  // Base64 that decodes to the same bytes.
  for (const tampered of [`${fresh}.junk`, `${fresh}.`, `${body}==.${proof}`, `!${body}.${proof}`])
    expect((await withToken(`Bearer ${tampered}`)).body.error).toBe('Unauthorized: Invalid token')
  world.operator.signOut()
  const missing = await world.operator.call(getFees)
  expect(missing).toMatchObject({ status: 401, body: { error: 'Unauthorized: Authorization header missing' } })
  await world.operator.signIn()
  expect(await refusals(world, 'session')).toBe(8)
})

test('a token that was signed out with is invalid', async () => {
  const world = await open()
  expect((await world.operator.call(logout)).status).toBe(200)
  expect((await world.operator.call(getFees)).body.error).toBe('Unauthorized: Invalid token')
})

test('refuses sign-in until an operator is named here or reported by the relay, and explains the next step (WSVC-12)', async () => {
  const world = await open({ env: { WALLET_OPERATOR_PUBKEY: '', WALLET_API_KEY: apiKey }, signIn: false })
  const asked = await world.operator.call(challenge)
  expect(asked).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(asked.body.error).toContain('WALLET_OPERATOR_PUBKEY')
  const event = world.operator.sign('anything')
  const body = { challenge: 'anything', signature: event.sig, messageHash: event.id, event }
  expect((await world.operator.call(verify, { body })).status).toBe(401)
  expect((await world.operator.call(challenge, { query: { pubkey: world.operator.pubkey } })).status).toBe(503)
  const told = { pubkeys: [world.operator.pubkey] }
  const signedBy = (key: string) => signedHeaders(key, JSON.stringify(told), Date.now())
  const keyless = await open({ env: { WALLET_OPERATOR_PUBKEY: '' }, signIn: false })
  for (const headers of [{}, signedBy('')])
    expect((await keyless.operator.call(setOperators, { body: told, headers })).status).toBe(401)
  expect((await keyless.operator.call(challenge)).status).toBe(503)
  const headers = signedBy(apiKey)
  expect((await world.operator.call(setOperators, { body: told, headers })).status).toBe(200)
  await world.operator.signIn()
  expect((await world.operator.call(getFees)).status).toBe(200)
  const { content } = (await world.operator.call(challenge)).body
  const empty = { pubkeys: [] }
  const again = signedHeaders(apiKey, JSON.stringify(empty), Date.now())
  expect((await world.operator.call(setOperators, { body: empty, headers: again })).status).toBe(200)
  const late = world.operator.sign(content)
  const answer = { challenge: content, signature: late.sig, messageHash: late.id, event: late }
  expect((await world.operator.call(verify, { body: answer })).status).toBe(401)
})
