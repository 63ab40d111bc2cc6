import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BodyOf } from '@hornets/contract'
import { wallet } from '@hornets/contract/admin/settings'
import type { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it } from 'vitest'
import { OperatorAnnouncer } from '../../src/wallet/operator-announcer.ts'
import { makeDataDir, type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'

/** A wallet that keeps its list of operators and other calls if key and signature are right. */
async function startWallet(apiKey: () => string | null) {
  const told: string[][] = []
  const heard: BodyOf<typeof setOperators>[] = []
  const state = { untold: false }
  const service = await startHttpService(async (request, response) => {
    const body = await textOf(request)
    const check = { apiKey: apiKey(), nowMs: Date.now(), useOnce: () => true, refusal: 'no' }
    const right = await checkSignedCall(request.headers, Buffer.from(body), check).then(
      () => request.method === 'POST' && request.url === '/operators',
      () => false,
    )
    if (right) {
      heard.push(JSON.parse(body))
      told.push(JSON.parse(body).pubkeys)
    }
    response.writeHead(right ? 200 : 401).end(JSON.stringify(state))
  })
  return { ...service, told, heard, state }
}

const keyOf = (relay: Relay) => relay.context.settings.get(wallet).api_key
const keyFile = (relay: Relay) => join(relay.dataDir, 'wallet-api-key')

it('the wallet hears who owns the relay at the start, when it is claimed, and under a new key', async () => {
  let relay: Relay | undefined
  const service = await startWallet(() => (relay ? keyOf(relay) : null))
  relay = await startRelay({ config: { walletUrl: service.url } })
  const { operator, token } = await relay.signedIn()
  await expect.poll(() => service.told.flat()).toContain(operator.pubkey)
  const before = service.told.length
  await relay.call('/api/settings/wallet', { token, body: { wallet: { wallet_api_key: 'another secret' } } })
  await expect.poll(() => service.told.length).toBeGreaterThan(before)
  expect(service.told.at(-1)).toEqual([operator.pubkey])
  await relay.close()
  await service.close()
})

it('tells a late or unaware wallet its operators at growing intervals until it confirms, and then occasionally', async () => {
  // Without a listener.
  let walletUrl = 'http://127.0.0.1:1'
  const waits: number[] = []
  let ring = () => {}
  const announcer = new OperatorAnnouncer({
    get walletUrl() {
      return walletUrl
    },
    wayOut: directWayOut,
    owners: async () => ['a'.repeat(64)],
    known: async () => ({}),
    apiKey: () => 'key',
    now: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
    alarm: (after, milliseconds) => {
      waits.push(milliseconds)
      ring = after
      return () => {}
    },
  })
  const waitsFor = (milliseconds: number) => expect.poll(() => waits.shift()).toBe(milliseconds)
  await waitsFor(1000)
  ring()
  await waitsFor(2000)
  let known: string | null = null
  const service = await startWallet(() => known)
  walletUrl = service.url
  for (const seconds of [4, 8, 16, 32, 60, 60]) {
    ring()
    await waitsFor(seconds * 1000)
  }
  expect(service.asked).toHaveLength(6)
  expect(service.told).toEqual([])
  known = 'key'
  ring()
  await waitsFor(600_000)
  expect(service.told).toHaveLength(1)
  announcer.announce()
  await waitsFor(600_000)
  ring()
  await waitsFor(600_000)
  expect(service.told).toHaveLength(3)
  await announcer.close()
  await service.close()
})

it('sends the wallet what the relay knows, again after a restart or with another wallet name', async () => {
  let relay: Relay | undefined
  const service = await startWallet(() => (relay ? keyOf(relay) : null))
  service.state.untold = true
  const dataDir = await makeDataDir()
  relay = await startRelay({ config: { walletUrl: service.url }, dataDir })
  const { token } = await relay.signedIn()
  await expect.poll(() => service.heard.length).toBeGreaterThan(0)
  const first = service.heard.at(-1)
  expect(first).toMatchObject({ wallet_name: 'default', run: expect.stringMatching(/^.{36}$/) })
  expect(first).not.toHaveProperty('last_address')
  const row = { wallet_name: 'default', used: true }
  await relay.context.wallet.takeAddresses([8, 17].map(index => ({ ...row, index, address: `bcrt1q${index}` })))
  const rename = { wallet: { wallet_name: 'till' } }
  await relay.call('/api/settings/wallet', { token, body: rename })
  await expect.poll(() => service.heard.at(-1)?.wallet_name).toBe('till')
  expect(service.heard.at(-1)).toMatchObject({ run: first?.run })
  expect(service.heard.at(-1)).not.toHaveProperty('last_address')
  await relay.call('/api/settings/wallet', { token, body: { wallet: { wallet_name: 'default' } } })
  const last_address = { index: 17, address: 'bcrt1q17' }
  await expect.poll(() => service.heard.at(-1)?.last_address).toBeDefined()
  expect(service.heard.at(-1)).toMatchObject({ wallet_name: 'default', run: first?.run, last_address })
  await relay.close()
  relay = await startRelay({ config: { walletUrl: service.url }, dataDir })
  await expect.poll(() => service.heard.at(-1)?.run).not.toBe(first?.run)
  expect(service.heard.at(-1)).toMatchObject({ wallet_name: 'default', last_address })
  await relay.close()
  await rm(dataDir, { recursive: true })
  await service.close()
})

it('closes without waiting for a silent wallet', async () => {
  const service = await startHttpService(() => undefined)
  const relay = await startRelay({ config: { walletUrl: service.url } })
  await expect.poll(() => service.asked.length).toBeGreaterThan(0)
  const started = performance.now()
  await relay.close()
  expect(performance.now() - started).toBeLessThan(9000)
  await service.close()
})

it('R-48: the key lies in a file for the relay’s own user alone, follows the setting, and nothing is written over it', async () => {
  const relay = await startRelay()
  const { token } = await relay.signedIn()
  expect(await readFile(keyFile(relay), 'utf8')).toBe(keyOf(relay))
  expect(keyOf(relay)).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(keyFile(relay))).mode & 0o777).toBe(0o600)
  await relay.call('/api/settings/wallet', { token, body: { wallet: { wallet_api_key: 'another secret' } } })
  await expect.poll(() => readFile(keyFile(relay), 'utf8')).toBe('another secret')
  expect((await stat(keyFile(relay))).mode & 0o777).toBe(0o600)
  for (const relay_stats_db of ['wallet-api-key', 'wallet-api-key.new', 'wallet']) {
    const answer = await relay.call('/api/settings/general', { token, body: { general: { relay_stats_db } } })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['relay_stats_db']])
  }
  for (const path of ['/wallet-api-key', '/api/settings/wallet'])
    expect(JSON.stringify((await relay.call(path, { token })).body)).not.toContain('another secret')
  await relay.close()
})
