import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walletEndpoints } from '@hornets/contract/wallet'
import { getBalance } from '@hornets/contract/wallet/accounting'
import { listAddresses, newAddress } from '@hornets/contract/wallet/addresses'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { getFees } from '@hornets/contract/wallet/fees'
import { generateAddresses } from '@hornets/contract/wallet/relay/relay-calls'
import { backUp, getWallet, health, lock, setUp, unlock } from '@hornets/contract/wallet/set-up'
import { listAudit } from '@hornets/contract/wallet/sign-in'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { sendRequest } from '@hornets/server/outgoing/http-request'
import { afterEach, expect, test } from 'vitest'
import { entropyOfWords, wordsOfEntropy } from '../src/keys/secrets/mnemonic.ts'
import { usualSealCost } from '../src/keys/secrets/seal.ts'
import { Operator } from './support/operator.ts'
import { password, World } from './support/world.ts'

const apiKey = 'ab'.repeat(32)
const opened: World[] = []

afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

async function open(options: Parameters<typeof World.open>[1] = {}): Promise<World> {
  const world = await World.open(undefined, { source: 'none', ...options })
  opened.push(world)
  return world
}

/** Refusals with a row of their own plus those that are only counted. */
async function refusals(world: World, action: string): Promise<number> {
  world.context.audit.settle({ all: true })
  const { body } = await world.operator.call(listAudit, { query: { limit: 500 } })
  const rows = body.filter(row => row.outcome === 'refused' && row.action === action)
  return rows.reduce((sum, { detail }) => sum + Number(/×(\d+)/.exec(detail)?.[1] ?? 1), 0)
}

