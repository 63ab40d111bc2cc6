import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { askWalletHealth } from '@hornets/contract/admin/wallet'
import { messages } from '@hornets/contract/messages'
import { walletEndpoints } from '@hornets/contract/wallet'
import { createJsonApp } from '@hornets/server/http/json-app'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { walletForwardRoutes } from '../../src/wallet/forward-routes.ts'
import { type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'

type Service = Awaited<ReturnType<typeof startHttpService>>

let service: Service
let relay: Relay
let answer: Parameters<typeof startHttpService>[0]
let bodies: string[]
let clock = Date.now()
let owner: Record<string, string>
beforeAll(async () => {
  answer = (_request, response) => response.end('{}')
  service = await startHttpService((asked, response) => answer(asked, response))
  relay = await startRelay({ config: { walletUrl: service.url }, now: () => clock })
  owner = { 'x-admin-authorization': `Bearer ${(await relay.signedIn()).token}` }
})
afterAll(async () => {
  await relay.close()
  await service.close()
})
beforeEach(() => {
  service.asked.length = 0
  bodies = []
  answer = async (asked, response) => {
    bodies.push(await textOf(asked))
    response.setHeader('content-type', 'application/json; charset=utf-8').end('{"token":"t"}')
  }
})

const asked = () => service.asked.filter(({ url }) => url !== '/operators')

describe('calls that are not forwarded to the wallet service', () => {
  it.each(['/operators', '/generate-addresses'])('%s: relay and wallet talk of that among themselves', async path => {
    const answered = await relay.call(`/wallet${path}`, { body: { pubkeys: [] } })
    expect([answered.status, answered.body.code]).toEqual([404, 'not_found'])
    expect(asked()).toEqual([])
  })

  it.each([
    ['GET', '/wallet/none'],
    ['GET', '/wallet/'],
    ['DELETE', '/wallet/transaction'],
    ['GET', '/wallet/..%2foperators'],
    ['GET', '/wallet//127.0.0.1:1/health'],
  ])('%s %s: is not a call of the contract', async (method, path) => {
    const answered = await relay.call(path, { method })
    expect([answered.status, answered.body.code]).toEqual([404, 'not_found'])
    expect(asked()).toEqual([])
  })

  it.each([
    ['a whole address', (evil: string) => `http://@${evil}/wallet/health`],
    ['a path that begins another address', () => '/walle%74/health'],
  ])('%s: is forwarded to the wallet service or not at all', async (_, target) => {
    const other = await startHttpService((_asked, response) => response.end('{}'))
    const path = target(new URL(other.url).host)
    const asking = request(relay.adminUrl, { path, headers: { host: 'localhost' } }).end()
    const [answered] = (await once(asking, 'response')) as [IncomingMessage]
    answered.resume()
    await other.close()
    expect(other.asked).toEqual([])
    expect([200, 404]).toContain(answered.statusCode)
    expect(asked().map(({ url }) => url)).toEqual(answered.statusCode === 200 ? ['/health'] : [])
  })

  it('a form of another page: only JSON is taken', async () => {
    const answered = await relay.call('/wallet/verify', { body: '{}', headers: { 'content-type': 'text/plain' } })
    expect(answered.status).toBe(415)
    expect(asked()).toEqual([])
  })

  it('refuses oversized bodies, with or without a declared length', async () => {
    const tooMuch = 8 * 2 ** 20 + 1
    expect(await post({ 'content-length': String(tooMuch) }, 0)).toMatchObject({ status: 413, code: 'too_large' })
    expect(asked()).toEqual([])
    expect(await post({}, tooMuch)).toMatchObject({ status: 413 })
    const order = { ...owner, 'idempotency-key': 'too much' }
    expect(await post(order, tooMuch, '/wallet/transaction')).toMatchObject({ status: 413, code: 'too_large' })
    expect(bodies).toEqual([])

    /** Sends no byte that is not awaited: a client still writing when the server closes may miss the answer. */
    async function post(headers: Record<string, string>, bytes: number, path = '/wallet/labels/import') {
      const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const sent = request(relay.adminUrl + path, options)
      if (bytes > 0) sent.write(Buffer.alloc(bytes))
      else sent.flushHeaders()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const { code } = (await json(response)) as { code: string }
      sent.on('error', () => undefined).destroy()
      return { status: response.statusCode, code }
    }
  })

  const guarded = walletEndpoints.filter(({ role }) => role).map(({ path }) => path)

  it("WAPI-07: refuses payments, signatures and keys without an owner's session beside the wallet's token", async () => {
    expect(guarded).toEqual([
      '/approvals/give',
      '/backup',
      '/chain-source',
      '/chain-source/test',
      '/lightning/connect',
      '/lightning/disconnect',
      '/lightning/pay',
      '/psbt',
      '/psbt/finish',
      '/psbt/sign',
      '/search',
      '/search/accept',
      '/security/operators',
      '/security/settings',
      '/setup',
      '/transaction',
      '/transaction/abandon',
      '/unlock',
      '/words/check',
    ])
    const operator = await putAdmin(relay, 'operator')
    const headersOf = (token: string) => ({ 'x-admin-authorization': `Bearer ${token}` })
    for (const path of guarded) {
      const call = (headers = {}) => relay.call(`/wallet${path}`, { token: 'wallet', body: {}, headers })
      expect([(await call()).status, (await call(headersOf('A'.repeat(43)))).status]).toEqual([401, 401])
      const refused = await call(headersOf(operator.token))
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect(asked()).toEqual([])
  })

  it('the same of an owner who gave the password more than ten minutes ago', async () => {
    clock += 10 * 60_000 + 1
    const refused = await relay.call('/wallet/transaction', { token: 'wallet', body: {}, headers: owner })
    expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
    expect(asked()).toEqual([])
    clock -= 10 * 60_000 + 1
    expect((await relay.call('/wallet/transaction', { token: 'wallet', body: {}, headers: owner })).status).toBe(200)
  })

  it('headers of one hop or of this server', async () => {
    await relay.call('/wallet/verify', {
      body: {},
      headers: {
        authorization: 'Bearer wallet',
        'idempotency-key': 'k',
        cookie: 'a=b',
        origin: relay.adminUrl,
        'x-forwarded-for': '203.0.113.7',
        'x-signature': 's',
        'x-api-key': 'k',
        te: 'trailers',
        ...owner,
      },
    })
    expect(asked()[0]?.headers).toEqual({
      authorization: 'Bearer wallet',
      'idempotency-key': 'k',
      'content-type': 'application/json',
      'content-length': '2',
      accept: '*/*',
      connection: 'close',
      host: new URL(service.url).host,
      'x-forwarded-for': '127.0.0.1',
    })
  })

  it('of what the service says: cookies, and headers against our guards', async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, { 'set-cookie': 'a=b', 'content-security-policy': 'none', 'access-control-allow-origin': '*' })
        .end('{}')
    const { headers } = await relay.call('/wallet/health')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  })

  it('more calls of one address than a console makes', async () => {
    const limited = await startRelay({ config: { walletUrl: 'http://127.0.0.1:1' }, now: () => 1_763_640_000_000 })
    let last = await limited.call('/wallet/health')
    for (let time = 0; time < 300; time++) last = await limited.call('/wallet/health')
    expect([last.status, last.body.code]).toEqual([429, 'rate_limited'])
    await limited.close()
  })
})

