import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { health } from '@hornets/contract/wallet/set-up'
import { openSocksDouble, type SocksCall } from '@hornets/server/outgoing/testing/socks-double'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/context.ts'
import { RegtestNode } from './support/bitcoind.ts'
import { EsploraServer } from './support/esplora-server.ts'
import { RelayDouble } from './support/relay-double.ts'
import { World } from './support/world.ts'

const apiKey = 'cd'.repeat(32)
const onion = `${'a'.repeat(56)}.onion`
let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

function watchConnections(): string[] {
  const opened: string[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('lookup', (_error, _address, _family, host: string) => opened.push(`${host}:looked up`))
    socket.once('connect', () => opened.push(`${socket.remoteAddress}:${socket.remotePort}`))
  }
  subscribe('net.client.socket', onSocket)
  onTestFinished(() => void unsubscribe('net.client.socket', onSocket))
  return opened
}

async function openFeeService() {
  const server = createServer((_request, response) => response.end('{"economyFee":1,"halfHourFee":2,"fastestFee":3}'))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const portOf = (url: string) => Number(new URL(url).port)

test('makes no direct connection or name lookup with a proxy, including onion services', async () => {
  const esplora = await EsploraServer.start(node)
  const relay = await RelayDouble.start(apiKey)
  const ports: Record<string, number> = { [onion]: portOf(esplora.url), 'relay.test': portOf(relay.url) }
  const route = ({ host }: SocksCall) => ({ port: ports[host] ?? 1 })
  const proxy = await openSocksDouble({ user: { name: 'wallet', password: 'isolated' }, route })
  const opened = watchConnections()
  const world = await World.open(undefined, {
    source: 'none',
    env: {
      SOCKS_PROXY: proxy.url.href,
      ESPLORA_URL: `http://${onion}/api`,
      RELAY_URL: 'http://relay.test',
      WALLET_API_KEY: apiKey,
    },
  })
  onTestFinished(async () => {
    await world.close()
    await Promise.all([proxy.close(), esplora.stop(), relay.stop()])
  })
  await world.create()
  const address = await world.newAddress()
  await node.pay(address, 90_000)
  await node.mine(1)
  await world.settle()
  const payee = await node.newAddress()
  expect(await world.pay(payee, 20_000)).toMatchObject({ status: 'success' })
  await world.settle()
  expect((await world.operator.call(health)).body).toMatchObject({ synced: true, message: '', socks_proxy: 'answers' })
  expect(relay.balance?.confirmed).toBeGreaterThan(0)

  expect(new Set(proxy.calls.map(({ host }) => host))).toEqual(new Set([onion, 'relay.test']))
  expect(proxy.calls.every(({ byName, user }) => byName && user === 'wallet')).toBe(true)
  const own = [`127.0.0.1:${portOf(world.url)}`, `127.0.0.1:${proxy.url.port}`]
  const others = opened.filter(one => ![...own, `127.0.0.1:${portOf(node.url)}`].includes(one))
  // The double's own connections stand for the far end of the proxy.
  const beyond = [portOf(esplora.url), portOf(relay.url)].map(port => `127.0.0.1:${port}`)
  expect(others.filter(one => !beyond.includes(one))).toEqual([])
  expect(others.length).toBe(proxy.calls.length)
})

test('a dead proxy takes the wallet offline, and says so', async () => {
  const esplora = await EsploraServer.start(node)
  const route = () => ({ port: portOf(esplora.url) })
  const proxy = await openSocksDouble({ route })
  await proxy.close()
  const before = esplora.requests
  const world = await World.open(undefined, {
    source: 'none',
    env: { SOCKS_PROXY: proxy.url.href, ESPLORA_URL: `http://${onion}/api` },
  })
  onTestFinished(async () => {
    await world.close()
    await esplora.stop()
  })
  await world.create()
  expect((await world.operator.call(health)).body).toMatchObject({
    status: 'degraded',
    synced: false,
    socks_proxy: 'silent',
    message: expect.stringContaining('The SOCKS proxy does not answer'),
  })
  expect(esplora.requests).toBe(before)
})

test('WAPI-08, WALLET-23: the fee service is asked through the proxy', async () => {
  const port = await openFeeService()
  const proxy = await openSocksDouble({ route: () => ({ port }) })
  const world = await World.open(undefined, {
    source: 'none',
    env: { SOCKS_PROXY: proxy.url.href, FEE_URL: 'http://fees.test/recommended' },
  })
  onTestFinished(async () => {
    await world.close()
    await proxy.close()
  })
  expect(await world.context.fees.tiers()).toMatchObject({ source: 'service', high: 3 })
  expect(proxy.calls).toMatchObject([{ host: 'fees.test', byName: true }])
})

test('a bitcoin node elsewhere is called through the proxy, the one on this machine is not', async () => {
  const proxy = await openSocksDouble({ route: () => ({ port: portOf(node.url) }) })
  onTestFinished(() => proxy.close())
  const ask = async (url: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hornets-socks-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const config = readConfig({
      DATA_DIR: dataDir,
      WALLET_NETWORK: 'regtest',
      LOG_LEVEL: 'silent',
      BITCOIND_URL: url,
      BITCOIND_COOKIE: node.cookieFile,
      SOCKS_PROXY: proxy.url.href,
    })
    const context = await openContext(config)
    const tip = await context.chain?.tip()
    await context.close()
    return tip?.height
  }
  const height = await ask(node.url)
  expect(proxy.calls).toEqual([])
  expect(await ask(`http://node.test:${portOf(node.url)}`)).toBe(height)
  expect(proxy.calls).toMatchObject([{ host: 'node.test', byName: true }])
})
