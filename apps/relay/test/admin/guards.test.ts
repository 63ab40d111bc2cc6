import { request } from 'node:http'
import { adminEndpoints } from '@hornets/contract/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { startRelayWithConsole } from '../support/console-folder.ts'

let relay: Relay
let token: string
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ relay, token, stop } = await startRelayWithConsole())
})
afterAll(() => stop?.())

const html = { accept: 'text/html,application/xhtml+xml' }

/** A call with a Host header that fetch would not let us set. */
function callAs(host: string, path = '/health'): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(relay.adminUrl)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { host } }, answer => {
      let body = ''
      answer.on('data', chunk => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', reject).end()
  })
}

describe('permitted callers', () => {
  it('a page whose name was pointed at this machine is refused (DNS rebinding)', async () => {
    for (const host of ['evil.example', 'evil.example:9002', '127.0.0.1.evil.example', 'localhost.evil.example']) {
      const answer = await callAs(host)
      expect([host, answer.status]).toEqual([host, 403])
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' })
    }
  })

  it('accepts this machine’s names and the configured ones', async () => {
    for (const host of ['localhost:9002', '127.0.0.1', '[::1]:9002']) expect((await callAs(host)).status).toBe(200)
    const named = await startRelay({ config: { allowedHosts: ['Relay.example'] } })
    try {
      const answer = await named.call('/health', { headers: {} })
      expect(answer.status).toBe(200)
    } finally {
      await named.close()
    }
  })

  it('allows no other origin (no CORS), and treats a preflight as an unknown route', async () => {
    const answer = await relay.call('/health', { headers: { origin: 'https://evil.example' } })
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    expect((await relay.call('/login', { method: 'OPTIONS' })).status).toBe(404)
  })

  it('a form of another page cannot post: only JSON is taken', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
      const answer = await relay.call('/login', { body: '{}', headers: { 'content-type': type } })
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    }
  })
})

describe('AUTH-18, R-13: every answer carries the guards', () => {
  it.each(['/', '/health', '/api/status', '/api/none', '/docs', '/openapi.json', '/%zz'])('%s', async path => {
    const { headers } = await relay.call(path, { headers: html })
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    // Only for the console's document, which scans QR codes.
    const isPage = ['/', '/health'].includes(path)
    const camera = isPage ? 'camera=(self), microphone=()' : 'camera=(), microphone=()'
    expect(headers.get('permissions-policy')).toContain(camera)
    expect(headers.get('strict-transport-security')).toBeNull()
    const expected = isPage ? 'no-cache' : 'no-store'
    if (path !== '/openapi.json') expect(headers.get('cache-control')).toBe(expected)
  })

  it('forbids caching of session answers and refusals', async () => {
    for (const options of [{ token }, {}])
      expect((await relay.call('/api/account', options)).headers.get('cache-control')).toBe('no-store')
  })

  it('a script is spared what only a document heeds, whichever way it is packed', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await relay.call('/assets/app-1a2b.js', { headers: { 'accept-encoding': accepted } })
      expect(headers.get('content-security-policy')).toBeNull()
      expect(headers.get('permissions-policy')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it.each(['br', 'identity'])(
    "NIP-46: lets the remote signers' worker reach relays and run nothing else, compressed as %s",
    async accepted => {
      const worker = '/assets/bunker-worker-1a2b.js'
      const { headers } = await relay.call(worker, { headers: { 'accept-encoding': accepted } })
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; connect-src https: wss: ws://localhost:* ws://127.0.0.1:*; frame-ancestors 'none'",
      )
    },
  )

  it("NIP-86: lets the other relays' worker reach encrypted addresses and this machine, and run nothing else", async () => {
    const { headers } = await relay.call('/assets/relay-worker-1a2b.js')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src https: http://localhost:* http://127.0.0.1:*; frame-ancestors 'none'",
    )
  })

  it('HSTS only behind a trusted proxy that speaks TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    expect((await relay.call('/health', { headers })).headers.get('strict-transport-security')).toBeNull()
    const behindProxy = await startRelay({ config: { trustedProxies: ['loopback'] } })
    try {
      const answer = await behindProxy.call('/health', { headers })
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    } finally {
      await behindProxy.close()
    }
  })
})

describe('the contract is served', () => {
  const concrete = (path: string) =>
    path.replace(':group', 'ollama').replace(':kind', '1').replace(/:\w+/g, 'a'.repeat(64))

  it.each(adminEndpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'AUTH-09: %s is there, and asks for a session or a signature where it needs one',
    async (_name, { method, path, access }) => {
      const answer = await relay.call(concrete(path), { method })
      if (access === 'session') {
        expect([answer.status, answer.body]).toEqual([
          401,
          { error: 'Missing or invalid Authorization header', code: 'unauthorized' },
        ])
        const wrong = await relay.call(concrete(path), { method, token: 'wrong' })
        expect([wrong.status, wrong.body.error]).toEqual([401, 'Invalid or expired token'])
      } else if (access === 'wallet') expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
      else if (path === '/restore/upload') expect([answer.status, answer.body.code]).toEqual([403, 'signup_closed'])
      else if (path === '/demo') expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      else if (path.startsWith('/api/wallet-proxy/')) expect([400, 503]).toContain(answer.status)
      else expect([200, 400]).toContain(answer.status)
    },
  )

  it('serves the old path of deployed consoles for the counts', async () => {
    const [one, other] = [
      await relay.call('/api/relaycount', { token }),
      await relay.call('/api/relay/count', { token }),
    ]
    expect(other.status).toBe(200)
    expect(other.body).toMatchObject(one.body)
    expect((await relay.call('/api/relay/count')).status).toBe(401)
  })

  it('an unknown call is a JSON 404, to browsers too', async () => {
    for (const path of ['/api', '/api/none', '/api/setting']) {
      const answer = await relay.call(path, { token, headers: html })
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not found', code: 'not_found' }])
    }
  })

  it('the OpenAPI document names every call, and every reference in it leads somewhere', async () => {
    const { body: document, headers } = await relay.call('/openapi.json')
    expect(headers.get('content-type')).toContain('application/json')
    expect(document.openapi).toBe('3.1.0')
    for (const { method, path } of adminEndpoints) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation, path).toMatchObject({ summary: expect.any(String), responses: expect.any(Object) })
      const named = operation.parameters.filter((one: { in: string }) => one.in === 'path').length
      expect(named, path).toBe(path.match(/:\w+/g)?.length ?? 0)
      expect(Object.keys(operation.responses).some(status => Number(status) < 300)).toBe(true)
    }
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        reference?.split('/').reduce((at, key) => at?.[key], document),
        reference,
      ).toBeDefined()
  })

  it('the page for people lists every call, without script and without anything from elsewhere', async () => {
    const { body: page } = await relay.call('/docs')
    for (const { path } of adminEndpoints) expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'))
    expect(page).not.toMatch(/<script|style=|\son\w+=|https?:\/\//)
    const style = await relay.call('/docs/style.css')
    expect(style.headers.get('content-type')).toContain('text/css')
  })
})
