import { rm } from 'node:fs/promises'
import { wallet } from '@hornets/contract/admin/settings'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, makeDataDir, spawnRelay, startRelay } from '../harness.ts'
import { line, newTxid, payment, sign, startWalletWorld, type WalletWorld } from './wallet-world.ts'

const hourMs = 3_600_000
const most = 2_100_000_000_000_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

describe('the balance', () => {
  it('API-09: is unknown until the wallet has reported it (FAMILY-11)', async () => {
    expect(await world.get('/api/balance/usd')).toEqual({
      latest_balance: 0,
      balance_usd: 0,
      balance_usd_known: false,
      pending_sats: 0,
      updated_at: null,
      rate_at: null,
    })
  })

  it.each([0, 1, 999_999, 1_000_000, 1_234_567, 21_000_000, 123_456_789_012_345, most - 1, most])(
    'fault 15, WALLET-03: %i satoshis come back as they are',
    async confirmed => {
      await world.push('balance', { wallet_name: 'default', confirmed, pending: most })
      expect(await world.get('/api/balance/usd')).toMatchObject({ latest_balance: confirmed, pending_sats: most })
    },
  )

  it('any amount there can be comes back to the satoshi, and so does its sign in the history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -most, max: most }), async value_sats => {
        const { txid, ...rest } = line({ value_sats })
        await world.push('transactions', [{ txid, ...rest }])
        await world.push('balance', { wallet_name: 'default', confirmed: Math.abs(value_sats), pending: 0 })
        const rows = await world.transactions('?limit=1000')
        expect(rows.find((row: { Address: string }) => row.Address === `${txid}:0`).Value).toBe(value_sats)
        expect((await world.get('/api/balance/usd')).latest_balance).toBe(Math.abs(value_sats))
      }),
      { numRuns: 50 },
    )
  })

  it('DASH-07, WALLET-03, CONST-07: comes in satoshis and in dollars and cents by the newest rate', async () => {
    const { adminDatabase } = world.relay.context
    const at = world.clock.now
    for (const [hoursAgo, cents] of [
      [0, 6_400_012],
      [1, 5_000_000],
    ] as const) {
      const row = { hour: Math.floor(at / hourMs) - hoursAgo, at: at - hoursAgo * hourMs, cents }
      await adminDatabase.transact(tx => tx.insertInto('bitcoin_rates').values(row).execute())
    }
    await world.push('balance', { wallet_name: 'default', confirmed: 1_234_567, pending: 9 })
    expect(await world.get('/api/balance/usd')).toMatchObject({ latest_balance: 1_234_567, balance_usd: 790.12 })
    await adminDatabase.transact(tx => tx.deleteFrom('bitcoin_rates').execute())
  })

  it('equals the latest report', async () => {
    for (const confirmed of [5, 7, 7]) await world.push('balance', { wallet_name: 'default', confirmed, pending: 0 })
    expect(await world.get('/api/balance/usd')).toMatchObject({
      latest_balance: 7,
      updated_at: new Date(world.clock.now).toISOString(),
    })
  })
})

it('takes transactions, balance and addresses in the documented bodies, once however often they come (PUSH-04, PUSH-05)', async () => {
  const wallet_name = 'default'
  const [txid, replaced_by] = [newTxid(), newTxid()]
  const date = '2026-11-20T11:00:00Z'
  const row = { wallet_name, txid, date, output: 'bcrt1qexample', confirmations: 2 }
  const lines = [
    { ...row, vout: 0, value_sats: 1500 },
    { ...row, vout: 1, value_sats: -700, replaced_by },
  ]
  const addresses = [
    { wallet_name, index: 3, address: 'bcrt1qthird', used: true },
    { wallet_name, index: 4, address: 'bcrt1qfourth' },
  ]
  const shown = { Date: expect.stringContaining('2026-11-20T11:00:00'), Output: 'bcrt1qexample', confirmations: 2 }
  for (const [what, given] of [
    ['transactions', lines],
    ['balance', { wallet_name, confirmed: 1500, pending: 20 }],
    ['addresses', addresses],
  ] as const)
    for (const _time of [1, 2]) expect([what, (await world.push(what, given)).status]).toEqual([what, 200])
  expect(await world.transactions()).toHaveLength(2)
  expect(await world.get('/api/balance/usd')).toMatchObject({ latest_balance: 1500, pending_sats: 20 })
  expect(await world.transactions()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...shown, Address: `${txid}:0`, Value: 1500 }),
      expect.objectContaining({ ...shown, Address: `${txid}:1`, Value: -700, replaced_by }),
    ]),
  )
  expect(await world.get('/api/addresses')).toMatchObject([
    { index: '3', address: 'bcrt1qthird', used: true },
    { index: '4', address: 'bcrt1qfourth', used: false },
  ])
})

