import { createServer, type Server } from 'node:http'
import { chainSentences } from '@hornets/contract/wallet/chain-sentences'
import { createLogger } from '@hornets/server/logger'
import { afterEach, expect, test } from 'vitest'
import { type Chain, chainError } from '../chain/chain.ts'
import { Fees } from './fees.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
let server: Server | undefined
let asked = 0

afterEach(async () => {
  await new Promise(done => (server ? server.close(done) : done(undefined)))
  server = undefined
  asked = 0
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
  return new Fees({ chain: chain as Chain | null, serviceUrl, now, logger })
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
])('WALLET-24: a fee service that answers %s is passed over for the default tiers', async (_what, answer, status) => {
  const tiers = await feesOf(null, await service(answer, status)).tiers()
  expect(tiers).toEqual({ low: 3, med: 4, high: 5, source: 'default', minimum: 1 })
})

test('WAPI-08, WALLET-23: economyFee is low, halfHourFee med, fastestFee high, where our source has no estimate', async () => {
  const tiers = await feesOf(silentChain, await service(recommended)).tiers()
  expect(tiers).toEqual({ low: 2, med: 6.25, high: 9, source: 'service', minimum: 1 })
})

test('our own source is asked before anybody else, and nobody else is asked when it knows', async () => {
  const chain: Partial<Chain> = {
    source: 'bitcoind',
    relayRates: async () => ({ minimum: 1.5, incremental: 1 }),
    estimateRates: async () => ({ low: 1.0001, med: 8, high: 7 }),
  }
  const tiers = await feesOf(chain, await service(recommended)).tiers()
  expect(tiers).toEqual({ low: 1.5, med: 8, high: 8, source: 'bitcoind', minimum: 1.5 })
  expect(asked).toBe(0)
})

test('an answer is kept for half a minute', async () => {
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
