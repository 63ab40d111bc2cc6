import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { nip19 } from 'nostr-tools'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newOperator, type Relay, startRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'

let relay: Relay
const start = async () => {
  relay = await startRelay()
}
const end = () => relay.close()

const signup = (extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const { pubkey: npub, password } = newOperator()
  const setupToken = relay.context.setupToken.value
  const body = { npub, password, confirmPassword: password, termOfUse: true, setupToken, ...extra }
  return relay.call('/signup', { body, headers })
}

describe('a claim that is refused', () => {
  // Nobody claims it, so one relay serves all.
  beforeAll(start)
  afterAll(end)

  it('a stranger behind a proxy that forwards only bytes, by either version of HTTP, cannot claim it', async () => {
    const proxy = createServer(stranger => {
      const { hostname, port } = new URL(relay.adminUrl)
      const inside = connect(Number(port), hostname)
      inside.on('error', () => stranger.destroy())
      stranger.on('error', () => inside.destroy())
      stranger.pipe(inside).pipe(stranger)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    try {
      const { pubkey: npub, password } = newOperator()
      const body = JSON.stringify({ npub, password, confirmPassword: password, termOfUse: true })
      for (const version of ['1.0', '1.1']) {
        const socket = connect(port, '127.0.0.1')
        socket.write(
          `POST /signup HTTP/${version}\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
            `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        )
        expect(await text(socket)).toMatch(/ 403 [\s\S]*"setup_token_required"/)
      }
    } finally {
      proxy.close()
    }
  })

  it('refuses a request with two hosts, since a proxy could have read the other one', async () => {
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
  ])('API-04, PROFILE-07, R-07: a password %s is refused by the rule', async (_name, password) => {
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
  ])('refuses a key %s, which could never sign in', async (_name, npub) => {
    const answer = await signup({ npub })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('npub')
    expect((await relay.call('/user-exist')).body.exists).toBe(false)
  })

  it.each([
    ['no key', { npub: undefined }, 'npub'],
    ['no password', { password: undefined }, 'password'],
    ['no repeated password', { confirmPassword: undefined }, 'confirmPassword'],
    ['another repeated password', { confirmPassword: 'Another-One-7' }, 'confirmPassword'],
    ['refused terms', { termOfUse: false }, 'termOfUse'],
  ])('API-04, AUTH-24: %s is refused at its field', async (_name, extra, field) => {
    const { status, body } = await signup(extra)
    expect([status, body.error, Object.keys(body.fields)]).toEqual([400, expect.stringMatching(/./), [field]])
  })
})

describe('claiming the relay', () => {
  beforeEach(start)
  afterEach(end)

  it('API-04, AUTH-29: a second stranger is refused for ever once there is an admin (R-05)', async () => {
    await relay.claim()
    const answer = await signup()
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'signup_closed', error: expect.stringContaining('already been claimed') })
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

  const signupWithout = (headers: Record<string, string>, more = {}) =>
    signup({ setupToken: undefined, ...more }, headers)

  it.each([
    ['a plain call on the machine itself', {}],
    ['a call by a loopback name, as a proxy on the machine sends it', { host: 'localhost' }],
    ['a forwarded request', { 'x-forwarded-for': '203.0.113.7' }],
    ['a request of a page from elsewhere', { origin: 'https://relay.example' }],
    ['a request of a page without an origin', { origin: 'null' }],
  ])('AUTH-29: %s needs the setup token, and only the right one will do', async (_name, headers) => {
    expect((await relay.call('/user-exist', { headers })).body.setupTokenRequired).toBe(true)
    const without = await signupWithout(headers)
    expect([without.status, without.body.code]).toEqual([403, 'setup_token_required'])
    const wrong = await signupWithout(headers, { setupToken: 'A'.repeat(43) })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'setup_token_required'])
    expect((await signup({}, headers)).status).toBe(201)
  })

  it('API-06, AUTH-30: reports whether there is an admin, and whether the caller can become one (SIGN-01)', async () => {
    const before = await relay.call('/user-exist')
    expect(before.body).toMatchObject({
      exists: false,
      allowSignup: true,
      setupTokenRequired: true,
      name: 'H.O.R.N.E.T.S Nostr Relay',
      message: 'This relay has no admin yet',
    })
    await relay.claim()
    const after = await relay.call('/user-exist')
    expect(after.body).toMatchObject({
      exists: true,
      allowSignup: false,
      setupTokenRequired: false,
      message: 'This relay has been claimed',
    })
  })

  it('API-04: a key given as npub is the same account as its hex (WIRE-09)', async () => {
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

  const addresses = (token: string) =>
    relay.call('/api/settings/relay_info', { token }).then(({ body }) => body.relay_info.relayaddresses)

  it.each([
    ['on the machine itself there is none yet', {}, ''],
    ['behind a proxy it is that of the page', { origin: 'https://relay.example' }, 'wss://relay.example'],
  ])('learns the names of the relay: %s', async (_name, headers, learnt) => {
    const operator = newOperator()
    const { pubkey: npub, password } = operator
    const claimed = await signup({ npub, password, confirmPassword: password }, headers)
    expect(claimed.status).toBe(201)
    expect(await addresses(await relay.login(operator))).toBe(learnt)
  })

  it('stores the password as an Argon2id hash, and records the claim without it', async () => {
    const { pubkey, password } = await relay.claim()
    const reads = relay.context.adminDatabase.reads
    const account = await reads.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    expect(account.password).toMatch(/^\$argon2id\$v=19\$/)
    const [row] = await reads.selectFrom('audit_log').selectAll().execute()
    expect(row).toMatchObject({ action: 'account.signup', actor: pubkey, outcome: 'done', ip: '127.0.0.1' })
    expect(JSON.stringify(row)).not.toContain(password)
  })
})

it('R-05: the address to claim it at begins with CONSOLE_URL, by which it can be reached from elsewhere', async () => {
  const consoleUrl = 'https://console.example.com'
  const named = await startRelay({ config: { consoleUrl } })
  expect(named.app.setupUrl()).toBe(`${consoleUrl}/auth/sign-up?setup=${named.context.setupToken.value}`)
  await named.close()
})

describe('the names of a relay', () => {
  let token: string
  beforeAll(async () => {
    await start()
    ;({ token } = await relay.signedIn())
  })
  afterAll(end)

  it('reports public addresses that clients use but the settings lack', async () => {
    const client = await RawClient.connect(relay.publicUrl, { host: 'relay.example' })
    const troubles = async () => (await relay.call('/api/status', { token })).body.troubles
    expect(await troubles()).toEqual([{ kind: 'unknown_name', name: 'relay.example', clients: 1 }])
    const body = { relay_info: { relayaddresses: 'wss://relay.example' } }
    expect((await relay.call('/api/settings/relay_info', { token, body })).status).toBe(200)
    expect(await troubles()).toBeUndefined()
    client.close()
  })

  it.each([
    ['relayaddresses', 'relay.example'],
    ['relayaddresses', 'https://relay.example'],
    ['relayaddresses', 'wss://relay.example/path'],
    ['relaycontact', 'javascript:alert(1)'],
    ['relaycontact', ' JavaScript:alert(1)'],
    ['relaycontact', 'java\tscript:alert(1)'],
    ['relaysoftware', 'data:text/html,x'],
    ['relaysoftware', 'file:///etc/passwd'],
  ])('and its addresses are checked: %s is not "%s"', async (key, value) => {
    const { status, body } = await relay.call('/api/settings/relay_info', {
      token,
      body: { relay_info: { [key]: value } },
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, [key]])
  })
})
