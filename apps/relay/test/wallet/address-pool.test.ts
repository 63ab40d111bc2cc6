import { generateAddresses, setOperators } from '@hornets/contract/wallet/relay-calls'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import { expect, it, onTestFinished } from 'vitest'
import { startHttpService, textOf } from '../support/http-service.ts'
import { startWalletWorld } from './wallet-world.ts'

/** A wallet that makes addresses for whoever signs with the key, and keeps how many it was asked for. */
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
    // With more to tell, so that only what it tells has the relay ask for addresses, and no clock.
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
  const row = (index: number, more: object = {}) => ({
    ...{ wallet_name: 'default', index, address: `bcrt1qours${index}`, used: false },
    ...more,
  })
  return { wallet, world, push: (...rows: object[]) => world.push('addresses', rows), row }
}

it('the relay keeps five addresses ready that are shown to nobody, and asks for another when one is paid', async () => {
  const { wallet, world, push, row } = await start()
  wallet.next = 101
  await push(row(100, { address: 'bcrt1qoperator', used: true }))
  await expect.poll(() => wallet.asked).toEqual([5])
  const shown = async () => (await world.get('/api/addresses')).map(({ index }: { index: string }) => index)
  // The push tells the same again, once with what they are for and once by a wallet that was restored.
  await push(...[101, 102].map(index => row(index, { for_relay: true })), row(103))
  expect(await shown()).toEqual(['100'])
  await push(row(102, { for_relay: true, used: true }))
  await expect.poll(() => wallet.asked).toEqual([5, 1])
  expect(await shown()).toEqual(['100', '102'])
  await push(row(107))
  expect(await shown()).toEqual(['100', '102', '107'])
  expect(wallet.asked).toEqual([5, 1])
})

it('it never asks for addresses beyond what a restore looks for, and a wallet that gives none is asked again later', async () => {
  const { wallet, push, row } = await start()
  wallet.refusal = 503
  await push(row(17))
  await expect.poll(() => wallet.asked.length).toBeGreaterThan(0)
  expect(new Set(wallet.asked)).toEqual(new Set([2]))
  wallet.refusal = 0
  wallet.next = 18
  const before = wallet.asked.length
  await push(row(16))
  await expect.poll(() => wallet.asked.slice(before)).toEqual([2])
  await push(row(17))
  await push(row(16))
  expect(wallet.asked.slice(before)).toEqual([2])
})
