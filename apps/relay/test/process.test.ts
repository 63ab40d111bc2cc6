import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, claim, login, makeDataDir, spawnRelay, startRelay } from './harness.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('one that runs', () => {
  let running: Awaited<ReturnType<typeof spawnRelay>>
  let folder: string
  beforeAll(async () => {
    folder = join(await makeDataDir(), 'made')
    running = await spawnRelay(folder)
  })
  afterAll(async () => {
    expect(await running.end()).toBe(0)
    await rm(join(folder, '..'), { recursive: true })
  })

  it('refuses a second relay on the same folder, without being disturbed', async () => {
    const second = await spawnRelay(folder)
    expect([second.type, second.message]).toEqual(['failed', expect.stringContaining(`running on ${folder}`)])
    await second.end()
    expect((await call(running.adminUrl, '/health')).status).toBe(200)
  })

  it('has its port, which another one says', async () => {
    const second = await spawnRelay(dataDir, { PORT: String(Number(new URL(running.publicUrl).port) - 1) })
    expect([second.type, second.message]).toEqual(['failed', expect.stringContaining('EADDRINUSE')])
    await second.end()
  })

  it('prints its address and how to claim it, and keeps its data private to its user', async () => {
    expect(running).toMatchObject({ type: 'ready', claimed: false })
    expect(running.setupUrl).toMatch(new RegExp(`^${running.adminUrl}/auth/sign-up\\?setup=[\\w-]{43}$`))
    expect(Number(new URL(running.adminUrl).port)).toBe(Number(new URL(running.publicUrl).port) + 1)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of ['admin.db', 'relay.db', 'secret.key', 'setup-token'])
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
    expect(running.output()).not.toContain(running.setupUrl?.split('=')[1])
  })
})

describe('the relay as a process', () => {
  it('says which variables are wrong, all of them, and ends', async () => {
    const relay = await spawnRelay(dataDir, { PORT: 'high', LOG_LEVEL: 'loud' })
    expect(relay.type).toBe('failed')
    expect(relay.message).toBe(
      'PORT should be a whole number from 0 to 65533; it is "high".\n' +
        'LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent; it is "loud".',
    )
    expect(await relay.end()).not.toBe(0)
  })

  it('a database that cannot be read is said so, and nothing is left running', async () => {
    await mkdir(join(dataDir, 'admin.db'))
    const relay = await spawnRelay(dataDir)
    expect(relay.type).toBe('failed')
    await relay.end()
  })

  /** A call whose headers do not end, and one whose body does not come. */
  const slowCalls = ['X: ', 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{']

  it.each([
    ['SIGTERM', slowCalls],
    ['SIGINT', []],
  ] as const)('%s ends it cleanly while a console is listening and calls do not end: %j', async (signal, calls) => {
    const relay = await spawnRelay(dataDir, { LOG_LEVEL: 'warn' })
    const token = await login(relay.adminUrl, await claim(relay))
    const headers = { authorization: `Bearer ${token}` }
    const left = new AbortController()
    await fetch(`${relay.adminUrl}/api/live`, { headers, signal: left.signal })
    left.abort()
    const stream = await fetch(`${relay.adminUrl}/api/live`, { headers })
    const { host, hostname, port } = new URL(relay.adminUrl)
    const sockets = calls.map(rest => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(`POST /login HTTP/1.1\r\nHost: ${host}\r\n${rest}`)
      return socket
    })
    await call(relay.adminUrl, '/health')
    const started = performance.now()
    expect(await relay.end(signal)).toBe(0)
    expect(performance.now() - started).toBeLessThan(calls.length > 0 ? 6000 : 5000)
    await expect(stream.text()).resolves.toContain('event: status')
    expect(relay.output()).toBe('')
    for (const socket of sockets) socket.destroy()
  })

  it('killed after a save, it has its admin and uses port, name and statistics file of the settings at the next start, not before (GENERAL-01, GENERAL-06, GENERAL-07)', async () => {
    const METRICS_TOKEN = 'a-token-for-prometheus'
    const first = await spawnRelay(dataDir, { METRICS_TOKEN, LOG_LEVEL: 'info' })
    const namesOf = async ({ adminUrl, output }: typeof first) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const { body } = await call(adminUrl, '/metrics', { headers })
      const lines = output().trim().split('\n')
      const logged = lines.flatMap(line => /"name":"([^"]*)"/.exec(line)?.[1] ?? [])
      return [logged.at(-1), /hornets_info\{name="([^"]*)"/.exec(body)?.[1]]
    }
    const files = () =>
      Promise.all(['relay_stats.db', 'figures.db'].map(name => stat(join(dataDir, name)).catch(() => null)))
    const base = Number(new URL(first.publicUrl).port) - 1 + 3
    const token = await login(first.adminUrl, await claim(first))
    const values = { port: String(base), service_tag: 'owls-nest', relay_stats_db: 'figures.db' }
    const saved = await call(first.adminUrl, '/api/settings/general', { token, body: { general: values } })
    expect(saved.body.restart).toEqual(['port', 'service_tag', 'relay_stats_db'])
    expect(await namesOf(first)).toEqual(Array(2).fill('hornet-storage-service'))
    expect((await files()).map(Boolean)).toEqual([true, false])
    const moved = (url: string) => url.replace(/\d+$/, port => String(Number(port) + 3))
    expect((await call(first.adminUrl, '/health')).status).toBe(200)
    const publicUrl = first.publicUrl.replace('ws', 'http')
    expect((await fetch(publicUrl)).status).toBeLessThan(500)
    for (const url of [first.adminUrl, publicUrl]) await expect(fetch(moved(url))).rejects.toThrow()
    for (let timeout = 1; timeout <= 5; timeout++) {
      const body = { ollama: { timeout } }
      expect((await call(first.adminUrl, '/api/settings/ollama', { token, body })).status).toBe(200)
    }
    await first.end('SIGKILL')
    for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `relay_stats.db${end}`), { force: true })
    const second = await spawnRelay(dataDir, { PORT: '', METRICS_TOKEN, LOG_LEVEL: 'info' })
    expect(second).toMatchObject({ type: 'ready', claimed: true })
    expect((await call(second.adminUrl, '/api/settings/ollama', { token })).body.ollama.timeout).toBe(5)
    expect([second.publicUrl, second.adminUrl]).toEqual([moved(first.publicUrl), moved(first.adminUrl)])
    expect(await namesOf(second)).toEqual(['owls-nest', 'owls-nest'])
    expect((await files()).map(Boolean)).toEqual([false, true])
    await second.end()
  })

  it('replaces a half-written setup token', async () => {
    await writeFile(join(dataDir, 'setup-token'), 'half')
    const relay = await startRelay({ dataDir })
    expect(relay.app.setupUrl()).toMatch(/setup=[\w-]{43}$/)
    await relay.close()
  })
})
