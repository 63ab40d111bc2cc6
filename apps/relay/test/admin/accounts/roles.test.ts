import { adminEndpoints } from '@hornets/contract/admin'
import type { Role } from '@hornets/contract/admin/auth'
import { isAtLeast, mayCall, permissionOf } from '@hornets/contract/admin/permissions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const roles: readonly Role[] = ['viewer', 'moderator', 'operator', 'owner']
const endpoints = adminEndpoints.filter(({ access }) => access === 'session')

let clock = Date.now()
let relay: Relay
const tokens = new Map<Role, string>()
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  for (const role of roles) tokens.set(role, (await putAdmin(relay, role)).token)
})
afterAll(() => relay.close())

const concrete = (path: string) =>
  path.replace(':group', 'ollama').replace(':kind', '1').replace(/:\w+/g, 'a'.repeat(64))

/** What the door says before a handler has looked at anything: a body that is no JSON goes no further than that. */
async function outcome(role: Role, method: string, path: string) {
  const hanging = new AbortController()
  const response = await fetch(`${relay.adminUrl}${concrete(path)}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{' }),
    signal: hanging.signal,
  })
  const { code } = response.ok ? { code: undefined } : ((await response.json()) as { code: string })
  hanging.abort()
  return { status: response.status, code }
}

it('a call that does not stand in the table is refused to everybody, owners too', async () => {
  const { authorize, sessions } = relay.context
  const session = await sessions.authenticate(`Bearer ${tokens.get('owner')}`, '127.0.0.1')
  await expect(authorize({ method: 'GET', path: '/api/none' }, session)).rejects.toMatchObject({ code: 'forbidden' })
})

it('every session call of the contract stands in the one table of who may call what', () => {
  expect(endpoints.filter(endpoint => !permissionOf(endpoint)).map(({ method, path }) => `${method} ${path}`)).toEqual(
    [],
  )
})

it('AUTH-01, AUTH-02: each role may make the calls that the table gives it, and hears 403 at all others', async () => {
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    for (const role of roles) {
      const { code } = await outcome(role, method, path)
      expect([method, path, role, code === 'forbidden']).toEqual([method, path, role, !mayCall(role, endpoint)])
    }
  }
})

it('what asks for the password again asks it of every role that may call, ten minutes after it was given', async () => {
  clock += 10 * 60_000 + 1
  for (const endpoint of endpoints) {
    const permission = permissionOf(endpoint)
    const { code } = await outcome('owner', endpoint.method, endpoint.path)
    expect([endpoint.path, code === 'password_needed']).toEqual([endpoint.path, permission?.stepUp === true])
  }
})

it('each call that asks for the password again says so in the contract', () => {
  const asking = endpoints.filter(endpoint => permissionOf(endpoint)?.stepUp)
  expect(asking.length).toBeGreaterThan(5)
  for (const { path, errors } of asking)
    expect([path, errors]).toEqual([path, expect.arrayContaining(['password_needed'])])
})

it('a refusal for the role stands in the audit log with who, what and from where', async () => {
  const viewer = await putAdmin(relay, 'viewer')
  const answer = await relay.call('/api/relay-settings', { token: viewer.token, body: {} })
  expect([answer.status, answer.body]).toEqual([403, { error: 'Your role does not allow this', code: 'forbidden' }])
  clock += 60 * 60_000
  await relay.call('/api/relay-settings', { token: viewer.token, body: {} })
  expect((await auditOf(relay, 'call.forbidden')).at(-1)).toMatchObject({
    actor: viewer.operator.pubkey,
    target: 'POST /api/relay-settings',
    outcome: 'refused',
    ip: '127.0.0.1',
  })
})

it('a higher role may do all that a lower one may', () => {
  for (const [at, role] of roles.entries())
    for (const [other, least] of roles.entries()) expect(isAtLeast(role, least)).toBe(at >= other)
})