describe('the history', () => {
  it('API-10, WALLET-11: a line has its ID, output, date and whole satoshis, and what else the wallet says', async () => {
    const txid = newTxid()
    const given = line({ txid, vout: 3, value_sats: -2_500_000, confirmations: 2, fee_sats: 494 })
    expect((await world.push('transactions', [given])).body).toEqual({ message: 'Taken' })
    expect(await world.transactions()).toEqual([
      {
        ID: expect.any(Number),
        Address: `${txid}:3`,
        Date: '2026-11-20T11:00:00.000Z',
        Output: 'bcrt1qexample',
        Value: -2_500_000,
        confirmations: 2,
        fee_sats: 494,
      },
    ])
  })

  it('pushed again, in the same call or another, a line counts once and keeps its ID (PUSH-05)', async () => {
    const one = line()
    await world.push('transactions', [one, line({ txid: one.txid, vout: 1 })])
    const before = await world.transactions()
    expect(before).toHaveLength(2)
    await world.push('transactions', [one, one, line({ txid: one.txid, vout: 1 })])
    expect(await world.transactions()).toEqual(before)
  })

  it('follows confirmations up, and back when a reorganisation takes the block', async () => {
    const { txid } = line()
    const told: number[] = []
    for (const confirmations of [0, 1, 6, 0]) {
      await world.push('transactions', [line({ txid, confirmations })])
      told.push((await world.transactions())[0].confirmations)
    }
    expect(told).toEqual([0, 1, 6, 0])
  })

  it('says what was replaced or dropped, and takes it back when the wallet does (PUSH-04)', async () => {
    const { txid } = line()
    const replaced_by = newTxid()
    await world.push('transactions', [line({ txid, replaced_by })])
    expect((await world.transactions())[0]).toMatchObject({ replaced_by })
    await world.push('transactions', [line({ txid, dropped: true })])
    const [dropped] = await world.transactions()
    expect(dropped).toMatchObject({ dropped: true })
    expect(dropped).not.toHaveProperty('replaced_by')
    await world.push('transactions', [line({ txid, confirmations: 1 })])
    expect((await world.transactions())[0]).not.toHaveProperty('dropped')
  })

  it('shows who can speed up a payment and that its payer is unknown, while the wallet says so', async () => {
    const { txid } = line()
    const more = { origin_unknown: true, helped_by: newTxid(), package_rate: 2.5 }
    await world.push('transactions', [line({ txid, ...more })])
    expect((await world.transactions())[0]).toMatchObject(more)
    await world.push('transactions', [line({ txid })])
    const [row] = await world.transactions()
    for (const name of Object.keys(more)) expect(row).not.toHaveProperty(name)
  })

  it('removes dropped lines without others, and payments without lines from the pending ones', async () => {
    const [one, other] = [newTxid(), newTxid()]
    for (const txid of [one, other]) await world.post('/api/pending-transactions', payment({ txid }))
    await world.push('transactions', [line({ txid: one }), line({ txid: one, vout: 1 }), line({ txid: other })])
    const removed = (txid: string, vout: number) => ({ wallet_name: 'default', txid, vout, removed: true })
    for (const _ of ['told', 'told again'])
      await world.push('transactions', [removed(one, 1), removed(other, 0), removed(newTxid(), 0)])
    expect(await world.transactions()).toMatchObject([{ Address: `${one}:0` }])
    expect(await world.pending()).toMatchObject([{ txid: one }])
    await world.push('transactions', [line({ txid: one, dropped: true })])
    expect(await world.pending()).toEqual([])
    expect((await world.push('transactions', [{ ...removed(one, 0), wallet_name: 'other' }])).status).toBe(403)
  })

  it('API-10, WALLET-10, fault 27: pages from the newest to the oldest, without a gap or a double, also where dates are the same', async () => {
    const dates = [3, 1, 2, 2, 2, 5, 4].map(hour => new Date(world.clock.now - hour * hourMs).toISOString())
    await world.push(
      'transactions',
      dates.map(date => line({ date })),
    )
    const seen: { ID: number; Date: string }[] = []
    for (let query = '?limit=2'; ; query = `?limit=2&before=${seen.at(-1)?.ID}`) {
      const page = await world.transactions(query)
      if (page.length === 0) break
      expect(page.length).toBeLessThanOrEqual(2)
      seen.push(...page)
    }
    expect(seen.map(row => row.Date)).toEqual(dates.toSorted().reverse())
    expect(new Set(seen.map(({ ID }) => ID)).size).toBe(dates.length)
    expect(await world.transactions('?before=999999')).toEqual([])
    for (const query of ['?limit=0', '?limit=1001', '?before=x', '?limit=1e9'])
      expect((await world.relay.call(`/api/transactions/latest${query}`, { token: world.token })).status).toBe(400)
  })

  it('shows a payment to many in one row with number and sum on request, across pages, else a row each', async () => {
    const txid = newTxid()
    const sent = [1, 2, 3].map(vout =>
      line({ txid, vout, value_sats: -1000 * vout, ...(vout === 1 && { fee_sats: 7 }) }),
    )
    const before = line({ date: '2026-11-20T10:00:00Z' })
    await world.push('transactions', [before, ...sent])
    const whole = { Address: `${txid}:1`, Value: -1000, payees: 3, paid_sats: 6000, fee_sats: 7 }
    expect(await world.transactions('?rows=payments')).toMatchObject([whole, { Address: `${before.txid}:0` }])
    const [first, ...none] = await world.transactions('?rows=payments&limit=1')
    expect([first, none]).toMatchObject([whole, []])
    expect(
      await world.transactions(`?rows=payments&limit=1&before=${first.ID}&before_date=${first.Date}`),
    ).toMatchObject([{ Address: `${before.txid}:0` }])
    const each = await world.transactions()
    expect(each).toHaveLength(4)
    expect(each[0]).not.toHaveProperty('payees')
  })

  it('continues after a row that was removed or confirmed at another time', async () => {
    const [first, second, third] = [1, 2, 3].map(hour =>
      line({ date: new Date(world.clock.now - hour * hourMs).toISOString() }),
    )
    await world.push('transactions', [first, second, third])
    const [, last] = await world.transactions('?limit=2')
    const next = () => world.transactions(`?limit=2&before=${last.ID}&before_date=${last.Date}`)
    const later = new Date(world.clock.now - 4 * hourMs).toISOString()
    for (const change of [
      { ...second, date: later },
      { wallet_name: 'default', txid: second?.txid, vout: 0, removed: true },
    ]) {
      expect(await next()).toMatchObject([
        { Address: `${third?.txid}:0` },
        ...('removed' in change ? [{ Date: later }] : []),
      ])
      await world.push('transactions', [change])
    }
    expect(await next()).toMatchObject([{ Address: `${third?.txid}:0` }])
    expect(await next()).toHaveLength(1)
    const answer = await world.relay.call('/api/transactions/latest?before=1&before_date=x', { token: world.token })
    expect(answer.status).toBe(400)
  })

  it('API-10: without a limit there are at most 100', async () => {
    await world.push(
      'transactions',
      Array.from({ length: 150 }, () => line()),
    )
    expect(await world.transactions()).toHaveLength(100)
  })

  it("hides another wallet's data while wallet.name names this one, and shows it when renamed back", async () => {
    await world.push('transactions', [line()])
    await world.push('balance', { wallet_name: 'default', confirmed: 5, pending: 0 })
    await world.post('/api/settings/wallet', { wallet: { wallet_name: 'second' } })
    expect(await world.transactions()).toEqual([])
    expect(await world.get('/api/balance/usd')).toMatchObject({ latest_balance: 0, updated_at: null })
    expect((await world.push('transactions', [line()])).status).toBe(403)
    expect((await world.push('transactions', [line({ wallet_name: 'second' })])).status).toBe(200)
    await world.post('/api/settings/wallet', { wallet: { wallet_name: 'default' } })
    expect(await world.transactions()).toHaveLength(1)
  })
})

