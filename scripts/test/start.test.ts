import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateSecretKey, getPublicKey } from 'nostr-tools'
import { expect, onTestFinished, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

function start(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hornets-start-'))
  const child = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
    cwd: tmpdir(),
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_HOST: '127.0.0.1', RATE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { child, dataDir, said: listen(child), code: ended.then(([code]) => code as number | null) }
}

function listen(child: ChildProcess) {
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return (words: string | RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => output.search(words instanceof RegExp ? words : RegExp.escape(words)) >= 0 && resolve(output)
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      child.once('close', () => reject(new Error(`ended without saying "${words}":\n${output}`)))
      look()
    })
}

const addressIn = (output: string, pattern: RegExp) => pattern.exec(output)?.[1] ?? ''

/** Once its process id is known: killing 0 would end all tests. */
async function killPart(said: ReturnType<typeof listen>, name: string) {
  const pattern = new RegExp(`"pid":(\\d+)[^\\n]*"name":"${name}"`)
  const pid = Number(addressIn(await said(pattern), pattern))
  expect(pid).toBeGreaterThan(1)
  process.kill(pid, 'SIGKILL')
}

test('a port that is taken is named, and nothing is started', async () => {
  const server = createServer().listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { said, code } = start({ PORT: String(port - 2) })
  await said(`Port ${port} is in use: is the relay running already?`)
  expect(await code).toBe(1)
})

test('reports a wrong variable with the expected value', async () => {
  const { said, code } = start({ PORT: '0', LOG_LEVEL: 'loud' })
  await said('LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent; it is "loud".')
  expect(await code).toBe(1)
}, 60_000)

test('reports a failing wallet, and continues without it', async () => {
  const { child, said, code } = start({ PORT: '0', WALLET_NETWORK: 'moon' })
  const output = await said('Ctrl-C stops everything')
  expect(output).toContain('The wallet could not start; the relay runs without it. WALLET_NETWORK should be mainnet')
  expect(output).toMatch(/wallet +off/)
  const adminUrl = addressIn(output, /console +on +(http:\S+)/)
  expect((await fetch(`${adminUrl}/health`)).status).toBe(200)
  const answer = await fetch(`${adminUrl}/wallet/health`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'off' }])
  child.kill('SIGTERM')
  expect(await code).toBe(0)
}, 60_000)

test('API-01, R-58: a wallet of another place is named and asked, and none is started; a relay that dies takes the command with it', async () => {
  const theirs = createWebServer((_, response) => void response.end('{"status":"ok","network":"signet"}'))
  theirs.listen(0, '127.0.0.1')
  onTestFinished(() => void theirs.close())
  await once(theirs, 'listening')
  const WALLET_URL = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`
  const { child, said, code } = start({ PORT: '0', WALLET_URL })
  const output = await said('Ctrl-C stops everything')
  expect(output).toMatch(new RegExp(`wallet +at ${WALLET_URL}`))
  expect(output).not.toContain('"name":"wallet"')
  const answer = await fetch(`${addressIn(output, /console +on +(http:\S+)/)}/wallet/health`)
  expect(await answer.json()).toEqual({ status: 'ok', network: 'signet' })
  await killPart(said, 'hornet-storage-service')
  await said('The relay ended unexpectedly (by signal SIGKILL)')
  expect(await code).toBe(1)
  expect(child.exitCode).toBe(1)
}, 60_000)

test('API-01: prints where everything is, serves the console there, and connects relay and wallet, through the admin server and with its operators; a dead wallet restarts while the relay continues', async () => {
  const { child, dataDir, said, code } = start({ PORT: '0', WALLET_NETWORK: 'regtest' })
  const output = await said('Ctrl-C stops everything')
  expect(output).toMatch(/relay +on +ws:\/\/127\.0\.0\.1:\d+/)
  expect(output).toContain(dataDir)
  expect(output).toMatch(/To become its owner, open\n +http:\S+setup=[\w-]{43}/)
  expect(output).toMatch(/wallet +on +http:\/\/127\.0\.0\.1:\d+, offline: name a bitcoin node/)
  const adminUrl = addressIn(output, /console +on +(http:\S+)/)
  expect(await (await fetch(adminUrl)).text()).toContain('<!doctype html>')
  const health = await fetch(`${adminUrl}/wallet/health`)
  expect([health.status, await health.json()]).toMatchObject([200, { network: 'regtest', wallet: 'none' }])
  const npub = getPublicKey(generateSecretKey())
  const setupToken = /[?]setup=([\w-]{43})/.exec(output)?.[1]
  const account = { npub, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7', termOfUse: true, setupToken }
  const headers = { 'content-type': 'application/json' }
  const claimed = await fetch(`${adminUrl}/signup`, { method: 'POST', headers, body: JSON.stringify(account) })
  expect(claimed.status).toBe(201)
  const deadline = Date.now() + 15_000
  let challenge: { pubkey?: string } = {}
  while (challenge.pubkey !== npub && Date.now() < deadline) {
    challenge = (await (await fetch(`${adminUrl}/wallet/challenge`)).json()) as typeof challenge
    await sleep(50)
  }
  expect(challenge.pubkey).toBe(npub)

  const askWallet = async () => (await fetch(`${adminUrl}/wallet/health`)).json() as Promise<{ status: string }>
  expect((await askWallet()).status).toBe('degraded')
  await killPart(said, 'wallet')
  await said('The wallet ended unexpectedly (by signal SIGKILL). Everything else keeps running; it restarts in 1 s.')
  expect((await fetch(`${adminUrl}/health`)).status).toBe(200)
  expect((await askWallet()).status).toBe('off')
  await said('The wallet is back.')
  expect((await askWallet()).status).toBe('degraded')
  child.kill('SIGTERM')
  expect(await code).toBe(0)
}, 60_000)

test('an update learns whether a version starts on the data', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hornets-try-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const tryStart = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [inProject('scripts/package/update/try-start.mjs')], {
      env: { ...process.env, DATA_DIR: dataDir, RATE_URL: '', ...env },
      stdio: 'ignore',
    })
    return (await once(child, 'exit'))[0] as number | null
  }
  expect(await tryStart({ LOG_LEVEL: 'loud' })).toBe(1)
  expect(existsSync(join(dataDir, 'admin.db'))).toBe(false)
  expect(await tryStart({})).toBe(0)
  expect(existsSync(join(dataDir, 'admin.db'))).toBe(true)
})