describe('R-57: calls of the wallet service go through the admin server', () => {
  it.each(walletEndpoints.filter(({ access }) => access !== 'wallet').map(one => [one.method, one.path] as const))(
    '%s %s (WSVC-16)',
    async (method, path) => {
      const body = method === 'POST' ? { body: { a: 1 } } : {}
      const answered = await relay.call(`/wallet${path}?pubkey=a%20b`, { method, ...body, headers: owner })
      expect([answered.status, answered.body]).toEqual([200, { token: 't' }])
      expect(asked().map(one => [one.method, one.url])).toEqual([[method, `${path}?pubkey=a%20b`]])
      expect(bodies).toEqual([method === 'POST' ? '{"a":1}' : ''])
    },
  )

  it("WAPI-07: forwards calls that neither pay nor open keys with the wallet's token alone (WSVC-16)", async () => {
    const adminToken = owner['x-admin-authorization']?.slice('Bearer '.length)
    for (const path of ['/lock', '/transaction']) {
      const headers = path === '/lock' ? {} : owner
      await relay.call(`/wallet${path}`, { method: 'POST', token: 'the-wallets-own', body: {}, headers })
      expect(asked().at(-1)).toMatchObject({ url: path, headers: { authorization: 'Bearer the-wallets-own' } })
      expect(JSON.stringify(asked().at(-1)?.headers)).not.toContain(adminToken)
    }
  })

  it('WALLET-19: its refusals come back word for word', async () => {
    answer = (_request, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json', 'retry-after': '7' })
        .end('{"error":"Token expired","code":"unauthorized"}')
    const answered = await relay.call('/wallet/fees')
    expect([answered.status, answered.body.error]).toEqual([401, 'Token expired'])
    expect(answered.headers.get('retry-after')).toBe('7')
  })

  it('WALLET-18: bodies go through to the configured wallet service and back, byte by byte', async () => {
    const sent = JSON.stringify({ jsonl: randomBytes(3_000_000).toString('base64') })
    const back = randomBytes(9_000_000)
    answer = async (request, response) => {
      bodies.push(await textOf(request))
      response.setHeader('content-type', 'application/jsonl; charset=utf-8').end(back)
    }
    const answered = await fetch(`${relay.adminUrl}/wallet/labels/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    })
    expect(Buffer.from(await answered.arrayBuffer()).equals(back)).toBe(true)
    expect(answered.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    expect(bodies[0] === sent).toBe(true)
  })

  it('an answer comes as it is made: its beginning before its end', async () => {
    let finish = () => {}
    answer = (_request, response) => {
      response.write('{"a":1}\n')
      finish = () => response.end('{"b":2}\n')
    }
    const answered = await fetch(`${relay.adminUrl}/wallet/labels/export`)
    const reader = answered.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('{"a":1}\n')
    finish()
    expect((await reader?.read())?.value).toBe('{"b":2}\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  it('passes on a truncated response as truncated', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"txid":"')
      setTimeout(() => response.destroy(), 20)
    }
    await expect(fetch(`${relay.adminUrl}/wallet/sends`).then(answered => answered.text())).rejects.toThrow()
    expect((await relay.call('/health')).status).toBe(200)
  })

  it('survives clients that disconnect midway', async () => {
    answer = (_request, response) => void response.write('{')
    const { port } = new URL(relay.adminUrl)
    const gone = request({ port, path: '/wallet/sends' }, response => response.destroy())
    await new Promise(resolve =>
      gone
        .on('close', resolve)
        .on('error', () => undefined)
        .end(),
    )
    const half = connect(Number(port), '127.0.0.1')
    half.write(
      'POST /wallet/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    half.destroy()
    expect((await relay.call('/health')).status).toBe(200)
  })
})

describe('reports an unreachable wallet service clearly', () => {
  it('not running', async () => {
    const alone = await startRelay()
    const answered = await alone.call('/wallet/challenge')
    expect([answered.status, answered.body]).toEqual([
      503,
      { error: 'The wallet service is not running or not reachable from the relay', code: 'unavailable' },
    ])
    await alone.close()
  })

  it('R-58: how the wallet is has an answer all the same: off is a state, and consoles ask for it twice a minute', async () => {
    const alone = await startRelay()
    const { status, body } = await alone.call('/wallet/health')
    expect([status, body]).toEqual([200, { status: 'off', message: messages.walletAway }])
    expect(askWalletHealth.answers[200].parse(body)).toEqual(body)
    await alone.close()
    answer = request => void request.socket.destroy()
    const silent = await relay.call('/wallet/health')
    expect([silent.status, silent.body]).toEqual([200, { status: 'off', message: messages.walletSilent }])
  })

  it('R-67: warns that a payment is possible after a disconnect, and to check before paying again', async () => {
    answer = request => void request.socket.destroy()
    const answered = await relay.call('/wallet/transaction', { body: { choice: 1 }, headers: owner })
    expect([answered.status, answered.body]).toEqual([
      503,
      {
        error: 'The wallet service did not answer in time. Check your payments before you try again.',
        code: 'unavailable',
      },
    ])
  })

  it('reports a silent wallet after the time limit, without waiting longer', async () => {
    answer = () => undefined
    const logger = createLogger({ name: 'test', level: 'silent' })
    const app = createJsonApp({ logger, bodyLimitBytes: 1000 })
    walletForwardRoutes(app, {
      walletUrl: service.url,
      wayOut: directWayOut,
      authorize: async () => {},
      now: Date.now,
      logger,
      timeoutMs: 50,
    })
    const silent = await app.inject({ method: 'POST', url: '/wallet/transaction', payload: {} })
    expect([silent.statusCode, silent.json().error]).toEqual([503, expect.stringContaining('did not answer in time')])
    await app.close()
  })
})
