import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { World } from '../support/world.ts'

const key = 'ef'.repeat(32)
let node: RegtestNode
let server: Server
let world: World
let answer: unknown
const took: { path: string; body: unknown }[] = []
const of = (what: string) => took.filter(({ path }) => path === `/api/wallet/${what}`).map(({ body }) => body)

beforeAll(async () => {
  node = await RegtestNode.start()
  server = createServer(async (request, response) => {
    const body = await text(request)
    const time = String(request.headers['x-timestamp'])
    const right = createHmac('sha256', key).update(`${key}${time}${body}`).digest('hex')
    const isRight =
      request.method === 'POST' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) &&
      request.headers['x-signature'] === right
    if (!isRight || request.headers['x-api-key'] !== key) return void response.writeHead(401).end('{}')
    if (answer) took.push({ path: request.url ?? '', body: JSON.parse(body) })
    response.writeHead(200).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const own = { WALLET_API_KEY: key, WALLET_NAME: 'till' }
  const env = { RELAY_URL: `http://127.0.0.1:${port}`, RELAY_DIALECT: 'family', ...own }
  world = await World.open(node, { env })
  await world.create()
}, 60_000)
afterAll(async () => {
  await world?.close()
  server?.close()
  await node?.stop()
})

test('reports confirmed payments, its own as negative, the balance and addresses made for it to a relay of the family (FAMILY-21)', async () => {
  const address = await world.newAddress()
  const txid = await node.pay(address, 1_234_567)
  await world.settle()
  answer = { status: 'success' }
  await world.settle()
  expect(of('balance')).toContainEqual({ wallet_name: 'till', balance: 0 })
  expect(of('transactions')).toEqual([])
  await node.mine(1)
  await expect.poll(() => world.settle().then(() => of('transactions').flat()), { timeout: 15_000 }).not.toEqual([])
  expect(of('transactions').flat()[0]).toEqual({
    wallet_name: 'till',
    address: expect.stringMatching(`^${txid}:\\d+$`),
    output: address,
    date: expect.stringMatching(/:\d\dZ$/),
    value: '0.01234567',
  })
  expect(of('balance').at(-1)).toEqual({ wallet_name: 'till', balance: 1_234_567 })
  expect(of('addresses')).toEqual([])
  const { database, addresses } = world.context
  const own = database.transact(tx => addresses.giveOut(tx, 'relay', 2))
  await world.settle()
  expect(of('addresses').flat()).toEqual(
    own.map(({ idx, address }) => ({ index: String(idx), address, wallet_name: 'till' })),
  )
  const recipient = await node.newAddress()
  const { txid: spent } = await world.pay(recipient, 100_000)
  await node.mine(1)
  const told = async () => {
    await world.settle()
    const lines = of('transactions').flat() as { address: string; output: string; value: string }[]
    // It can be reported again.
    const paid = lines.filter(({ address }) => address.startsWith(spent))
    return [...new Set(paid.map(({ output, value }) => `${output} ${value}`))]
  }
  await expect.poll(told, { timeout: 15_000 }).toEqual([`${recipient} -0.00100000`])
}, 60_000)

test('names the setting where the relay is one of the family, and never sends it the api key by itself', async () => {
  const heard: { key: unknown; text: string }[] = []
  // As both recorded servers answer a report without their headers.
  const theirs = createServer(async (request, response) => {
    heard.push({ key: request.headers['x-api-key'], text: JSON.stringify(request.headers) + (await text(request)) })
    response.writeHead(401).end('{"error":"Missing authentication headers"}')
  })
  await new Promise<void>(done => theirs.listen(0, '127.0.0.1', done))
  const { port } = theirs.address() as AddressInfo
  const logger = createLogger({ name: 'wallet', level: 'silent' })
  const warn = vi.spyOn(logger, 'warn')
  const env = { RELAY_URL: `http://127.0.0.1:${port}`, WALLET_API_KEY: key }
  const other = await World.open(node, { env, logger })
  await other.create()
  await other.newAddress()
  await other.settle()
  const warned = warn.mock.calls.map(([given]) => String((given as unknown as { err?: unknown }).err))
  expect(warned).toContainEqual(expect.stringContaining('set RELAY_DIALECT=family'))
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter(one => one.key !== undefined || one.text.includes(key))).toEqual([])
  await other.close()
  theirs.close()
}, 60_000)
