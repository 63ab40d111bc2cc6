import { adminEndpoints } from '@hornets/contract/admin'
import { uploadRestore } from '@hornets/contract/admin/operation/restore'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signInLimits } from '../../../src/accounts/limits.ts'
import { answerTo, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { putAdmin } from '../../support/people.ts'

let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
})
afterAll(() => relay.close())

const isLive = async (session: string) => (await relay.call('/api/account', { token: session })).status === 200
/** Everything that an attack could have changed. Recorded refusals do not count. */
async function whatIsKept() {
  const { reads } = relay.context.adminDatabase
  const tables = ['accounts', 'settings', 'blocked_pubkeys', 'invitations', 'recovery_codes', 'mail_codes'] as const
  const rows = await Promise.all(tables.map(table => reads.selectFrom(table).selectAll().execute()))
  const sessions = await reads.selectFrom('sessions').select('token_hash').execute()
  return JSON.stringify([rows, sessions])
}

describe('session fixation', () => {
  it('a token that was planted before the sign-in is never taken over: each sign-in makes its own', async () => {
    const planted = 'P'.repeat(43)
    const headers = { authorization: `Bearer ${planted}`, cookie: `token=${planted}; session=${planted}` }
    const body = { npub: operator.pubkey, password: operator.password, token: planted, sessionId: planted }
    const { event } = (await relay.call('/login', { body, headers })).body
    const answer = await relay.call(`/verify?token=${planted}`, {
      body: { ...answerTo(event, operator), token: planted },
      headers,
    })
    expect(answer.body.token).not.toBe(planted)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect([await isLive(planted), await isLive(answer.body.token)]).toEqual([false, true])
    expect(await relay.login(operator)).not.toBe(answer.body.token)
  })
})

