import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { wallet } from '@hornets/contract/admin/settings'
import { createLogger } from '@hornets/server/logger'
import { checkSignedCall } from '@hornets/server/signed-call'
import { expect, it } from 'vitest'
import { OperatorAnnouncer } from '../../src/wallet/operator-announcer.ts'
import { type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'

/** A wallet that keeps whom it was told, when the key and the signature are right. */
async function startWallet(apiKey: () => string | null, port?: number) {
  const told: string[][] = []
  const service = await startHttpService(async (request, response) => {
    const body = await textOf(request)
    const check = { apiKey: apiKey(), nowMs: Date.now(), useOnce: () => true, refusal: 'no' }
    const right = await checkSignedCall(request.headers, Buffer.from(body), check).then(
      () => request.method === 'POST' && request.url === '/operators',
      () => false,
    )
    if (right) told.push(JSON.parse(body).pubkeys)
    response.writeHead(right ? 200 : 401).end('{}')
  }, port)
  return { ...service, told }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 10_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it never came to be so')
    await sleep(10)
  }
}

const keyOf = (relay: Relay) => relay.context.settings.get(wallet).api_key
const keyFile = (relay: Relay) => join(relay.dataDir, 'wallet-api-key')

it('the wallet hears who owns the relay at the start, when it is claimed, and under a new key', async () => {
  let relay: Relay | undefined
  const service = await startWallet(() => (relay ? keyOf(relay) : null))
  relay = await startRelay({ config: { walletUrl: service.url } })
  const { operator, token } = await relay.signedIn()
  await until(() => service.told.some(pubkeys => pubkeys.includes(operator.pubkey)))
  const before = service.told.length
  await relay.call('/api/settings/wallet', { token, body: { wallet: { wallet_api_key: 'another secret' } } })
  await until(() => service.told.length > before)
  expect(service.told.at(-1)).toEqual([operator.pubkey])
  await relay.close()
  await service.close()
})

it('a wallet that starts after the relay, or does not know the key yet, is told until it has understood', async () => {
  const placeholder = await startWallet(() => null)
  const port = Number(new URL(placeholder.url).port)
  await placeholder.close()
  const announcer = new OperatorAnnouncer({
    walletUrl: `http://127.0.0.1:${port}`,
    owners: async () => ['a'.repeat(64)],
    apiKey: () => 'key',
    now: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
    waits: { firstRetry: 5, longestRetry: 20, repeat: 60_000 },
  })
  await sleep(30)
  let known: string | null = null
  const service = await startWallet(() => known, port)
  await until(() => service.asked.length > 1)
  expect(service.told).toEqual([])
  known = 'key'
  await until(() => service.told.length > 0)
  const asked = service.asked.length
  await sleep(60)
  expect(service.asked).toHaveLength(asked)
  announcer.announce()
  await until(() => service.told.length > 1)
  await announcer.close()
  await service.close()
})

it('closing does not wait for a wallet that never answers', async () => {
  const service = await startHttpService(() => undefined)
  const relay = await startRelay({ config: { walletUrl: service.url } })
  await until(() => service.asked.length > 0)
  const started = performance.now()
  await relay.close()
  expect(performance.now() - started).toBeLessThan(5000)
  await service.close()
})

it('R-48: the key lies in a file for the relay’s own user alone, follows the setting, and nothing is written over it', async () => {
  const relay = await startRelay()
  const { token } = await relay.signedIn()
  expect(await readFile(keyFile(relay), 'utf8')).toBe(keyOf(relay))
  expect(keyOf(relay)).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(keyFile(relay))).mode & 0o777).toBe(0o600)
  await relay.call('/api/settings/wallet', { token, body: { wallet: { wallet_api_key: 'another secret' } } })
  await until(async () => (await readFile(keyFile(relay), 'utf8')) === 'another secret')
  expect((await stat(keyFile(relay))).mode & 0o777).toBe(0o600)
  for (const relay_stats_db of ['wallet-api-key', 'wallet-api-key.new', 'wallet']) {
    const answer = await relay.call('/api/settings/general', { token, body: { general: { relay_stats_db } } })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['relay_stats_db']])
  }
  for (const path of ['/wallet-api-key', '/api/settings/wallet'])
    expect(JSON.stringify((await relay.call(path, { token })).body)).not.toContain('another secret')
  await relay.close()
})
