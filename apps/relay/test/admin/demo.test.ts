import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adminEndpoints } from '@hornets/contract/admin'
import { live } from '@hornets/contract/admin/live'
import { walletEndpoints } from '@hornets/contract/wallet'
import { finalizeEvent, generateSecretKey, getPublicKey, Relay as NostrRelay } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Operator, type Relay, startRelay } from '../harness.ts'
import { startHttpService } from '../support/http-service.ts'

/** A marker in all data of the real node, to search for. */
const mark = 'of the real node'
const realSats = 987_654_321
const blockedKey = getPublicKey(generateSecretKey())

let wallet: Awaited<ReturnType<typeof startHttpService>>
let relay: Relay
let operator: Operator
let realToken: string
let demoToken: string
/** The relay's clock goes ahead, so that all calls together stay below the demo's limits. */
let aheadMs = 0

beforeAll(async () => {
  wallet = await startHttpService((_request, response) => response.end('{}'))
  relay = await startRelay({ config: { walletUrl: wallet.url }, now: () => Date.now() + aheadMs })
  ;({ operator, token: realToken } = await relay.signedIn())
  const save = (group: string, values: object) =>
    relay.call(`/api/settings/${group}`, { token: realToken, body: { [group]: values } })
  await save('relay_info', { relayname: `relay ${mark}`, relaydescription: mark })
  await save('general', { service_tag: mark, demo_mode: true })
  const blocked = { pubkey: blockedKey, reason: mark }
  await relay.call('/api/blocked-pubkeys', { token: realToken, body: blocked })
  await relay.context.wallet.takeBalance({ wallet_name: 'default', confirmed: realSats, pending: 0 })
  const client = await NostrRelay.connect(relay.publicUrl)
  await client.publish(
    finalizeEvent({ kind: 1, content: mark, tags: [], created_at: 1_700_000_000 }, generateSecretKey()),
  )
  client.close()
  // A page on another site triggers nothing.
  const elsewhere = await relay.call('/demo', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(elsewhere.status).toBe(404)
  expect(existsSync(join(relay.dataDir, 'demo-node'))).toBe(false)
}, 120_000)
// One before may have ended the demo.
beforeEach(async () => {
  aheadMs += 60_000
  demoToken = (await relay.call('/demo', { method: 'POST' })).body.token
}, 120_000)
afterAll(async () => {
  await relay?.close()
  await wallet?.close()
})

/** The relay's own rounds write these at any time; a round that somebody requests is in the audit log, which is compared. */
const written = ['secret_ages', 'file_rounds', 'notices', 'health_notifications']

function realStores(): string {
  return ['admin.db', 'relay.db']
    .flatMap(name => {
      const database = new DatabaseSync(join(relay.dataDir, name), { readOnly: true })
      const tables = database
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%text%' AND name <> 'sqlite_sequence'",
        )
        .all() as { name: string }[]
      const others = tables.filter(({ name }) => !written.includes(name))
      const rows = others.map(table => [table.name, database.prepare(`SELECT * FROM "${table.name}"`).all()])
      database.close()
      return rows
    })
    .map(rows =>
      JSON.stringify(rows, (_key, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    )
    .join('\n')
}

/** Valid bodies for the calls that act in the demo; any body for the others. */
const bodies: Record<string, unknown> = {
  'POST /api/settings/:group': { general: { service_tag: 'changed in the demo' } },
  'POST /api/relay-settings': { relay_settings: { mode: 'whitelist', KindWhitelist: ['kind1'] } },
  'POST /api/blocked-pubkeys': {
    pubkey: getPublicKey(generateSecretKey()),
    reason: 'changed in the demo',
    delete_events: true,
  },
}

const paths: Record<string, string> = { group: 'general', pubkey: blockedKey, kind: '1', id: '1' }
/** A person's page repeats the key that it is asked for. */
const anybody = 'b'.repeat(64)
const fill = (path: string) =>
  path.replace('people/:pubkey', `people/${anybody}`).replace(/:(\w+)/g, (_, name: string) => paths[name] ?? name)

/** Every call of the contract, including those forwarded to the wallet, except the stream. */
const everyCall = [
  ...adminEndpoints.filter(endpoint => endpoint !== live),
  ...walletEndpoints.map(endpoint => ({ ...endpoint, path: `/wallet${endpoint.path}` })),
]

const isOfRealNode = (text: string) =>
  [mark, String(realSats), operator.pubkey, blockedKey, realToken].filter(secret => text.includes(secret))

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
const isTimeKey =
  /(^at|^from|^to|^minute|last_seen|_at|At|date|Date|[tT]imestamp|TimestampHornets|since|Since|until|lastUpdated|[a-z]Time)$/
const isMoneyKey = /(sats|Sats|amount|balance|revenue|revenue_today|price|Value|credit)$/
const isUnixSeconds = (value: unknown) => Number.isSafeInteger(value) && Number(value) < 10_000_000_000

describe('a token of the demo', () => {
  it('AUTH-06: opens nothing of the real node and changes nothing in it, by whatever call (R-01, GENERAL-05)', async () => {
    expect(demoToken).toMatch(/^demo\./)
    const before = realStores()
    expect(isOfRealNode(before)).toEqual([mark, String(realSats), operator.pubkey, blockedKey])
    const askedBefore = wallet.asked.length
    const statuses = new Map<string, number>()
    for (const { method, path } of everyCall) {
      // Ends the session, so it comes last.
      if (path === '/logout') continue
      aheadMs += 1000
      const body = method === 'GET' || method === 'DELETE' ? undefined : (bodies[`${method} ${path}`] ?? {})
      const answer = await fetch(relay.adminUrl + fill(path), {
        method,
        headers: { authorization: `Bearer ${demoToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      statuses.set(`${method} ${path}`, answer.status)
      expect([method, path, isOfRealNode(await answer.text())]).toEqual([method, path, []])
      expect(answer.status, `${method} ${path}`).not.toBe(500)
    }
    expect((await relay.call('/logout', { method: 'POST', token: demoToken })).status).toBe(200)
    expect(realStores()).toBe(before)
    expect(
      wallet.asked
        .slice(askedBefore)
        .map(({ url }) => url)
        // Which the relay asks by itself.
        .filter(url => url !== '/operators' && url !== '/health'),
    ).toEqual([])
    // The demo has answered, and the calls that act have acted.
    for (const name of Object.keys(bodies)) expect([name, statuses.get(name)]).toEqual([name, 200])
    for (const name of [
      'POST /wallet/transaction',
      'POST /api/pending-transactions',
      'POST /login',
      'POST /api/wallet/balance',
    ])
      expect([name, statuses.get(name)]).toEqual([name, 403])
  }, 120_000)

  it('gets times as RFC 3339 in UTC, months as YYYY-MM, times of events as Unix seconds and money in whole satoshis (WIRE-06, WIRE-10)', async () => {
    const seen = { times: 0, months: 0, eventTimes: 0, money: 0 }
    const wrong: string[] = []
    const check = (name: keyof typeof seen, isRight: boolean, what: string) => {
      seen[name] += 1
      if (!isRight) wrong.push(what)
    }
    const look = (value: unknown, key: string, path: string, owner: object): void => {
      const what = `${path} ${JSON.stringify(value)}`
      if (value === null || value === undefined || value === '') return
      if (Array.isArray(value)) for (const one of value) look(one, key, path, owner)
      else if (typeof value === 'object')
        for (const [name, one] of Object.entries(value)) look(one, name, `${path}.${name}`, value)
      else if (key === 'created_at' && 'kind' in owner) check('eventTimes', isUnixSeconds(value), what)
      else if (key === 'month') check('months', /^\d{4}-(0[1-9]|1[0-2])$/.test(String(value)), what)
      else if (isTimeKey.test(key)) check('times', typeof value === 'string' && isTime.test(value), what)
      else if (isMoneyKey.test(key)) check('money', /^-?\d+$/.test(String(value)), what)
      else if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) check('times', isTime.test(value), what)
    }
    for (const { method, path } of everyCall) {
      if (method !== 'GET') continue
      aheadMs += 1000
      const { status, body } = await relay.call(fill(path), { token: demoToken })
      // Calls that answer with a float instead of satoshis end with 500: they break the contract.
      if (status === 500) wrong.push(`${path} fails`)
      if (status === 200 && typeof body === 'object') look(body, '', path, {})
    }
    expect(wrong).toEqual([])
    for (const [name, count] of Object.entries(seen)) expect([name, count > 40]).toEqual([name, true])
  })

  it('calls no service that a visitor names', async () => {
    const body = { ollama: { url: `${wallet.url}/api/generate` } }
    expect((await relay.call('/api/settings/ollama', { token: demoToken, body })).status).toBe(200)
    expect((await relay.call('/api/services/ollama/test', { token: demoToken, body })).status).toBe(403)
    const proxy = { outgoing: { proxy: new URL(wallet.url).href.replace(/^http/, 'socks5h') } }
    expect((await relay.call('/api/services/outgoing/test', { token: demoToken, body: proxy })).status).toBe(403)
    const models = await relay.call('/api/services/ollama/models', { token: demoToken })
    expect([models.status, models.body]).toEqual([200, { models: [] }])
    expect(wallet.asked.filter(({ url }) => url?.startsWith('/api'))).toEqual([])
  })

  it('tells plainly what a demo cannot do', async () => {
    const { body } = await relay.call('/wallet/transaction', { token: demoToken, body: {} })
    expect(body.error).toBe('Payments, keys, email and accounts are disabled in the demo.')
  })
})

describe('without a token of the demo', () => {
  it('AUTH-06: an unclaimed relay has no demo if its configuration says so', async () => {
    const unclaimed = await startRelay({ config: { demoMode: 'off' } })
    expect((await unclaimed.call('/user-exist')).body).toMatchObject({ exists: false, demo: false })
    expect((await unclaimed.call('/demo', { method: 'POST' })).status).toBe(404)
    await unclaimed.close()
  })

  it('AUTH-03: serves nothing of either node, on or off (R-01)', async () => {
    for (const { method, path, access } of adminEndpoints.filter(({ access }) => access === 'session')) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const answer = await relay.call(fill(path), { method, body })
      expect([access, path, answer.status]).toEqual([access, path, 401])
    }
  })

  it('keeps the tokens of both nodes apart, with and without the prefix (GENERAL-05)', async () => {
    const status = async (token: string) => (await relay.call('/api/relaycount', { token })).status
    expect(await status(`demo.${realToken}`)).toBe(401)
    expect(await status(demoToken.slice('demo.'.length))).toBe(401)
    expect(await status('demo.')).toBe(401)
    expect(await status(`demo.demo.${realToken}`)).toBe(401)
    expect((await relay.call('/api/relaycount', { token: realToken })).body.kinds).toBe(1)
  })
})

it("streams the demo's state, and ends when the operator switches the demo off (GENERAL-04, GENERAL-05)", async () => {
  const stream = await fetch(`${relay.adminUrl}/api/live`, { headers: { authorization: `Bearer ${demoToken}` } })
  expect(stream.status).toBe(200)
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!text.includes('event: status')) {
    const { done, value } = await reader.read()
    expect(done, text).toBe(false)
    text += Buffer.from(value ?? []).toString()
  }
  const { storedEvents } = JSON.parse(/data: (\{.*\})/.exec(text)?.[1] ?? '{}')
  expect(storedEvents).toBeGreaterThan(1000)

  const folder = join(relay.dataDir, 'demo-node')
  expect(existsSync(folder)).toBe(true)
  const setMode = (demo_mode: boolean) =>
    relay.call('/api/settings/general', { token: realToken, body: { general: { demo_mode } } })
  await setMode(false)
  const refused = await relay.call('/api/relaycount', { token: demoToken })
  expect([refused.status, refused.body]).toEqual([401, { error: 'This demo has ended', code: 'unauthorized' }])
  expect((await relay.call('/api/relaycount', { token: `demo.${realToken}` })).status).toBe(401)
  expect((await relay.call('/demo', { method: 'POST' })).status).toBe(404)
  expect((await relay.call('/user-exist')).body).toMatchObject({ exists: true, demo: false })
  for (let done = false; !done; ) ({ done } = await reader.read())
  expect((await relay.call('/api/relaycount', { token: realToken })).body.kinds).toBe(1)
  await setMode(true)
  expect((await relay.call('/user-exist')).body).toMatchObject({ exists: true, demo: true })
  expect((await relay.call('/api/relaycount', { token: demoToken })).status).toBe(401)
})