async function relayCalls(world: World, path: string, body: unknown, headers?: Record<string, string>) {
  const text = JSON.stringify(body)
  const signed = headers ?? signedHeaders(apiKey, text, Date.now())
  const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...signed } }
  const response = await fetch(`${world.url}${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, never>, headers: signed }
}

test('a call of the relay that is not signed, signed otherwise, or repeated after a restart is refused and written down (WSVC-12)', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey } })
  const pubkeys = { pubkeys: ['cd'.repeat(32)] }
  expect((await relayCalls(world, '/operators', pubkeys, {})).status).toBe(401)
  const other = signedHeaders('another key', JSON.stringify(pubkeys), Date.now())
  expect((await relayCalls(world, '/operators', pubkeys, other)).status).toBe(401)
  const good = await relayCalls(world, '/operators', pubkeys)
  expect(good.status).toBe(200)
  await world.restart()
  expect((await relayCalls(world, '/operators', pubkeys, good.headers)).status).toBe(401)
  expect(await refusals(world, 'relay')).toBe(3)
})

test('accepts the relay’s owners until set-up, and ends sessions of removed ones', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey, WALLET_OPERATOR_PUBKEY: '' }, signIn: false })
  const second = new Operator(() => world.url)
  await relayCalls(world, '/operators', { pubkeys: [second.pubkey] })
  await second.signIn()
  expect((await second.call(getFees)).status).toBe(200)
  await relayCalls(world, '/operators', { pubkeys: [] })
  expect((await second.call(getFees)).body.error).toBe('Unauthorized: Invalid token')
})

test('never gives out an address twice, even after a restart', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey } })
  await world.create()
  const given = [await world.newAddress()]
  const pool = await relayCalls(world, '/generate-addresses', { count: 30 })
  given.push(...(pool.body.addresses as unknown as { address: string }[]).map(({ address }) => address))
  await world.restart()
  given.push(await world.newAddress())
  const more = await relayCalls(world, '/generate-addresses', { count: 5 })
  given.push(...(more.body.addresses as unknown as { address: string }[]).map(({ address }) => address))
  expect(new Set(given).size).toBe(37)
  const listed = (await world.operator.call(listAddresses)).body
  expect(listed.map(({ address }) => address)).toEqual(given)
  expect(listed.map(({ index }) => index)).toEqual(given.map((_, index) => index))
  expect((await world.operator.call(getWallet)).body.gap).toEqual({ limit: 20, unused: 37, widest: 37 })
})

test('gives out no address of a restored wallet before the chain has been searched', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey } })
  const words = wordsOfEntropy(new Uint8Array(16))
  await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
  const refusal = { status: 503, body: { code: 'unavailable', error: walletMessages.notSearched } }
  expect(await world.operator.call(newAddress, { body: {} })).toMatchObject(refusal)
  expect(await relayCalls(world, '/generate-addresses', { count: 1 })).toMatchObject(refusal)
  expect((await world.operator.call(listAddresses)).body).toEqual([])
})

test('creates, restores or watches with 201, once (WSVC-10)', async () => {
  const made = await open()
  const created = await made.operator.call(setUp, { body: { mode: 'create', password } })
  expect(created).toMatchObject({ status: 201, body: { words: expect.any(Array) } })
  const { descriptor } = (await made.operator.call(getWallet)).body
  const words = wordsOfEntropy(new Uint8Array(16))
  for (const body of [
    { mode: 'restore', words, password },
    { mode: 'watch', descriptor },
  ] as const) {
    const world = await open()
    const answer = await world.operator.call(setUp, { body })
    expect([answer.status, answer.body]).toEqual([201, {}])
    expect((await world.operator.call(setUp, { body })).status).toBe(409)
  }
})

test('makes 1 to 1000 addresses for signed calls of the relay only (WSVC-15)', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey } })
  await world.create()
  const make = (count: unknown, headers?: Record<string, string>) =>
    relayCalls(world, '/generate-addresses', { count }, headers)
  for (const count of [0, 1001, 1.5, '2']) expect([count, (await make(count)).status]).toEqual([count, 400])
  expect((await make(1, {})).status).toBe(401)
  expect((await world.operator.call(generateAddresses, { body: { count: 1 } })).status).toBe(401)
  expect((await make(1, signedHeaders(apiKey, JSON.stringify({ count: 2 }), Date.now()))).status).toBe(401)
  expect((await make(1, signedHeaders('another key', JSON.stringify({ count: 1 }), Date.now()))).status).toBe(401)
  expect((await make(1)).body.addresses).toHaveLength(1)
  const many = await make(1000)
  expect([
    many.status,
    new Set((many.body.addresses as unknown as { address: string }[]).map(({ address }) => address)).size,
  ]).toEqual([200, 1000])
})

test('shows the words once, refuses a second set-up, and asks for the password for a backup (WSVC-10)', async () => {
  const world = await open()
  const words = await world.create()
  expect(words).toHaveLength(12)
  const again = await world.operator.call(setUp, { body: { mode: 'create', password } })
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const wrong = await world.operator.call(backUp, { body: { password: 'something else' } })
  expect(wrong).toMatchObject({ status: 403, body: { error: 'The password is wrong' } })
  const right = await world.operator.call(backUp, { body: { password } })
  expect(right.body).toMatchObject({ words, passphrase: '', account_type: 'bip84' })
  expect((await world.operator.call(getWallet)).body).not.toHaveProperty('words')
})

test('names the widest gap beside the words, also once an address beyond it was paid', async () => {
  const world = await open({ env: { WALLET_API_KEY: apiKey } })
  await world.create()
  const limit = async () => (await world.operator.call(backUp, { body: { password } })).body.gap_limit
  expect(await limit()).toBe(20)
  await relayCalls(world, '/generate-addresses', { count: 33 })
  expect(await limit()).toBe(33)
  const { database, addresses } = world.context
  database.transact(tx => addresses.markUsed(tx, addresses.at(0, 32)))
  expect((await world.operator.call(getWallet)).body.gap).toEqual({ limit: 20, unused: 0, widest: 33 })
  expect(await limit()).toBe(33)
})

test('stores no words, seed or password in plain text', async () => {
  const world = await open()
  const words = await world.create()
  await world.operator.call(unlock, { body: { password } })
  const files = await Promise.all(
    ['wallet.db', 'wallet.db-wal'].map(name => readFile(join(world.dataDir, name)).catch(() => Buffer.alloc(0))),
  )
  const disk = Buffer.concat(files).toString('latin1')
  expect(disk).toContain('tpub')
  // Single words occur in every schema ("address"); two in sequence occur nowhere by chance.
  const pairs = words
    .slice(1)
    .flatMap((word, position) => [' ', '","'].map(between => words[position] + between + word))
  expect(pairs.filter(pair => disk.includes(pair))).toEqual([])
  expect(disk).not.toContain(Buffer.from(entropyOfWords(words)).toString('hex'))
  expect(disk).not.toContain(Buffer.from(entropyOfWords(words)).toString('latin1'))
  expect(disk).not.toContain(password)
  expect(disk).not.toMatch(/[xt]prv[1-9A-HJ-NP-Za-km-z]{50}/)
})

test('a locked wallet pays nothing and still shows what it knows; guessing its password is limited (WSVC-11)', async () => {
  let now = Date.now()
  const world = await open({ now: () => now })
  await world.create()
  await world.operator.call(lock)
  expect((await world.operator.call(health)).body.wallet).toBe('locked')
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: 0 })
  expect((await world.newAddress()).startsWith('bcrt1q')).toBe(true)
  const paid = await world.pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 1000)
  expect(paid).toMatchObject({ code: 'wallet_locked' })
  const guess = async () => (await world.operator.call(unlock, { body: { password: 'a guess' } })).status
  const statuses: number[] = []
  while (statuses.length < 7) statuses.push(await guess())
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
  now += 29_000
  expect(await guess()).toBe(429)
  now += 1000
  expect([await guess(), await guess()]).toEqual([403, 429])
  expect(await refusals(world, 'unlock')).toBe(10)
})

test('a wrong password costs as much work as the right one (WSVC-11)', { timeout: 120_000 }, async () => {
  const world = await open({ sealCost: usualSealCost })
  await world.create()
  await world.operator.call(lock)
  // Of the processor, since a busy machine makes everything slow.
  const before = process.cpuUsage()
  expect((await world.operator.call(unlock, { body: { password: 'a guess' } })).status).toBe(403)
  expect(process.cpuUsage(before).user).toBeGreaterThan(400_000)
})

test('names the field of invalid words and descriptors', async () => {
  const world = await open()
  const words = Array<string>(12).fill('zoo')
  const restored = await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
  expect(restored).toMatchObject({
    status: 400,
    body: { code: 'invalid_fields', fields: { words: expect.any(String) } },
  })
  const watched = await world.operator.call(setUp, { body: { mode: 'watch', descriptor: 'wpkh(nothing)' } })
  expect(watched).toMatchObject({ status: 400, body: { fields: { descriptor: expect.any(String) } } })
  expect((await world.operator.call(health)).body.wallet).toBe('none')
})

test('without a wallet, or offline, each call says so', async () => {
  const world = await open()
  expect(await world.operator.call(getBalance)).toMatchObject({ status: 409, body: { code: 'wallet_missing' } })
  await world.create()
  const paid = await world.pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 1000)
  expect(paid).toMatchObject({ code: 'unavailable' })
  const { body } = await world.operator.call(health)
  expect(body).toMatchObject({ status: 'degraded', chain_source: 'none', synced: false, tip_height: null })
  expect(body.message).not.toBe('')
})

test('WALLET-22, WALLET-24, CONST-06: offline the fee tiers are the default ones, and say so', async () => {
  const world = await open({ env: { FEE_URL: 'http://127.0.0.1:1/fees' } })
  const { body } = await world.operator.call(getFees)
  expect(body).toEqual({ low: 3, med: 4, high: 5, source: 'default', minimum: 1 })
})

test('returns every failure as a JSON error without a stack, and refuses other origins (WIRE-03)', async () => {
  const world = await open({ env: { CONSOLE_ORIGIN: 'https://console.example' } })
  const send = (path: string, init: RequestInit = {}) => fetch(`${world.url}${path}`, init)
  const json = { 'content-type': 'application/json' }
  const failures = await Promise.all([
    send('/nowhere'),
    send('/verify', { method: 'POST', body: '{', headers: json }),
    send('/verify', { method: 'POST', body: 'null', headers: json }),
    send('/verify', { method: 'POST', body: '{"event":{}}', headers: json }),
    send('/verify', { method: 'POST', body: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    send('/transaction', { method: 'POST', body: '{}', headers: json }),
  ])
  expect(failures.map(({ status }) => status)).toEqual([404, 400, 400, 400, 415, 401])
  for (const response of failures) {
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    expect(text).not.toMatch(/\.[jt]s\b|node:|stack/)
  }
  const named = await sendRequest(new URL('/challenge', world.url), {
    headers: { host: 'evil.example' },
    maxBytes: 1000,
  })
  expect(named.status).toBe(403)
  const foreign = await send('/health', { headers: { origin: 'https://evil.example' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  const own = await send('/transaction', { method: 'OPTIONS', headers: { origin: 'https://console.example' } })
  expect(own.status).toBe(204)
  expect(own.headers.get('access-control-allow-origin')).toBe('https://console.example')
})

test('API of the wallet: a document for programs and a page for people name every call, and the page loads its style alone', async () => {
  const world = await open()
  const get = (path: string) => fetch(`${world.url}${path}`)
  const document = (await (await get('/openapi.json')).json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(told.sort()).toEqual(walletEndpoints.map(({ method, path }) => `${method} ${path}`).sort())
  const page = await get('/docs')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
  const html = await page.text()
  for (const { path } of walletEndpoints) expect(html).toContain(`<code>${path}</code>`)
  expect(html).not.toContain('<script')
  expect((await get('/docs/style.css')).headers.get('content-type')).toContain('text/css')
})
