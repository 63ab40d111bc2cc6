import { rm } from 'node:fs/promises'
import { wallet } from '@hornets/contract/admin/settings'
import { errorBody } from '@hornets/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDataDir, startRelay } from '../harness.ts'
import { line, sign, startWalletWorld, type WalletWorld } from './wallet-world.ts'

const minuteMs = 60_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

const body = JSON.stringify({ wallet_name: 'default', confirmed: 5, pending: 0 })
const balance = async () => (await world.get('/api/balance/usd')).latest_balance
const refused = { error: 'The request signature is invalid, expired or already used', code: 'unauthorized' }

describe('refuses a push without changes, and records it in the audit log', () => {
  const cases: [string, (key: string, at: number) => Record<string, string>][] = [
    ['without a signature', () => ({})],
    ['without a timestamp', (key, at) => ({ 'x-signature': sign(body, { key, at })['x-signature'] })],
    ['signed with another key', (_, at) => sign(body, { key: 'f'.repeat(64), at })],
    ['signed with no key', (_, at) => sign(body, { key: '', at })],
    ['signed over another body', (key, at) => sign(`${body} `, { key, at })],
    ['with a signature in capitals', (key, at) => upper(sign(body, { key, at }))],
    ['with a signature cut short', (key, at) => ({ ...sign(body, { key, at }), 'x-signature': 'ab' })],
    ['with the timestamp of another moment', (key, at) => ({ ...sign(body, { key, at }), 'x-timestamp': iso(at + 1) })],
    ['more than five minutes old', (key, at) => sign(body, { key, at: at - 5 * minuteMs - 1 })],
    ['more than five minutes ahead', (key, at) => sign(body, { key, at: at + 5 * minuteMs + 1 })],
    ['with a timestamp that is no RFC 3339', (key, at) => sign(body, { key, at: new Date(at).toUTCString() })],
    ['with the key in clear, as deployed wallets send it', (key, at) => ({ 'x-api-key': key, 'x-timestamp': iso(at) })],
  ]

  it.each(cases)('fault 13, PUSH-01, PUSH-02: %s', async (_name, headers) => {
    const answer = await world.push('balance', body, headers(world.apiKey(), world.clock.now + 1))
    expect([answer.status, answer.body]).toEqual([401, refused])
    expect(await balance()).toBe(0)
    const [row] = await world.refusals()
    expect(row).toMatchObject({ actor: null, target: '/api/wallet/balance', ip: '127.0.0.1', outcome: 'refused' })
    expect(JSON.stringify(row)).not.toContain(world.apiKey())
  })

  it('fault 13: the same push a second time (PUSH-03)', async () => {
    const headers = sign(body, { key: world.apiKey(), at: world.clock.now + 2 })
    expect((await world.push('balance', body, headers)).status).toBe(200)
    expect(await world.refusals()).toEqual([])
    expect((await world.push('balance', body, headers)).status).toBe(401)
    expect(await world.refusals()).toMatchObject([{ target: '/api/wallet/balance', outcome: 'refused' }])
    const same = sign(body, { key: world.apiKey(), at: world.clock.now + 3 })
    const together = await Promise.all([1, 2].map(() => world.push('balance', body, same)))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('fault 13: a second time, also after a restart of the relay (PUSH-03)', async () => {
    const dataDir = await makeDataDir()
    const at = Date.parse('2026-11-20T12:00:00Z')
    const statuses: number[] = []
    let headers: Record<string, string> | undefined
    for (let start = 0; start < 2; start++) {
      const relay = await startRelay({ dataDir, now: () => at + start * 9 * minuteMs })
      // By a clock that is ahead, so that it stays fresh for longest.
      headers ??= sign(body, { key: relay.context.settings.get(wallet).api_key, at: at + 5 * minuteMs })
      for (let time = 0; time < 2; time++)
        statuses.push((await relay.call('/api/wallet/balance', { body, headers })).status)
      await relay.close()
    }
    await rm(dataDir, { recursive: true })
    expect(statuses).toEqual([200, 401, 401, 401])
  })

  it('for a wallet of another name than the settings say, or where one line of many is of another (GENERAL-08)', async () => {
    const deployed = { wallet_name: 'third', address: `${'a'.repeat(64)}:0` }
    const bodies: [string, unknown][] = [
      ['balance', { wallet_name: 'other', confirmed: 5, pending: 0 }],
      ['transactions', [line(), line({ wallet_name: 'other' })]],
      ['addresses', [{ wallet_name: 'Default', index: 0, address: 'bcrt1q' }]],
      ['payments', { wallet_name: 'other', payments: [] }],
      ['invoices', { wallet_name: 'other', invoices: [] }],
      ['security', { wallet_name: 'other', news: [] }],
      // As deployed wallets send them.
      ['balance', { wallet_name: 'third', balance: 7 }],
      ['transactions', [{ ...deployed, output: 'bcrt1q', date: '2026-11-20T10:00:00Z', value: '0.00000007' }]],
      ['addresses', [{ wallet_name: 'third', index: '0', address: 'bcrt1q' }]],
    ]
    for (const [what, given] of bodies) {
      const answer = await world.push(what, given)
      expect([answer.status, answer.body.error]).toEqual([403, 'This is not the wallet that reports to this relay'])
    }
    expect(new Set((await world.refusals()).map(({ target }) => target)).size).toBe(6)
    expect(await world.transactions()).toEqual([])
    expect(await world.get('/api/addresses')).toEqual([])
    expect(await balance()).toBe(0)
    await world.post('/api/settings/wallet', { wallet: { wallet_name: 'other' } })
    const statuses: number[] = []
    for (const [what, given] of [['balance', body] as const, ...bodies])
      statuses.push((await world.push(what, given)).status)
    expect(statuses).toEqual([403, 200, 403, 403, 200, 200, 200, 403, 403, 403])
    expect(await balance()).toBe(5)
  })

  it('rate-limits repeated guesses, but not the wallet at the same address', async () => {
    let guess = await world.push('balance', body, {})
    for (let time = 0; time < 60; time++) guess = await world.push('balance', body, {})
    expect([guess.status, guess.body.code]).toEqual([429, 'rate_limited'])
    expect((await world.push('balance', body)).status).toBe(200)
    expect((await world.refusals()).length).toBeLessThanOrEqual(21)
  })

  it('refuses old signatures after the key has changed (GENERAL-09)', async () => {
    const before = world.apiKey()
    expect((await world.push('balance', body)).status).toBe(200)
    await world.confirmPassword()
    expect((await world.post('/api/settings/wallet', { wallet: { wallet_api_key: 'a new secret' } })).status).toBe(200)
    for (const what of ['balance', 'transactions', 'addresses', 'payments', 'invoices', 'security']) {
      const old = await world.push(what, body, sign(body, { key: before, at: world.clock.now + 1 }))
      expect([what, old.status]).toEqual([what, 401])
    }
    expect((await world.push('balance', body)).status).toBe(200)
  })
})

describe('refuses a push', () => {
  // Earlier refusals no longer count towards a limit.
  beforeAll(() => {
    world.clock.now += 60 * minuteMs
  })

  it('without a signature or with a wrong one, despite the session of an admin (PUSH-01)', async () => {
    const at = world.clock.now
    const good = sign(body, { key: world.apiKey(), at })
    const wrong: Record<string, string>[] = [
      {},
      { 'x-timestamp': good['x-timestamp'] },
      sign(body, { key: 'f'.repeat(64), at }),
      sign(`${body} `, { key: world.apiKey(), at }),
      { 'x-timestamp': iso(at), 'x-api-key': world.apiKey() },
      { ...good, 'x-signature': good['x-signature']?.slice(0, 8) ?? '' },
    ]
    for (const headers of wrong)
      for (const token of [undefined, world.token]) {
        const given = { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        expect((await world.push('balance', body, given)).status).toBe(401)
      }
    expect(await balance()).toBe(0)
    expect((await world.push('balance', body, good)).status).toBe(200)
    const others = [
      ['transactions', [line()]],
      ['addresses', [{ wallet_name: 'default', index: 0, address: 'bcrt1q' }]],
      ['payments', {}],
      ['invoices', {}],
      ['security', {}],
    ] as const
    for (const [what, given] of others)
      for (const headers of [{}, sign(text(given), { key: 'f'.repeat(64), at })])
        expect([what, (await world.push(what, given, headers)).status]).toEqual([what, 401])
    expect([await world.transactions(), await world.get('/api/addresses')]).toEqual([[], []])
  })

  it('with a timestamp more than five minutes off, either way (PUSH-02)', async () => {
    const status = async (offMs: number) =>
      (await world.push('balance', body, sign(body, { key: world.apiKey(), at: world.clock.now + 1 + offMs }))).status
    const most = 5 * minuteMs
    expect([await status(most), await status(-most)]).toEqual([200, 200])
    expect([await status(most + 1), await status(-most - 1)]).toEqual([401, 401])
  })
})

describe('rightly signed, but no push', () => {
  const bad: [string, string, unknown][] = [
    ['a float', 'balance', { wallet_name: 'default', confirmed: 1.5, pending: 0 }],
    ['a text for an amount', 'balance', { wallet_name: 'default', confirmed: '5', pending: 0 }],
    [
      'more bitcoin than there are',
      'balance',
      { wallet_name: 'default', confirmed: 2_100_000_000_000_001, pending: 0 },
    ],
    ['a debt', 'balance', { wallet_name: 'default', confirmed: -1, pending: 0 }],
    ['a date that is none', 'transactions', [line({ date: 'yesterday' })]],
    ['a txid in capitals', 'transactions', [line({ txid: 'A'.repeat(64) })]],
    ['an output before the first', 'transactions', [line({ vout: -1 })]],
    ['too many at once', 'transactions', Array.from({ length: 201 }, () => line())],
    ['an index that is no number', 'addresses', [{ wallet_name: 'default', index: 'first', address: 'bcrt1q' }]],
    ['no JSON', 'balance', '{"wallet_name":'],
    ['nothing', 'balance', ''],
  ]

  it.each(bad)('%s is a clear error, and nothing is kept', async (_name, what, given) => {
    const answer = await world.push(what, given)
    expect([answer.status, errorBody.safeParse(answer.body).success]).toEqual([400, true])
    expect(await world.transactions()).toEqual([])
    expect((await world.get('/api/balance/usd')).updated_at).toBeNull()
  })

  it('one bad line among good ones: none is kept', async () => {
    const answer = await world.push('transactions', [line(), line({ value_sats: 0.1 }), line()])
    expect(answer.status).toBe(400)
    expect(await world.transactions()).toEqual([])
  })

  it('more than a megabyte is refused before its signature is looked at', async () => {
    const answer = await world.push('balance', `"${'a'.repeat(2 ** 20)}"`, {})
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
  })

  it('a body of any shape is taken or answered with a clear error', async () => {
    const row = fc.record(
      {
        wallet_name: fc.constantFrom('default', 'other', '', 7),
        txid: fc.oneof(fc.constant('a'.repeat(64)), fc.string()),
        vout: fc.oneof(fc.nat(), fc.double(), fc.constant(2 ** 53)),
        date: fc.oneof(fc.constant('2026-11-20T11:00:00Z'), fc.string()),
        output: fc.string({ unit: 'binary' }),
        value_sats: fc.oneof(fc.maxSafeInteger(), fc.double(), fc.constant(null)),
        confirmations: fc.integer({ min: -1, max: 101 }),
        replaced_by: fc.oneof(fc.constant('b'.repeat(64)), fc.string()),
        confirmed: fc.oneof(fc.maxSafeInteger(), fc.double()),
        pending: fc.nat(),
        index: fc.oneof(fc.nat(), fc.double()),
        address: fc.string(),
      },
      { requiredKeys: [] },
    )
    const given = fc.oneof(fc.json(), fc.array(row, { maxLength: 3 }).map(text), row.map(text))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('balance', 'transactions', 'addresses'), given, async (what, text) => {
        const answer = await world.push(what, text)
        if (answer.status === 200) return
        expect([400, 403, 429]).toContain(answer.status)
        expect(errorBody.safeParse(answer.body).success).toBe(true)
      }),
      { numRuns: 200 },
    )
    expect((await world.relay.call('/health')).status).toBe(200)
  })
})

const text = (value: unknown) => JSON.stringify(value)
const iso = (at: number) => new Date(at).toISOString()
const upper = (headers: Record<string, string>) => ({
  ...headers,
  'x-signature': headers['x-signature']?.toUpperCase() ?? '',
})
