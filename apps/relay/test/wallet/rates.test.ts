import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { directWayOut, WayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { rateSourceAt } from '../../src/wallet/rates/rate-source.ts'
import { RatesService } from '../../src/wallet/rates/rates-service.ts'
import { makeDataDir } from '../harness.ts'
import { startHttpService } from '../support/http-service.ts'
import { startOfTime, startWalletWorld } from './wallet-world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const logger = createLogger({ name: 'test', level: 'silent' })

let folder: string
let database: AdminDatabase
let clock: number
let says: number | Error
let asked: number
let rates: RatesService
const source = async () => {
  asked += 1
  if (says instanceof Error) throw says
  return says
}
const open = () => RatesService.open({ database, source, now: () => clock, logger })

beforeEach(async () => {
  folder = await makeDataDir()
  database = await AdminDatabase.open(join(folder, 'admin.db'))
  ;[clock, says, asked] = [startOfTime, 6_400_012, 0]
  rates = await open()
})
afterEach(async () => {
  await rates.close()
  await database.close()
  await rm(folder, { recursive: true })
})

/** The relay checks at intervals; here once per minute passed. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= minuteMs) {
    clock += minuteMs
    await rates.tick()
  }
}

it('prices a payment by no rate further than a day away', async () => {
  await rates.tick()
  for (const time of [startOfTime - dayMs, startOfTime + dayMs]) expect(await rates.nearest(time)).toBe(6_400_012)
  for (const time of [startOfTime - dayMs - 1, startOfTime + dayMs + 1]) expect(await rates.nearest(time)).toBeNull()
})

describe('the exchange rate', () => {
  it('is unknown until first received, and never invented', async () => {
    says = new Error('away')
    await rates.tick()
    expect([await rates.newest(), await rates.last30Days()]).toEqual([null, []])
  })

  it('after a failure is asked again after 1, 2, 4 minutes and so on, at most an hour apart', async () => {
    says = new Error('away')
    await rates.tick()
    const after: number[] = []
    for (let minutes = 1; minutes <= 240; minutes++) {
      const before = asked
      await pass(minuteMs)
      if (asked > before) after.push(minutes)
    }
    expect(after).toEqual([1, 3, 7, 15, 31, 63, 123, 183])
    says = 5_000_000
    await pass(hourMs)
    expect(await rates.newest()).toMatchObject({ cents: 5_000_000 })
  })

  it('API-19: remains known for 30 days while the source is away', async () => {
    await rates.tick()
    says = new Error('away')
    await pass(2 * hourMs)
    expect(await rates.newest()).toEqual({ cents: 6_400_012, at: startOfTime })
    clock = startOfTime + 30 * dayMs - 1
    expect(await rates.newest()).toMatchObject({ cents: 6_400_012 })
    clock = startOfTime + 29 * dayMs
    expect(await rates.last30Days()).toMatchObject([{ Rate: '64000.12' }])
    clock = startOfTime + 30 * dayMs
    expect([await rates.newest(), await rates.last30Days()]).toEqual([null, []])
  })

  it('WALLET-08, API-19: is requested hourly and listed with cents in order, one row an hour (DATA-12)', async () => {
    await rates.tick()
    for (const next of [6_400_100, 99, 6_500_000]) {
      says = next
      await pass(hourMs)
    }
    expect(asked).toBe(4)
    const told = await rates.last30Days()
    expect(told.map(({ Rate }) => Rate)).toEqual(['64000.12', '64001.00', '0.99', '65000.00'])
    expect(told.map(({ TimestampHornets }) => Date.parse(TimestampHornets) - startOfTime)).toEqual(
      [0, 1, 2, 3].map(hours => hours * hourMs),
    )
    expect(new Set(told.map(({ ID }) => ID)).size).toBe(4)
    const last = clock
    for (const [ageMs, count] of [
      [30 * dayMs - 1, 1],
      [30 * dayMs, 0],
    ] as const) {
      clock = last + ageMs
      expect(await rates.last30Days()).toHaveLength(count)
    }
    clock = last
    // Of an earlier hour, heard last: the clock was put back.
    clock -= 10 * hourMs - minuteMs
    const heardAt = clock
    says = 5_000_000
    await rates.tick()
    clock = last
    const [earliest, ...others] = await rates.last30Days()
    expect(earliest).toMatchObject({ Rate: '50000.00', TimestampHornets: new Date(heardAt).toISOString() })
    expect(others).toEqual(told)
  })

  it('API-19: two within an hour of the clock are one row: the newer (DATA-12)', async () => {
    clock += minuteMs
    await rates.tick()
    says = 7_000_000
    // The clock was put back.
    clock -= minuteMs / 2
    await rates.tick()
    expect([asked, (await rates.last30Days()).map(({ Rate }) => Rate)]).toEqual([2, ['70000.00']])
    clock += hourMs - 2 * minuteMs
    rates = await reopened()
    await rates.tick()
    expect(asked).toBe(2)
    clock += minuteMs + hourMs
    await rates.tick()
    expect(await rates.last30Days()).toHaveLength(2)
  })

  it('requests no rate on a restart within the hour, and one after it', async () => {
    await rates.tick()
    rates = await reopened()
    await rates.tick()
    expect(asked).toBe(1)
    clock += hourMs
    rates = await reopened()
    await rates.tick()
    expect(asked).toBe(2)
  })

  it('a clock that was set back asks again instead of waiting until it has caught up', async () => {
    await rates.tick()
    clock -= 5 * dayMs
    await rates.tick()
    expect(asked).toBe(2)
  })

  it('one question is under way at a time, and closing ends it', async () => {
    let under = 0
    const slow = await RatesService.open({
      database,
      now: () => clock,
      logger,
      source: signal => {
        under += 1
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
      },
    })
    const ticks = [slow.tick(), slow.tick(), slow.tick()]
    await slow.close()
    await Promise.all(ticks)
    expect(under).toBe(1)
  })

  it('any price comes back to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100_000_000_000_000 }), async cents => {
        says = cents
        clock += hourMs
        await rates.tick()
        const row = (await rates.last30Days()).at(-1)
        expect(row?.Rate).toMatch(/^\d+\.\d\d$/)
        expect(BigInt(row?.Rate.replace('.', '') ?? '')).toBe(BigInt(cents))
      }),
      { numRuns: 50 },
    )
  })
})

const reopened = async () => {
  await rates.close()
  return open()
}

describe('a source of rates', () => {
  it.each([
    ['an error', 500, '{"USD":1}'],
    ['a redirect', 302, ''],
    ['no JSON', 200, '<html>'],
    ['another shape', 200, '{"usd":1}'],
    ['a text', 200, '{"USD":"64000"}'],
    ['nothing for a bitcoin', 200, '{"USD":0}'],
    ['a debt', 200, '{"USD":-1}'],
    ['more than any money', 200, '{"USD":1e300}'],
    ['more than it may say', 200, `{"USD":1,"note":"${'a'.repeat(20_000)}"}`],
  ])('ignores a source that answers %s', async (_name, status, text) => {
    const service = await startHttpService((_request, response) =>
      response.writeHead(status, { location: '/' }).end(text),
    )
    await expect(rateSourceAt(new URL(service.url), directWayOut)(new AbortController().signal)).rejects.toThrow()
    expect(service.asked).toHaveLength(1)
    await service.close()
  })

  it('abandons a silent source when the relay closes', async () => {
    const service = await startHttpService(() => undefined)
    const stop = new AbortController()
    const answer = rateSourceAt(new URL(service.url), directWayOut)(stop.signal)
    stop.abort()
    await expect(answer).rejects.toThrow()
    await service.close()
  })

  it('is asked through the SOCKS proxy where one is set, by its name', async () => {
    const service = await startHttpService((_request, response) => response.end('{"USD":64000}'))
    const proxy = await openSocksDouble({ route: () => ({ port: Number(new URL(service.url).port) }) })
    const ask = () => rateSourceAt(new URL('http://rates.test/'), new WayOut(proxy.url))(new AbortController().signal)
    expect(await ask()).toBe(6_400_000)
    expect(proxy.calls).toMatchObject([{ host: 'rates.test', byName: true }])
    await proxy.close()
    await expect(ask()).rejects.toThrow('the SOCKS proxy does not answer')
    await service.close()
  })

  it('speaks as mempool.space does, with cents or without', async () => {
    let text = '{"time":1763640000,"USD":64000,"EUR":60000}'
    const service = await startHttpService((_request, response) => response.end(text))
    const ask = () => rateSourceAt(new URL(`${service.url}/api/v1/prices`), directWayOut)(new AbortController().signal)
    expect(await ask()).toBe(6_400_000)
    text = '{"USD":64000.12}'
    expect(await ask()).toBe(6_400_012)
    expect(service.asked[0]?.url).toBe('/api/v1/prices')
    await service.close()
  })
})

it('API-09: tells a balance in dollars as unknown while no rate is known (DATA-01, FAMILY-11)', async () => {
  const world = await startWalletWorld()
  await world.push('balance', { wallet_name: 'default', confirmed: 1_000_000, pending: 0 })
  const unknown = { latest_balance: 1_000_000, balance_usd: 0, balance_usd_known: false }
  expect(await world.get('/api/balance/usd')).toMatchObject(unknown)
  const { adminDatabase } = world.relay.context
  const row = { hour: Math.floor(world.clock.now / hourMs), at: world.clock.now, cents: 6_400_000 }
  await adminDatabase.transact(tx => tx.insertInto('bitcoin_rates').values(row).execute())
  for (const [confirmed, balance_usd] of [
    [1_000_000, 640],
    [0, 0],
  ]) {
    await world.push('balance', { wallet_name: 'default', confirmed, pending: 0 })
    expect(await world.get('/api/balance/usd')).toMatchObject({ balance_usd, balance_usd_known: true })
  }
  await world.close()
})

it('API-09, API-19, fault 14, DATA-01: the relay asks its source at the start, and tells a balance in dollars by the newest rate', async () => {
  let dollars = 50_000
  const service = await startHttpService((_request, response) => response.end(JSON.stringify({ USD: dollars })))
  const world = await startWalletWorld({ config: { rateUrl: new URL(service.url) } })
  await expect.poll(() => world.get('/api/bitcoin-rates/last-30-days')).toHaveLength(1)
  expect(await world.get('/api/balance/usd')).toMatchObject({ balance_usd: 0, balance_usd_known: false })
  dollars = 64_000.12
  world.clock.now += hourMs
  await world.relay.context.rates.tick()
  for (const [confirmed, usd] of [
    [1_000_000, 640],
    [1_234_567, 790.12],
    [1, 0],
    [8, 0.01],
    [2_100_000_000_000_000, 1_344_002_520_000],
  ]) {
    await world.push('balance', { wallet_name: 'default', confirmed, pending: 700 })
    expect(await world.get('/api/balance/usd')).toMatchObject({
      latest_balance: confirmed,
      balance_usd: usd,
      balance_usd_known: true,
    })
  }
  expect((await world.get('/api/bitcoin-rates/last-30-days')).map(({ Rate }: { Rate: string }) => Rate)).toEqual([
    '50000.00',
    '64000.12',
  ])
  await world.close()
  await service.close()
})
