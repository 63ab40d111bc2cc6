import { generateAddresses, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { reservedMax } from '@hornets/contract/wallet/set-up'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import { expect, it, onTestFinished } from 'vitest'
import { startHttpService, textOf } from '../support/http-service.ts'
import { startWalletWorld } from './wallet-world.ts'

const tier = { datalimit: '1 GB per month', price: '10000' }
const key = (letter: string) => letter.repeat(64)

/** A wallet that makes addresses for callers that sign with the key, and keeps the requested numbers. */
async function startWallet() {
  const wallet = { key: null as string | null, next: 0, asked: [] as number[], refusal: 0 }
  const service = await startHttpService(async (request, response) => {
    const body = await textOf(request)
    const check = { apiKey: wallet.key, nowMs: 0, useOnce: () => true, refusal: 'no' }
    const nowMs = Date.parse(String(request.headers['x-timestamp']))
    const isRight = await checkSignedCall(request.headers, Buffer.from(body), { ...check, nowMs }).then(
      () => true,
      () => false,
    )
    if (!isRight) return response.writeHead(401).end('{}')
    // More is pending, so that only the wallet's pushes, and no timer, make the relay ask for addresses.
    if (request.url === setOperators.path) return response.end('{"untold":true}')
    const { count } = generateAddresses.body.parse(JSON.parse(body))
    wallet.asked.push(count)
    if (wallet.refusal > 0) return response.writeHead(wallet.refusal).end('{}')
    const first = wallet.next
    wallet.next += count
    const addresses = Array.from({ length: count }, (_, place) => ({
      ...{ index: first + place, address: `bcrt1qours${first + place}` },
    }))
    return response.end(JSON.stringify({ addresses }))
  })
  onTestFinished(() => service.close())
  return { wallet, url: service.url }
}

async function start() {
  const { wallet, url } = await startWallet()
  const world = await startWalletWorld({ config: { walletUrl: url } })
  onTestFinished(() => world.close())
  wallet.key = world.apiKey()
  const sell = () => world.post('/api/relay-settings', { relay_settings: { subscription_tiers: [tier] } })
  const row = (index: number, more: object = {}) => ({
    ...{ wallet_name: 'default', index, address: `bcrt1qours${index}`, used: false },
    ...more,
  })
  return { wallet, world, sell, push: (...rows: object[]) => world.push('addresses', rows), row }
}

it('a relay that sells nothing asks for no addresses', async () => {
  const { wallet, push, row } = await start()
  await push(row(1))
  expect(wallet.asked).toEqual([])
})

it('the relay keeps five addresses ready that are shown to nobody, and asks for another when one is allotted', async () => {
  const { wallet, world, sell, push, row } = await start()
  wallet.next = 101
  await push(row(100, { address: 'bcrt1qoperator', used: true }))
  await sell()
  await expect.poll(() => wallet.asked).toEqual([5])
  const shown = async () => (await world.get('/api/addresses')).map(({ index }: { index: string }) => index)
  // The push repeats them, once with their purpose and once from a restored wallet.
  await push(...[101, 102].map(index => row(index, { for_relay: true })), row(103))
  expect(await shown()).toEqual(['100'])
  const { allotment } = world.relay.context.subscriptions
  expect(await allotment.addressOf(key('a'), null)).toBe('bcrt1qours101')
  await expect.poll(() => wallet.asked).toEqual([5, 1])
  await push(row(102, { for_relay: true, used: true }))
  expect(await shown()).toEqual(['100', '102'])
  await push(row(107))
  expect(await shown()).toEqual(['100', '102', '107'])
  expect(wallet.asked).toEqual([5, 1])
})

it('a key has one address for good, and no address is ever given to a second one, also after a restart', async () => {
  const { wallet, world, sell } = await start()
  await sell()
  await expect.poll(() => wallet.asked).toEqual([5])
  const { allotment } = world.relay.context.subscriptions
  const twice = await Promise.all([key('a'), key('b'), key('a')].map(pubkey => allotment.addressOf(pubkey, null)))
  expect(twice[0]).toBe(twice[2])
  expect(twice[0]).not.toBe(twice[1])
  const all = await Promise.all([...'cdef0123456789'].map(name => allotment.addressOf(key(name), null)))
  // Keys without an address get theirs with the wallet's next ones.
  await expect
    .poll(() => world.get('/api/subscribers?status=all&limit=100').then(({ subscribers }) => subscribers))
    .toHaveLength(16)
  const rows = await world.relay.context.adminDatabase.reads.selectFrom('subscribers').selectAll().execute()
  expect(new Set(rows.map(({ address }) => address)).size).toBe(16)
  expect(all[0]).not.toBeNull()
})

it('one network address brings no more than twenty new keys at once', async () => {
  const { wallet, world, sell } = await start()
  await sell()
  await expect.poll(() => wallet.asked).toEqual([5])
  const { allotment } = world.relay.context.subscriptions
  const keys = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(64, '0'))
  for (const pubkey of keys) await allotment.addressOf(pubkey, '198.51.100.7')
  await expect.poll(() => world.get('/api/subscribers/counts').then(({ unpaid }) => unpaid)).toBe(20)
  expect(await allotment.addressOf(key('f'), '198.51.100.8')).not.toBeNull()
})

it('it never reserves more than the wallet lets it, and a wallet that gives none is asked again later', async () => {
  const { wallet, sell, push, row } = await start()
  wallet.refusal = 503
  await push(row(reservedMax - 3))
  await sell()
  await expect.poll(() => wallet.asked.length).toBeGreaterThan(0)
  expect(new Set(wallet.asked)).toEqual(new Set([2]))
  wallet.refusal = 0
  wallet.next = reservedMax - 2
  const before = wallet.asked.length
  await push(row(reservedMax - 4))
  await expect.poll(() => wallet.asked.slice(before)).toEqual([2])
  await push(row(reservedMax - 3))
  expect(wallet.asked.slice(before)).toEqual([2])
})
