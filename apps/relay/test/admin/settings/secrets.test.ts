import type { SecretName, SecretsState } from '@hornets/contract/admin/operation/secrets'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const clock = { now: Date.now() }
let relay: Relay
let token: string
beforeEach(async () => {
  relay = await startRelay({ now: () => clock.now, config: { metricsToken: 'a token of sixteen' } })
  ;({ token } = await relay.signedIn())
})
afterEach(() => relay.close())

const call = (method: string, path: string, body?: unknown, by = token) =>
  relay.call(path, { method, token: by, ...(body !== undefined && { body }) })
const secret = ({ secrets }: SecretsState, what: SecretName) => secrets.find(one => one.what === what)

it('shows owners alone which secrets there are, never what they are (INBOX-06)', async () => {
  for (const role of ['operator', 'moderator', 'viewer'] as const) {
    const { token: other } = await putAdmin(relay, role)
    expect((await call('GET', '/api/secrets', undefined, other)).status).toBe(403)
    expect((await call('POST', '/api/secrets/sessions', undefined, other)).status).toBe(403)
  }
  const { body } = await call('GET', '/api/secrets')
  expect(body.began_at).toBe(null)
  expect(secret(body, 'wallet')).toMatchObject({ is_set: true, is_older: true, variable: null, is_done: false })
  expect(secret(body, 'metrics')).toMatchObject({ is_set: true, variable: 'METRICS_TOKEN' })
  expect(JSON.stringify(body)).not.toContain('a token of')
  expect(secret(body, 'mail')).toMatchObject({ is_set: false, since: null })
  expect(secret(body, 'sessions')).toMatchObject({ is_set: true, since: null })
})

it('counts a secret as replaced once it has changed since the rotation began, and not before', async () => {
  const group = async () => (await call('GET', '/api/settings/wallet')).body.wallet
  const change = async (key: string) =>
    call('POST', '/api/settings/wallet', { wallet: { ...(await group()), wallet_api_key: key } })
  expect(secret((await call('GET', '/api/secrets')).body, 'wallet')).toMatchObject({ is_older: true })
  clock.now += 60_000
  expect((await change('the first new key')).status).toBe(200)
  const before = (await call('GET', '/api/secrets')).body as SecretsState
  expect(secret(before, 'wallet')).toMatchObject({ since: new Date(clock.now).toISOString(), is_older: false })

  clock.now += 1000
  const begun = (await call('POST', '/api/secrets/rotation')).body as SecretsState
  expect(begun.secrets.filter(({ is_done }) => is_done)).toEqual([])
  expect((await auditOf(relay, 'secrets.rotate')).length).toBe(1)
  clock.now += 1000
  await change('the second new key')
  const after = (await call('GET', '/api/secrets')).body as SecretsState
  expect(after.secrets.filter(({ is_done }) => is_done).map(({ what }) => what)).toEqual(['wallet'])
})

it('ends the sessions of everyone but who asks for it, in one step with its record', async () => {
  const { token: other } = await putAdmin(relay, 'viewer')
  expect((await call('GET', '/api/status', undefined, other)).status).toBe(200)
  await call('POST', '/api/secrets/rotation')
  clock.now += 1000
  const { body } = await call('POST', '/api/secrets/sessions')
  expect(secret(body, 'sessions')).toMatchObject({ is_done: true, since: new Date(clock.now).toISOString() })
  expect((await call('GET', '/api/status', undefined, other)).status).toBe(401)
  expect((await call('GET', '/api/status')).status).toBe(200)
  expect(await auditOf(relay, 'secrets.sessions')).toHaveLength(1)
})