describe('receiving addresses', () => {
  it('API-18, DATA-11: an empty list is a list', async () => {
    expect(await world.get('/api/addresses')).toEqual([])
  })

  it('API-18, WALLET-63, DATA-11: are listed by index in pages, as last reported', async () => {
    const row = (index: number, used = false) => ({ wallet_name: 'default', index, address: `bcrt1q${index}`, used })
    await world.push('addresses', [row(10), row(2), row(0)])
    await world.push('addresses', [row(2, true)])
    expect(await world.get('/api/addresses')).toEqual([
      { index: '0', address: 'bcrt1q0', used: false },
      { index: '2', address: 'bcrt1q2', used: true },
      { index: '10', address: 'bcrt1q10', used: false },
    ])
    const named = { ...row(2, true), label: 'Till' }
    await world.push('addresses', [named])
    await world.push('addresses', [named])
    expect((await world.get('/api/addresses'))[1]).toEqual({
      index: '2',
      address: 'bcrt1q2',
      used: true,
      label: 'Till',
    })
    const [to, others] = [line({ output: 'bcrt1q2', value_sats: 5 }), line({ output: 'bcrt1q10', value_sats: 6 })]
    await world.push('transactions', [to, others, line({ output: 'bcrt1q2', value_sats: -7 })])
    const labels = (await world.transactions()).map(({ Value, label }: { Value: number; label?: string }) => [
      Value,
      label,
    ])
    expect(Object.fromEntries(labels)).toEqual({ 5: 'Till', 6: undefined, '-7': undefined })
    await world.push('addresses', [row(2, true)])
    expect((await world.get('/api/addresses'))[1]).not.toHaveProperty('label')
    const indexesOf = async (query = '') =>
      (await world.get(`/api/addresses${query}`)).map(({ index }: { index: string }) => index)
    expect(await indexesOf('?limit=1&after=0')).toEqual(['2'])
    // What the relay gives out itself is not listed before it was paid, and another account's or wallet's never.
    await world.push('addresses', [
      { ...row(4), for_relay: true },
      { ...row(5, true), for_relay: true },
      { ...row(6, true), for_relay: true, account: 'subscribers' },
    ])
    expect(await indexesOf()).toEqual(['0', '2', '5', '10'])
    await world.post('/api/settings/wallet', { wallet: { wallet_name: 'second' } })
    expect(await indexesOf()).toEqual([])
  })
})