describe('cross-site request forgery', () => {
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined]
  const concrete = (path: string) => path.replace(':group', 'general').replace(/:\w+/g, 'a'.repeat(64))

  it('a page from elsewhere can send forms to every call that changes something, and none of them acts', async () => {
    const before = await whatIsKept()
    for (const { method, path } of adminEndpoints.filter(({ method }) => method === 'POST')) {
      for (const type of forms) {
        const headers = {
          origin: 'https://evil.example',
          ...(type && { 'content-type': type }),
          cookie: `token=${token}`,
        }
        const body = new TextEncoder().encode('{"role":"owner","password":"Abcdefg1"}')
        const answer = await fetch(`${relay.adminUrl}${concrete(path)}`, { method, headers, body })
        // It takes any body, behind a header that no form can send.
        const refused = path === uploadRestore.path ? [403] : [401, 415]
        expect([path, type, refused]).toEqual([path, type, expect.arrayContaining([answer.status])])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    expect(await whatIsKept()).toBe(before)
  })

  it('ignores a token in a cookie, which browsers send by themselves', async () => {
    const before = await whatIsKept()
    const cookie = ['token', 'accessToken', 'session'].map(name => `${name}=${token}`).join('; ')
    for (const { method, path } of adminEndpoints.filter(({ access }) => access === 'session')) {
      const answer = await fetch(`${relay.adminUrl}${concrete(path)}`, { method, headers: { cookie } })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
    expect(await whatIsKept()).toBe(before)
  })
})

it('clickjacking: forbids framing of every page and response', async () => {
  for (const path of ['/', '/auth/login', '/settings', '/api/account', '/none.html', '/wallet/health']) {
    const { headers } = await relay.call(path, { headers: { accept: 'text/html' } })
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

describe('credential stuffing', () => {
  it('a list of names and passwords from one address comes to its end, and no more hashes are made than tries', async () => {
    const strict = await startRelay({ now: () => 1_763_640_000_000, signInLimits })
    const hashes = vi.spyOn(strict.context.passwords, 'verify')
    const statuses: number[] = []
    for (let time = 0; time < signInLimits.signIn.burst + 40; time++) {
      const body = { npub: newOperator().pubkey, password: `Leaked-${time}` }
      statuses.push((await strict.call('/login', { body })).status)
    }
    const { burst } = signInLimits.signIn
    expect(statuses).toEqual([...Array(burst).fill(401), ...Array(40).fill(429)])
    expect(hashes).toHaveBeenCalledTimes(burst)
    await strict.close()
  })
})

describe('known and unknown accounts', () => {
  it('are refused with the same words after the same time: both cost a hash', async () => {
    // Expensive enough to make the hash dominate a refusal's time.
    const dear = await startRelay({ passwordCost: { memoryKib: 16_384, passes: 3, lanes: 1 } })
    const known = await dear.claim()
    const login = async (npub: string, password: string) => {
      const started = performance.now()
      const { status, body } = await dear.call('/login', { body: { npub, password } })
      return { ms: performance.now() - started, answer: [status, body] }
    }
    const refused = { known: [], unknown: [] } as Record<string, Awaited<ReturnType<typeof login>>[]>
    for (let round = 0; round < 4; round++) {
      refused.known?.push(await login(known.pubkey, 'Wrong-Horse-7'))
      refused.unknown?.push(await login(newOperator().pubkey, known.password))
    }
    const answers = Object.values(refused).flat()
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => answers[0]?.answer))
    // The fastest of each: load on the machine only makes some slower.
    const [least = 0, most = 0] = Object.values(refused)
      .map(ones => Math.min(...ones.map(({ ms }) => ms)))
      .sort((a, b) => a - b)
    expect(least / most).toBeGreaterThan(0.5)
    await dear.close()
  })

  it('a code for a known address and one for an unknown address are answered no sooner than the same time', async () => {
    const post = await startMailServer()
    const strict = await startRelay({ config: { smtp: post.smtp }, signInLimits })
    const ms = []
    for (const email of ['known@mail.example', 'unknown@mail.example']) {
      const admin = await putAdmin(strict, 'viewer')
      const set = { email, email_verified: 1 } as const
      if (email.startsWith('known'))
        await strict.context.adminDatabase.transact(tx =>
          tx.updateTable('accounts').set(set).where('id', '=', admin.id).execute(),
        )
      await strict.call('/forgot-password', { body: { email } })
      const started = performance.now()
      const { status } = await strict.call('/security-code', { body: { email, code: 'AAAAAA' } })
      ms.push(performance.now() - started)
      expect(status).toBe(401)
    }
    for (const taken of ms) expect(taken).toBeGreaterThanOrEqual(signInLimits.recoveryAnswerMs - 2)
    await strict.close()
    await post.close()
  })
})

describe('escalation', () => {
  it('a viewer tries every way to become more, and stays one', async () => {
    const viewer = await putAdmin(relay, 'viewer')
    const { npub, password } = { npub: viewer.operator.pubkey, password: viewer.operator.password }
    const call = (path: string, body: unknown, method = 'POST') =>
      relay.call(path, { token: viewer.token, body, method })
    const owners = (await relay.call('/api/admins', { token })).body.admins as { id: string; role: string }[]
    const owner = owners.find(({ role }) => role === 'owner')?.id ?? ''
    const tries = await Promise.all([
      call('/api/account/profile', { role: 'owner', permissions: ['*'], isOwner: true, userName: 'x' }),
      call('/api/account/profile', JSON.parse('{"constructor":{"role":"owner"},"userName":"y"}')),
      call('/api/account/profile', '{"__proto__":{"role":"owner"}}'),
      call(`/api/admins/${viewer.id}`, { role: 'owner' }),
      call(`/api/admins/${owner}`, { role: 'viewer' }),
      relay.call(`/api/admins/${owner}`, { token: viewer.token, method: 'DELETE' }),
      call('/api/admins/invitations', { role: 'owner' }),
      relay.call('/signup', { body: { npub, password, confirmPassword: password, termOfUse: true, role: 'owner' } }),
      call('/api/settings/general', { general: { demo_mode: true } }),
      call('/api/relay-settings', { relay_settings: {} }),
      call('/api/blocked-pubkeys', { pubkey: operator.pubkey }),
      call('/api/pending-transactions', {}),
    ])
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 400, ...Array(9).fill(403)])
    const { role } = (await relay.call('/api/account', { token: viewer.token })).body.user
    expect(role).toBe('viewer')
    expect(await isLive(token)).toBe(true)
  })
})
