import { createServer, type Server } from 'node:http'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, expect, test } from 'vitest'
import { type Chain, chainError } from '../chain/chain.ts'
import { readConfig } from '../config.ts'
import type { BelievedTiers } from './fee-store.ts'
import { Fees } from './fees.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
let server: Server | undefined
let asked = 0
let believed: BelievedTiers | undefined

afterEach(async () => {
  await new Promise(done => (server ? server.close(done) : done(undefined)))
  server = undefined
  asked = 0
  believed = undefined
})

async function service(answer: string, status = 200): Promise<string> {
  const made = createServer((_request, response) => {
    asked += 1
    response.writeHead(status).end(answer)
  })
  server = made
  await new Promise<void>(done => made.listen(0, '127.0.0.1', done))
  const address = made.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/fees`
}

const recommended = JSON.stringify({ economyFee: 2, halfHourFee: 6.25, fastestFee: 9, minimumFee: 1, hourFee: 4 })

function feesOf(chain: Partial<Chain> | null, serviceUrl?: string, now = () => 0) {
  const memory = {
    read: () => believed,
    write: (tiers: BelievedTiers) => {
      believed = tiers
    },
  }
  return new Fees({
    chain: chain as Chain | null,
    serviceUrl,
    wayOut: directWayOut,
    now,
    logger,
    highestRate: () => 500,
    memory,
  })
}

const silentChain: Partial<Chain> = {
  source: 'bitcoind',
  relayRates: () => Promise.reject(chainError(chainSentences.nodeSilent, {})),
  estimateRates: () => Promise.reject(chainError(chainSentences.nodeSilent, {})),
}

test.each([
  ['an error', '{}', 500],
  ['something else', '{"economyFee":"2"}', 200],
  ['no JSON', '<html>', 200],
  ['rates of 0', '{"economyFee":0,"halfHourFee":0,"fastestFee":0}', 200],
])('WALLET-24: skips a fee service that answers %s and uses the default tiers', async (_what, answer, status) => {
  const tiers = await feesOf(null, await service(answer, status)).tiers()
  expect(tiers).toEqual({ low: 3, med: 4, high: 5, source: 'default', minimum: 1 })
})

test('WAPI-08, WALLET-23: economyFee is low, halfHourFee med, fastestFee high, where our source has no estimate', async () => {
  expect(readConfig({ FEE_URL: '' }).feeUrl).toBeUndefined()
  const { feeUrl } = readConfig({ FEE_URL: await service(recommended) })
  for (const chain of [silentChain, null])
    expect(await feesOf(chain, feeUrl).tiers()).toEqual({ low: 2, med: 6.25, high: 9, source: 'service', minimum: 1 })
})

test('WALLET-23: asks its own source first, and others only if that does not know', async () => {
  const chain: Partial<Chain> = {
    source: 'bitcoind',
    relayRates: async () => ({ minimum: 1.5, incremental: 1 }),
    estimateRates: async () => ({ low: 1.0001, med: 8, high: 7 }),
  }
  const tiers = await feesOf(chain, await service(recommended)).tiers()
  expect(tiers).toEqual({ low: 1.5, med: 8, high: 8, source: 'bitcoind', minimum: 1.5 })
  expect(asked).toBe(0)
})

test('caches an answer for 30 seconds', async () => {
  let now = 0
  const fees = feesOf(null, await service(recommended), () => now)
  await fees.tiers()
  now = 29_999
  await fees.tiers()
  expect(asked).toBe(1)
  now = 30_000
  await fees.tiers()
  expect(asked).toBe(2)
})

const dear = JSON.stringify({ economyFee: 800, halfHourFee: 900, fastestFee: 1000 })
const jumbled = JSON.stringify({ economyFee: 9, halfHourFee: 6, fastestFee: 2 })

test.each([
  ['above the ceiling of the wallet', dear],
  ['in the wrong order', jumbled],
])('WALLET-24: a fee service whose tiers are %s is passed over', async (_what, answer) => {
  const tiers = await feesOf(null, await service(answer)).tiers()
  expect(tiers).toMatchObject({ source: 'default', high: 5 })
})

test('a fee service, or an Esplora server, that says more than tenfold of what was known is passed over for that', async () => {
  const hour = 60 * 60_000
  let now = hour
  const estimates = { low: 2, med: 4, high: 6 }
  const chain: Partial<Chain> = {
    source: 'esplora',
    relayRates: async () => ({ minimum: 1, incremental: 1 }),
    estimateRates: async () => estimates,
  }
  const fees = feesOf(chain, undefined, () => now)
  expect(await fees.tiers()).toMatchObject({ source: 'esplora', high: 6 })
  Object.assign(estimates, { low: 60, med: 60, high: 61 })
  now += hour / 2
  expect(await fees.tiers()).toMatchObject({ source: 'known', low: 2, high: 6 })
  Object.assign(estimates, { low: 2, med: 4, high: 59 })
  now += 60_000
  expect(await fees.tiers()).toMatchObject({ source: 'esplora', high: 59 })
  Object.assign(estimates, { high: 400 })
  now += 60_000
  expect(await fees.tiers()).toMatchObject({ source: 'known', high: 6 })
})
