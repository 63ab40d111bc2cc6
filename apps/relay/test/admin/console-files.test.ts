import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountsByCommand } from '../../src/accounts/by-command.ts'
import { consoleOn } from '../../src/admin-command/console-on.ts'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { type Relay, startRelay } from '../harness.ts'
import { startRelayWithConsole } from '../support/console-folder.ts'
import { auditOf } from '../support/people.ts'

let consoleDir: string
let relay: Relay
let token: string
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ consoleDir, relay, token, stop } = await startRelayWithConsole())
})
afterAll(() => stop?.())

const html = { accept: 'text/html,application/xhtml+xml' }

describe('the console', () => {
  it.each([
    ['/', 'index'],
    ['/settings/general', 'index'],
    ['/login', 'index'],
    ['/auth/login', 'auth'],
    ['/auth/sign-up?setup=abc', 'auth'],
    ['/auth/forgot-password', 'auth'],
    ['/auth/security-code', 'auth'],
    ['/auth/new-password', 'auth'],
    ['/auth/lock', 'auth'],
  ])('ROUTE-01, ROUTE-02, ROUTE-03: %s is answered with the %s page, never cached', async (path, title) => {
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
  ])('serves an asset with Accept-Encoding %s as %s, cached permanently', async (accepted, encoding) => {
    const answer = await relay.call('/assets/app-1a2b.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.body).toContain('hornets')
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
  })

  it.each(['br', 'identity'])(
    'SHELL-29: serves the service worker uncached with the content policy, compressed as %s',
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

  it('ROUTE-05: any other path leads a person to the console, one with a dot as well; a file that is there is that file', async () => {
    for (const [path, title] of [
      ['/v1.2', 'index'],
      ['/index.php', 'index'],
      ['/assets/none.js', 'index'],
      ['/auth/v1.2', 'auth'],
      // No answer may reveal whether a file outside the folder exists.
      ['/..%2f..%2f..%2f..%2fetc%2fhost.conf', 'index'],
      ['/..%2f..%2f..%2f..%2fetc%2fnone.conf', 'index'],
    ]) {
      const answer = await relay.call(path ?? '', { headers: html })
      expect([path, answer.status, answer.body]).toEqual([
        path,
        200,
        expect.stringContaining(`<title>${title}</title>`),
      ])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
    expect((await relay.call('/manifest.webmanifest', { headers: html })).body).toBe('{}')
  })

  it('a program that asks for an unknown page hears JSON, not a page', async () => {
    const answer = await relay.call('/settings', { headers: { accept: 'application/json' } })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('answers monitors at /health with JSON, and people with the page of that name', async () => {
    const asked = await relay.call('/health', { headers: { accept: '*/*' } })
    expect(asked.body.status).toBe('ok')
    const page = await relay.call('/health', { headers: html })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<title>index</title>')])
  })

  it('is not served while general.web is off, but the API is; it returns when switched on (GENERAL-03)', async () => {
    const turn = (web: boolean) => relay.call('/api/settings/general', { token, body: { general: { web } } })
    await turn(false)
    const off = await relay.call('/', { headers: html })
    expect([off.status, off.body.error]).toEqual([404, expect.stringContaining('npm run admin -- console-on')])
    expect((await relay.call('/settings', { headers: html })).status).toBe(404)
    for (const path of ['/manifest.webmanifest', '/assets/app-1a2b.js', '/service-worker.js', '/auth/login'])
      expect([path, (await relay.call(path, { headers: html })).status]).toEqual([path, 404])
    expect((await relay.call('/api/status', { token })).status).toBe(200)
    expect((await relay.call('/user-exist')).status).toBe(200)
    // Also where people would see a page of that name.
    for (const headers of [{}, html]) expect((await relay.call('/health', { headers })).body.status).toBe('ok')
    await turn(true)
    expect((await relay.call('/', { headers: html })).status).toBe(200)
  })

  it('opens the demo for visitors while general.demo_mode is on, and not otherwise (GENERAL-04)', async () => {
    for (const demo_mode of [true, false]) {
      await relay.call('/api/settings/general', { token, body: { general: { demo_mode } } })
      expect((await relay.call('/gate.js')).body).toBe(demo_mode ? '"a demo"' : '"no demo"')
      expect((await relay.call('/user-exist')).body).toMatchObject({ exists: true, demo: demo_mode })
    }
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
    await expect.poll(async () => (await relay.call('/', { headers: html })).status).toBe(200)
    const { body } = await relay.call('/api/settings/general', { token })
    expect(body.general.web).toBe(true)
    expect(said).toEqual(['The console was already on.', expect.stringMatching(/^The console is on\. /)])
    expect((await auditOf(relay, 'settings.save')).at(-1)).toMatchObject({
      actor: null,
      target: 'general',
      before: '{"web":false}',
      after: '{"web":true}',
      outcome: 'done',
    })
    // It can be turned off again.
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
