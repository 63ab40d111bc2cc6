import { generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PasswordHasher } from '../../../src/accounts/password/password.ts'
import { call, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'

let relay: Relay
let owner: Operator
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ operator: owner, token } = await relay.signedIn())
})
afterAll(() => relay.close())

test('signs up one admin, with the printed setup token and a password by the rule (SIGN-02, SIGN-03)', async () => {
  const unclaimed = await startRelay()
  const printed = new URL(unclaimed.app.setupUrl() ?? '').searchParams.get('setup') ?? ''
  const signUp = ({ pubkey }: Operator, password: string, setupToken: string | undefined) =>
    unclaimed.call('/signup', {
      body: { npub: pubkey, password, confirmPassword: password, termOfUse: true, setupToken },
    })
  const first = newOperator()
  for (const setupToken of [undefined, '', 'f'.repeat(printed.length)])
    expect(await signUp(first, first.password, setupToken)).toMatchObject({
      status: 403,
      body: { code: 'setup_token_required', error: expect.stringMatching(/./) },
    })
  for (const weak of ['Abcde-7', 'correct-horse-7', 'CORRECT-HORSE-7', 'Correct-Horse-x'])
    expect((await signUp(first, weak, printed)).status).toBe(400)
  expect(await signUp(first, first.password, printed)).toMatchObject({
    status: 201,
    body: { message: expect.stringMatching(/./) },
  })
  expect(await signUp(newOperator(), first.password, printed)).toMatchObject({
    status: 403,
    body: { code: 'signup_closed' },
  })
  await unclaimed.close()
})

test('answers a wrong password and an unknown account with the same words in the same time (SIGN-07)', async () => {
  const login = (npub: string, password: string) => relay.call('/login', { body: { npub, password } })
  // The hash takes nearly all of the time (`password.test.ts`).
  const compared = vi.spyOn(PasswordHasher.prototype, 'verify')
  onTestFinished(() => void vi.restoreAllMocks())
  const unknown = await login(getPublicKey(generateSecretKey()), owner.password)
  const wrong = await login(owner.pubkey, 'Wrong-Horse-7')
  expect(compared.mock.calls.map(([password, stored]) => [password, typeof stored])).toEqual([
    [owner.password, 'undefined'],
    ['Wrong-Horse-7', 'string'],
  ])
  expect([unknown.status, wrong.status]).toEqual([401, 401])
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.body.error).toBe('Invalid npub or password')
  expect((await login(owner.pubkey, owner.password)).status).toBe(200)
})

test('answers each failed call with JSON, without a stack or a path (WIRE-03)', async () => {
  const broken = await startRelay({ signInLimits: undefined })
  const own = await broken.signedIn()
  await broken.context.adminDatabase.transact(tx => tx.schema.dropTable('event_views').execute())
  const guess = { npub: getPublicKey(generateSecretKey()), password: 'Wrong-Horse-7' }
  for (let tries = 0; tries < 12; tries++) await broken.call('/login', { body: guess })
  const headers = { 'content-type': 'application/json' }
  const failed = await Promise.all([
    relay.call('/api/settings/general', { token, method: 'POST', body: '{', headers }),
    relay.call('/api/no-such-call', { token }),
    relay.call('/api/no-such-call', { token, body: {} }),
    relay.call('/api/settings/general', { token, body: { general: { port: 'high' } } }),
    relay.call('/api/settings/general'),
    relay.call('/api/settings/general', { token: 'demo.token' }),
    relay.call('/api/settings/general', { token, body: 'x', headers: { 'content-type': 'text/plain' } }),
    relay.call('/api/settings/general', { token, body: 'x'.repeat(9_000_000) }),
    broken.call('/login', { body: guess }),
    broken.call('/api/events/views', { token: own.token }),
  ])
  expect(failed.map(({ status }) => status)).toEqual([400, 404, 404, 400, 401, 401, 415, 413, 429, 500])
  const publicUrl = relay.publicUrl.replace('ws', 'http')
  for (const path of ['/no/such/page', `/${'a'.repeat(64)}`, '/list/nobody']) failed.push(await call(publicUrl, path))
  expect(failed.slice(-3).map(({ status }) => status)).toEqual([404, 404, 400])
  for (const { body, headers } of failed) {
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    const { fields: _fields, message: _message, ...others } = body
    expect(others).toEqual({ error: expect.stringMatching(/./), code: expect.stringMatching(/^[a-z_]+$/) })
    expect(body.error).not.toContain('/api/')
    expect(JSON.stringify(body)).not.toMatch(
      /\.[jt]s\b|node:|SQLITE|postgres|event_views|stack|\/(work|home|tmp|dev|root)\b/,
    )
  }
  await broken.close()
})
