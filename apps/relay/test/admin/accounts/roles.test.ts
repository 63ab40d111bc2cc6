import { adminEndpoints } from '@hornets/contract/admin'
import { email, general, outgoing, s3, secretMask, settingsGroups, wallet } from '@hornets/contract/admin/settings'
import { mayCall } from '@hornets/contract/endpoint'
import { isAtLeast, type Role, roles } from '@hornets/contract/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

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

/** The refusal before a handler runs: a malformed body goes no further. */
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

it('a call that declares no role is refused to everybody, owners too', async () => {
  const { authorize, sessions } = relay.context
  const session = await sessions.authenticate(`Bearer ${tokens.get('owner')}`, '127.0.0.1')
  await expect(authorize({ method: 'GET', path: '/api/none' }, session)).rejects.toMatchObject({ code: 'forbidden' })
})

it('every session call of the contract declares who can make it', () => {
  expect(endpoints.filter(({ role }) => !role).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

it('lets each role make its declared calls, and returns 403 to all others (R-91)', async () => {
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    for (const role of roles) {
      const { code } = await outcome(role, method, path)
      expect([method, path, role, code === 'forbidden']).toEqual([method, path, role, !mayCall(role, endpoint)])
    }
  }
})

it('asks every permitted role for the password again after ten minutes', async () => {
  clock += 10 * 60_000 + 1
  for (const endpoint of endpoints) {
    const { code } = await outcome('owner', endpoint.method, endpoint.path)
    expect([endpoint.path, code === 'password_needed']).toEqual([endpoint.path, endpoint.stepUp === true])
  }
})

it('each call that asks for the password again says so in the contract', () => {
  const asking = endpoints.filter(({ stepUp }) => stepUp)
  expect(asking.length).toBeGreaterThan(5)
  for (const { path, errors } of asking)
    expect([path, errors]).toEqual([path, expect.arrayContaining(['password_needed'])])
})

it('records a refusal by role in the audit log with admin, call and address', async () => {
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

it('reserves secrets and settings that can lock out owners to owners, and no others', () => {
  const shutting = ['general.port', 'general.web']
  // Where secrets go, and what other machines learn.
  const connections = [email, s3, outgoing].map(({ name }) => name)
  const fields = settingsGroups.flatMap(group => Object.entries(group.fields).map(field => [group, ...field] as const))
  for (const [{ name }, key, { secret, role, confirm }] of fields) {
    const isConnection = connections.includes(name)
    const isOwners = secret || isConnection || shutting.includes(`${name}.${key}`)
    expect([name, key, role]).toEqual([name, key, isOwners ? 'owner' : undefined])
    if (isOwners && !isConnection) expect([name, key, confirm]).toEqual([name, key, true])
  }
})

it('lets only an owner with a fresh password disable or move the console, and others save the rest of the group', async () => {
  const [operator, owner] = [await putAdmin(relay, 'operator'), await putAdmin(relay, 'owner')]
  const save = ({ token }: { token: string }, values: object) =>
    relay.call('/api/settings/general', { token, body: { general: values } })
  for (const values of [{ web: false }, { port: '80' }]) {
    const { status, body } = await save(operator, { service_tag: 'mine', ...values })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  }
  clock += 10 * 60_000 + 1
  expect((await save(owner, { web: false })).body.code).toBe('password_needed')
  expect(relay.context.settings.get(general)).toMatchObject({ web: true, port: '9000' })
  expect((await save(operator, { service_tag: 'mine', web: true, port: '9000' })).status).toBe(200)
  const { password } = owner.operator
  await relay.call('/api/account/confirm-password', { token: owner.token, body: { password } })
  expect((await save(owner, { port: '9100' })).status).toBe(200)
})

it('an operator cannot make the wallet or the relay another’s by a new secret, with or without prefix; an owner can replace it', async () => {
  const [operator, owner] = [await putAdmin(relay, 'operator'), await putAdmin(relay, 'owner')]
  const kept = [
    relay.context.settings.get(wallet).api_key,
    Buffer.from(relay.context.settings.relayKey()).toString('hex'),
  ]
  const save = (group: string, values: object, { token }: { token: string }) =>
    relay.call(`/api/settings/${group}`, { token, body: { [group]: values } })
  for (const [group, values] of [
    ['wallet', { wallet_api_key: 'mine-from-now-on' }],
    ['wallet', { wallet_name: 'default', api_key: 'mine-from-now-on' }],
    ['general', { private_key: 'ab'.repeat(32) }],
  ] as const) {
    const { status, body } = await save(group, values, operator)
    expect([status, body.code, body.error]).toEqual([403, 'forbidden', 'Your role does not allow this'])
  }
  expect([
    relay.context.settings.get(wallet).api_key,
    Buffer.from(relay.context.settings.relayKey()).toString('hex'),
  ]).toEqual(kept)
  const noted = (await auditOf(relay, 'call.forbidden')).filter(({ actor }) => actor === operator.operator.pubkey)
  expect(noted.map(({ target }) => target)).toEqual(['POST /api/settings/wallet', 'POST /api/settings/general'])

  expect((await save('wallet', { wallet_name: 'ours', wallet_api_key: secretMask }, operator)).status).toBe(200)
  expect((await save('wallet', { wallet_api_key: 'a-key-of-the-owner' }, owner)).status).toBe(200)
  expect(relay.context.settings.get(wallet)).toMatchObject({ name: 'ours', api_key: 'a-key-of-the-owner' })
})

it('records calls refused for lack of a password in the audit log once an hour', async () => {
  const { token, operator } = await putAdmin(relay, 'owner')
  clock += 10 * 60_000 + 1
  const calls = [
    ['/api/admins/invitations', { role: 'viewer' }],
    ['/api/settings/wallet', { wallet: { wallet_api_key: 'another-key' } }],
    ['/api/blocked-pubkeys', { pubkey: 'a'.repeat(64), delete_events: true }],
    ['/api/account/profile', { email: 'other@example.com' }],
  ] as const
  const refuseAll = async () => {
    for (const [path, body] of calls)
      expect((await relay.call(path, { token, body })).body.code).toBe('password_needed')
  }
  const noted = async () =>
    (await auditOf(relay, 'call.password-needed')).filter(({ actor }) => actor === operator.pubkey)
  await refuseAll()
  await refuseAll()
  expect((await noted()).map(({ target, outcome }) => [target, outcome])).toEqual([
    ['POST /api/admins/invitations', 'refused'],
    ['POST /api/settings/:group', 'refused'],
    ['POST /api/blocked-pubkeys', 'refused'],
    ['POST /api/account/profile', 'refused'],
  ])
  clock += 60 * 60_000
  await relay.context.audit.settle()
  const counted = (await noted()).slice(4)
  expect(counted.map(({ after }) => JSON.parse(after ?? '{}').repeated)).toEqual([1, 1, 1, 1])
})

it('gives a higher role every right of a lower one', () => {
  for (const [at, role] of roles.entries())
    for (const [other, least] of roles.entries()) expect(isAtLeast(role, least)).toBe(at >= other)
})
