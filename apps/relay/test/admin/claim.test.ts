import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { nip19 } from 'nostr-tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newOperator, type Relay, startRelay } from '../harness.ts'

let relay: Relay
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(() => relay.close())

const signup = (extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const { pubkey: npub, password } = newOperator()
  const body = { npub, password, confirmPassword: password, termOfUse: true, ...extra }
  return relay.call('/signup', { body, headers })
}

describe('claiming the relay', () => {
  it('API-04: a second stranger is refused for ever once there is an admin (R-05)', async () => {
    await relay.claim()
    const answer = await signup()
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'signup_closed', error: expect.stringContaining('claimed already') })
  })

  it('of twenty who claim at the same moment exactly one becomes admin', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signup()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(403)])
    const { count } = await relay.context.adminDatabase.reads
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it.each([
    ['a forwarded request', { 'x-forwarded-for': '203.0.113.7' }],
    ['a request forwarded by the standard header', { forwarded: 'for=203.0.113.7' }],
    ['a request of which a proxy tells only how it came', { 'x-forwarded-proto': 'https' }],
    ['a request that came through a network of proxies', { 'cf-connecting-ip': '203.0.113.7' }],
    ['a request whose client a proxy names in its own way', { 'true-client-ip': '203.0.113.7' }],
    ['a request of a page from elsewhere', { origin: 'https://relay.example' }],
    ['a request of a page without an origin', { origin: 'null' }],
  ])('%s needs the setup token, and only the right one will do', async (_name, headers) => {
    expect((await relay.call('/user-exist', { headers })).body.setupTokenRequired).toBe(true)
    const without = await signup({}, headers)
    expect([without.status, without.body.code]).toEqual([403, 'setup_token_required'])
    const wrong = await signup({ setupToken: 'A'.repeat(43) }, headers)
    expect([wrong.status, wrong.body.code]).toEqual([403, 'setup_token_required'])
    const right = await signup({ setupToken: relay.context.setupToken.value }, headers)
    expect(right.status).toBe(201)
  })

  it('a stranger behind a proxy that says nothing of him needs it too: such proxies speak HTTP/1.0', async () => {
    const { hostname, port } = new URL(relay.adminUrl)
    const socket = connect(Number(port), hostname)
    socket.end(`GET /user-exist HTTP/1.0\r\nHost: ${hostname}:${port}\r\n\r\n`)
    expect(await text(socket)).toContain('"setupTokenRequired":true')
  })

  it('where proxies are named nobody counts as local: one of them may stand here and tell nothing', async () => {
    const proxied = await startRelay({ config: { trustedProxies: ['203.0.113.1'] } })
    try {
      expect((await proxied.call('/user-exist')).body.setupTokenRequired).toBe(true)
    } finally {
      await proxied.close()
    }
  })

  it('a request that names two hosts is refused: a proxy may have read the other one', async () => {
    const { hostname, port } = new URL(relay.adminUrl)
    const socket = connect(Number(port), hostname)
    socket.end(
      `GET /user-exist HTTP/1.1\r\nHost: ${hostname}:${port}\r\nHost: relay.example\r\nConnection: close\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([
    ['too short', 'Sh0rt'],
    ['without an upper-case letter', 'lowercase-only-1'],
    ['without a lower-case letter', 'UPPERCASE-ONLY-1'],
    ['without a number', 'No-Number-Here'],
  ])('R-07: a password %s is refused by the rule', async (_name, password) => {
    const answer = await signup({ password, confirmPassword: password })
    expect(answer.status).toBe(400)
    expect(answer.body.fields.password).toContain('Minimum eight characters')
  })

  it('AUTH-25: two passwords that differ are refused', async () => {
    const answer = await signup({ confirmPassword: 'Another-One-7' })
    expect(answer.status).toBe(400)
    expect(answer.body.fields.confirmPassword).toBe('The two passwords that you entered do not match!')
  })

  it.each([
    ['of no point on the curve', 'f'.repeat(64)],
    ['with a wrong checksum', `npub1${'q'.repeat(58)}`],
    ['of the wrong length', 'abc'],
  ])('a key %s is refused, since nobody could ever sign in with it', async (_name, npub) => {
    const answer = await signup({ npub })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('npub')
    expect((await relay.call('/user-exist')).body.exists).toBe(false)
  })

  it('the terms have to be accepted', async () => {
    expect((await signup({ termOfUse: false })).status).toBe(400)
  })

  it('API-06, AUTH-30: tells whether there is an admin, and whether the caller may become one', async () => {
    const before = await relay.call('/user-exist')
    expect(before.body).toMatchObject({ exists: false, allowSignup: true, setupTokenRequired: false })
    await relay.claim()
    const after = await relay.call('/user-exist')
    expect(after.body).toMatchObject({ exists: true, allowSignup: false, setupTokenRequired: false })
  })

  it('a key given as npub is the same account as its hex', async () => {
    const operator = newOperator()
    expect((await signup({ npub: nip19.npubEncode(operator.pubkey) })).status).toBe(201)
    await expect(relay.login(operator)).resolves.toMatch(/^[\w-]{43}$/)
  })

  it('the setup token lies in a file of its owner alone, is printed until the claim and gone after', async () => {
    const path = join(relay.dataDir, 'setup-token')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(relay.app.setupUrl()).toBe(`${relay.adminUrl}/auth/sign-up?setup=${relay.context.setupToken.value}`)
    await relay.claim()
    expect(relay.app.setupUrl()).toBeUndefined()
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  it('R-05: the address to claim it at begins with CONSOLE_URL, by which it can be reached from elsewhere', async () => {
    const consoleUrl = 'https://console.example.com'
    const named = await startRelay({ config: { consoleUrl } })
    expect(named.app.setupUrl()).toBe(`${consoleUrl}/auth/sign-up?setup=${named.context.setupToken.value}`)
    await named.close()
  })

  it('the password is kept as an Argon2id hash, and the claim stands in the audit log without it', async () => {
    const { pubkey, password } = await relay.claim()
    const reads = relay.context.adminDatabase.reads
    const account = await reads.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    expect(account.password).toMatch(/^\$argon2id\$v=19\$/)
    const [row] = await reads.selectFrom('audit_log').selectAll().execute()
    expect(row).toMatchObject({ action: 'account.signup', actor: pubkey, outcome: 'done', ip: '127.0.0.1' })
    expect(JSON.stringify(row)).not.toContain(password)
  })
})