it('announces wallet changes on the live stream', async () => {
  const headers = { authorization: `Bearer ${world.token}` }
  const stop = new AbortController()
  const response = await fetch(`${world.relay.adminUrl}/api/live`, { headers, signal: stop.signal })
  await world.push('transactions', [line()])
  let heard = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    if (heard.includes('data: {"what":"wallet"}')) break
  }
  stop.abort()
  expect(heard).toContain('event: changed\ndata: {"what":"wallet"}')
})

it('killed right after its answer, the relay has what it said was taken; pushed again it counts once, with one payment notification each (PAY-16)', {
  timeout: 120_000,
}, async () => {
  const dataDir = await makeDataDir()
  const before = await startRelay({ dataDir })
  const { api_key: key } = before.context.settings.get(wallet)
  const operator = await before.claim()
  const token = await before.login(operator)
  const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }] }
  await before.call('/api/relay-settings', { token, body: { relay_settings } })
  const { allotment } = before.context.subscriptions
  allotment.drawFrom(async () => 'bcrt1qsubscriber')
  const output = await allotment.addressOf('ab'.repeat(32), null)
  await before.close()
  const lines = Array.from({ length: 20 }, (_, index) =>
    line({ value_sats: 6000 + 500 * index, output, confirmations: 1 }),
  )
  const first = await spawnRelay(dataDir)
  const push = (adminUrl: string, from: number) => {
    const body = JSON.stringify(lines.slice(from, from + 5))
    return call(adminUrl, '/api/wallet/transactions', { body, headers: sign(body, { key, at: Date.now() }) })
  }
  for (const from of [0, 5, 10, 5]) expect((await push(first.adminUrl, from)).status).toBe(200)
  const underWay = push(first.adminUrl, 15).catch(() => null)
  await first.end('SIGKILL')
  await underWay
  const second = await spawnRelay(dataDir)
  const get = async (path: string) => (await call(second.adminUrl, path, { token })).body
  for (const from of [5, 10, 15]) expect((await push(second.adminUrl, from)).status).toBe(200)
  const amounts = lines.map(({ value_sats }) => value_sats).sort()
  const rows: { Value: number }[] = await get('/api/transactions/latest')
  expect(rows.map(({ Value }) => Value).sort()).toEqual(amounts)
  const { notifications } = await get('/api/payment/notifications?limit=100')
  const told = notifications.map(({ tx_id, amount }: { tx_id: string; amount: number }) => [tx_id, amount])
  expect(told.sort()).toEqual(lines.map(({ txid, value_sats }) => [txid, value_sats]).sort())
  await second.end()
  await rm(dataDir, { recursive: true })
})
