import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { adminEndpoints } from '@hornets/contract/admin'
import { createLogger } from '@hornets/server/logger'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AccountsByCommand } from '../../src/accounts/by-command.ts'
import { consoleOn } from '../../src/admin-command/console-on.ts'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { type Relay, startRelay } from '../harness.ts'
import { auditOf } from '../support/people.ts'

let consoleDir: string
let relay: Relay
let token: string
beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'console-test-'))
  await mkdir(join(consoleDir, 'assets'))
  const script = 'console.log("hornets")'.repeat(100)
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>index</title>')
  await writeFile(join(consoleDir, 'auth.html'), '<!doctype html><title>auth</title>')
  await writeFile(join(consoleDir, 'assets/app-1a2b.js'), script)
  await writeFile(join(consoleDir, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(consoleDir, 'assets/app-1a2b.js.gz'), gzipSync(script))
  await writeFile(join(consoleDir, 'assets/bunker-worker-1a2b.js'), script)
  await writeFile(join(consoleDir, 'assets/bunker-worker-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(consoleDir, 'manifest.webmanifest'), '{}')
  await writeFile(join(consoleDir, 'service-worker.js'), script)
  await writeFile(join(consoleDir, 'service-worker.js.br'), brotliCompressSync(script))
  relay = await startRelay({ config: { consoleDir } })
  ;({ token } = await relay.signedIn())
})
afterAll(async () => {
  await relay.close()
  await rm(consoleDir, { recursive: true })
})

const html = { accept: 'text/html,application/xhtml+xml' }

/** A call whose Host header fetch would not let us choose. */
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

describe('who may call', () => {
  it('a page whose name was pointed at this machine is refused (DNS rebinding)', async () => {
    for (const host of ['evil.example', 'evil.example:9002', '127.0.0.1.evil.example', 'localhost.evil.example']) {
      const answer = await callAs(host)
      expect([host, answer.status]).toEqual([host, 403])
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' })
    }
  })

  it('this machine’s own names and the configured ones are let in', async () => {
    for (const host of ['localhost:9002', '127.0.0.1', '[::1]:9002']) expect((await callAs(host)).status).toBe(200)
    const named = await startRelay({ config: { allowedHosts: ['Relay.example'] } })
    try {
      const answer = await named.call('/health', { headers: {} })
      expect(answer.status).toBe(200)
    } finally {
      await named.close()
    }
  })

  it('no answer allows another origin (no CORS), and a preflight is no route', async () => {
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

describe('every answer carries the guards', () => {
  it.each(['/', '/health', '/api/status', '/api/none', '/docs', '/openapi.json', '/%zz'])('%s', async path => {
    const { headers } = await relay.call(path, { headers: html })
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
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
    'NIP-46: the worker that reaches remote signers may reach relays and run nothing else, packed as %s',
    async accepted => {
      const worker = '/assets/bunker-worker-1a2b.js'
      const { headers } = await relay.call(worker, { headers: { 'accept-encoding': accepted } })
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; connect-src https: wss: ws://localhost:* ws://127.0.0.1:*; frame-ancestors 'none'",
      )
    },
  )

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
    '%s is there, and asks for a session or a signature where it needs one',
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
      else if (path === '/demo') expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      else expect([200, 400]).toContain(answer.status)
    },
  )

  it('the path of deployed consoles for the counts answers the same', async () => {
    const [one, other] = [
      await relay.call('/api/relaycount', { token }),
      await relay.call('/api/relay/count', { token }),
    ]
    expect(other.status).toBe(200)
    expect(other.body).toEqual(one.body)
    expect((await relay.call('/api/relay/count')).status).toBe(401)
  })

  it('an unknown call is a JSON 404, to browsers too', async () => {
    for (const path of ['/api', '/api/none', '/api/settings']) {
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

describe('the console', () => {
  it.each([
    ['/', 'index'],
    ['/settings/general', 'index'],
    ['/login', 'index'],
    ['/auth/login', 'auth'],
    ['/auth/sign-up?setup=abc', 'auth'],
  ])('%s is answered with the %s page, never cached', async (path, title) => {
    const answer = await relay.call(path, { headers: html })
    expect(answer.body).toContain(`<title>${title}</title>`)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const head = await relay.call(path, { method: 'HEAD', headers: html })
    expect([head.status, head.body]).toEqual([200, ''])
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('with Accept-Encoding %s an asset comes as %s, to be kept for good', async (accepted, encoding) => {
    const answer = await relay.call('/assets/app-1a2b.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.body).toContain('hornets')
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
  })

  it.each(['br', 'identity'])(
    'SHELL-29: the service worker is never old and held to the content policy, packed as %s',
    async accepted => {
      const { status, headers } = await relay.call('/service-worker.js', { headers: { 'accept-encoding': accepted } })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(headers.get('content-type')).toContain('javascript')
      expect(headers.get('content-security-policy')).toContain("connect-src 'self'")
    },
  )

  it('files that are not there, and paths out of the folder, are a 404', async () => {
    for (const path of [
      '/assets/none.js',
      '/favicon.png',
      '/assets/..%2f..%2f..%2fetc/passwd.txt',
      '/..%5c..%5ca.txt',
    ]) {
      const answer = await relay.call(path)
      expect([400, 403, 404]).toContain(answer.status)
      expect(answer.body).toHaveProperty('error')
    }
  })

  it('a program that asks for an unknown page hears JSON, not a page', async () => {
    const answer = await relay.call('/settings', { headers: { accept: 'application/json' } })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('switched off (general.web) it is not served, while the API answers; switched on it is there again', async () => {
    const turn = (web: boolean) => relay.call('/api/settings/general', { token, body: { general: { web } } })
    await turn(false)
    const off = await relay.call('/', { headers: html })
    expect([off.status, off.body.error]).toEqual([404, expect.stringContaining('npm run admin -- console-on')])
    expect((await relay.call('/health')).status).toBe(200)
    await turn(true)
    expect((await relay.call('/', { headers: html })).status).toBe(200)
  })

  it('a command on the server switches it on again: a running relay serves it within seconds, and the audit log has it', async () => {
    const beside = await AdminDatabase.openUnchanged(join(relay.dataDir, 'admin.db'))
    const audit = new AuditLog(beside, Date.now, createLogger({ name: 'test', level: 'silent' }))
    const said: string[] = []
    const parts = { dataDir: relay.dataDir, database: beside, audit, accounts: new AccountsByCommand(beside, audit) }
    const run = () => consoleOn.run({ ...parts, say: line => said.push(line), askSecret: undefined }, [])
    await run()
    const save = (web: boolean) => relay.call('/api/settings/general', { token, body: { general: { web } } })
    await save(false)
    expect((await relay.call('/', { headers: html })).status).toBe(404)
    await run()
    const serves = async () => expect((await relay.call('/', { headers: html })).status).toBe(200)
    await vi.waitFor(serves, { timeout: 5000 })
    const { body } = await relay.call('/api/settings/general', { token })
    expect(body.general.web).toBe(true)
    expect(said).toEqual(['The console was on already.', expect.stringMatching(/^The console is on\. /)])
    expect((await auditOf(relay, 'settings.save')).at(-1)).toMatchObject({
      ...{ actor: null, target: 'general', before: '{"web":false}', after: '{"web":true}', outcome: 'done' },
    })
    // It can be switched off again.
    await save(false)
    expect((await relay.call('/', { headers: html })).status).toBe(404)
    await save(true)
    await beside.close()
  })

  it('that has not been built says how to build it', async () => {
    const unbuilt = await startRelay({ config: { consoleDir: join(consoleDir, 'none') } })
    try {
      const answer = await unbuilt.call('/', { headers: html })
      expect([answer.status, answer.body.error]).toEqual([
        503,
        'The console has not been built yet: run `npm run build`.',
      ])
      expect((await unbuilt.call('/health')).status).toBe(200)
    } finally {
      await unbuilt.close()
    }
  })
})
