import { once } from 'node:events'
import { connect } from 'node:net'
import { adminEndpoints } from '@hornets/contract/admin'
import { errorBody } from '@hornets/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

function expectClearError(answer: { status: number; body: unknown }, status?: number) {
  expect(errorBody.safeParse(answer.body).error).toBeUndefined()
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  if (status !== undefined) expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|\.js|node:|SQLITE|at \w+ \(/)
}

/** Bodies of chance for each call; a thorough run tries more of the same. */
const numRuns = process.env.THOROUGH ? 60 : 10

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${relay.adminUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body,
  }).then(async response => ({ status: response.status, body: await response.json() }))

/** Sends bytes on a bare socket and answers what comes back until it closes. */
function speak(text: string): Promise<string> {
  const { hostname, port } = new URL(relay.adminUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('malformed bodies', () => {
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['broken JSON', '{"npub":'],
    ['JSON with a comma too many', '{"npub":"a",}'],
    ['a text', 'hello'],
    ['nothing', ''],
    ['null', 'null'],
    ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a surrogate', '{"npub":"\\ud800","password":"\\ud800"}'],
    ['a NUL', '{"npub":"\\u0000","password":"\\u0000"}'],
    ['nesting 100,000 deep', '['.repeat(100_000)],
    ['closed nesting 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects 50,000 deep', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['a length that cannot be read', '{"npub":{"length":{"toString":""}},"password":{"length":{"valueOf":1}}}'],
    ['a prototype to poison', '{"__proto__":{"isAdmin":true}}'],
    ['a constructor to poison', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['a hundred thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [i, i])))],
  ]
  // Signed calls are refused before their body is read: wallet/pushes.test.ts.
  const paths = adminEndpoints
    .filter(({ method, body, access }) => method === 'POST' && body && access !== 'wallet')
    .map(({ path }) => path)

  /** All calls have one reader of bodies: what is large goes to every tenth of them. */
  const pathsFor = ({ length }: { length: number }) =>
    paths.filter((_, at) => process.env.THOROUGH || length < 1000 || at % 10 === 0)

  it.each(bodies)('%s is a clear error on every call that takes a body', async (_name, body) => {
    for (const path of pathsFor(body)) expectClearError(await post(path.replace(':group', 'query_cache'), body), 400)
    expect({}).not.toHaveProperty('isAdmin')
  })

  it('more than a megabyte is refused', async () => {
    expectClearError(await post('/login', `{"npub":"${'a'.repeat(2 ** 20)}"}`), 413)
  })

  it('a length that is not so, a header without end and no HTTP at all end the connection with a clear answer', async () => {
    const host = new URL(relay.adminUrl).host
    for (const text of [
      'GARBAGE\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: x\r\n\r\n{}`,
      `GET /health HTTP/1.1\r\nConnection: close\r\n\r\n`,
    ]) {
      const answer = await speak(text)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).not.toMatch(/\.ts:|\.js:|Error:/)
    }
    expect((await relay.call('/health')).status).toBe(200)
  })
})

it('disconnects clients that send data after the end', async () => {
  const { hostname, port } = new URL(relay.adminUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.write('GARBAGE\r\n\r\n')
  const sending = setInterval(() => socket.write('more'), 100)
  try {
    const [error] = await once(socket.resume(), 'error', { signal: AbortSignal.timeout(6000) })
    expect(error.code).toMatch(/^(EPIPE|ECONNRESET)$/)
  } finally {
    clearInterval(sending)
    socket.destroy()
  }
})

describe('paths and headers', () => {
  it('refuses a NUL in a text or path, which a database could not store', async () => {
    const block = (reason: string) =>
      post('/api/blocked-pubkeys', `{"pubkey":"${'a'.repeat(64)}","reason":"${reason}"}`)
    expect((await block('a\\u0000')).body).toMatchObject({ code: 'bad_request' })
    expect((await block('a\\\\\\u0000')).body).toMatchObject({ code: 'bad_request' })
    expect((await block('a\\\\u0000')).status).toBe(200)
    expect((await relay.call('/api/settings/a%00', { token })).body).toMatchObject({ code: 'bad_request' })
  })

  it.each([
    '/%',
    '/%zz',
    '/%00',
    '/api/settings/%00',
    '/api/settings/..%2f..%2fgeneral',
    '/api/settings/__proto__',
    `/api/settings/${'a'.repeat(10_000)}`,
    '/api/kind-trend/-1',
    '/api/kind-trend/1e9',
    '/api/kind-trend/NaN',
    '/api/traffic?minutes=1441',
    '/api/traffic?minutes=1&minutes=2',
    '/api/blocked-pubkeys?limit=1.5',
    '/api/blocked-pubkeys?offset=9007199254740993',
  ])('GET %s is a clear error', async path => {
    expectClearError(await relay.call(path, { token }))
  })

  it('any bytes as a token are a 401', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'Bearer \t.-_=+/%aZ09\u00ff'), maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(value, async authorization => {
        const answer = await relay.call('/api/status', { headers: { authorization } })
        expectClearError(answer, 401)
      }),
      { numRuns: 100 },
    )
  })
})

describe('bodies of any shape', () => {
  const names = [
    'npub',
    'password',
    'confirmPassword',
    'termOfUse',
    'setupToken',
    'challenge',
    'signature',
    'messageHash',
    'event',
    'id',
    'pubkey',
    'created_at',
    'kind',
    'tags',
    'content',
    'sig',
    'relay_settings',
    'mode',
    'reason',
    'KindWhitelist',
    'subscription_tiers',
    'general',
    'private_key',
    'port',
    'delete_events',
    'toString',
    'length',
  ]
  const key = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 8 }))
  const leaf = fc.oneof(
    fc.constantFrom(
      null,
      true,
      '',
      -1,
      0,
      1e308,
      2 ** 53,
      'a'.repeat(64),
      'kind1',
      '********',
      `npub1${'q'.repeat(58)}`,
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 8 }),
    ),
  }))
  // Settings that change the relay itself (servers, key) are left alone, so that the test can continue.
  const groups = ['image_moderation', 'ollama', 'xnostr', 'relay_info', 'query_cache']
  const paths = adminEndpoints
    .filter(({ method, body, access }) => method === 'POST' && body && access !== 'wallet')
    .filter(({ path }) => path !== '/signup' && path !== '/login')
    .flatMap(({ path }) => (path.includes(':group') ? groups.map(group => path.replace(':group', group)) : [path]))

  it.each(['/signup', '/login'])('POST %s returns a clear error for each', async path => {
    await fc.assert(
      fc.asyncProperty(tree, async body => {
        expectClearError(await post(path, JSON.stringify(body)))
      }),
      { numRuns },
    )
  })

  it.each(paths)('POST %s accepts each or returns a clear error', async path => {
    const group = path.split('/').at(-1) ?? ''
    const wrapped = fc.oneof(
      tree,
      tree.map(inner => ({ [group]: inner })),
      tree.map(inner => ({ relay_settings: inner })),
    )
    await fc.assert(
      fc.asyncProperty(wrapped, async body => {
        const answer = await post(path, JSON.stringify(body))
        if (answer.status !== 200 && answer.status !== 201) expectClearError(answer)
      }),
      { numRuns },
    )
  })

  it('after all that the relay is well', async () => {
    const status = await relay.call('/api/status', { token })
    expect(status.status).toBe(200)
    for (const group of groups) expect((await relay.call(`/api/settings/${group}`, { token })).status).toBe(200)
  })
})
