import { rm } from 'node:fs/promises'
import type { NostrEvent } from '@hornets/contract'
import { giveSubscriberAddress, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataDir, type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { startWalletWorld } from './wallet-world.ts'

const tier = { datalimit: '1 GB per month', price: '10000' }
const key = (letter: string) => letter.repeat(64)

/** A wallet that makes one address for each key of callers that sign, and keeps what it was asked. */
async function startWallet() {
  const wallet = { key: null as string | null, asked: [] as string[], taken: new Set<string>(), refusal: 0 }
  const made = new Map<string, string>()
  const service = await startHttpService(async (request, response) => {
    const body = await textOf(request)
    const check = { apiKey: wallet.key, useOnce: () => true, refusal: 'no' }
    const nowMs = Date.parse(String(request.headers['x-timestamp']))
    const isRight = await checkSignedCall(request.headers, Buffer.from(body), { ...check, nowMs }).then(
      () => true,
      () => false,
    )
    if (!isRight) return response.writeHead(401).end('{}')
    if (request.url === setOperators.path) return response.end('{"untold":true}')
    const asked = giveSubscriberAddress.body.parse(JSON.parse(body))
    wallet.asked.push(asked.key)
    if (wallet.refusal > 0) return response.writeHead(wallet.refusal).end('{}')
    for (const address of asked.taken) wallet.taken.add(address)
    let number = 0
    const addressAt = () => `bcrt1q${asked.key[0]}${number}`
    while (wallet.taken.has(addressAt())) number += 1
    made.set(asked.key, addressAt())
    return response.end(JSON.stringify({ index: made.size, address: addressAt(), account: 'subscribers' }))
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
  const { allotment } = world.relay.context.subscriptions
  const row = (index: number, more: object = {}) => ({
    wallet_name: 'default',
    index,
    address: `bcrt1qours${index}`,
    used: false,
    ...more,
  })
  return { wallet, world, sell, allotment, push: (...rows: object[]) => world.push('addresses', rows), row }
}

it('asks for no address while it sells nothing', async () => {
  const { wallet, push, row, allotment } = await start()
  await push(row(1))
  expect(await allotment.addressOf(key('a'), null)).toBeNull()
  expect(wallet.asked).toEqual([])
})

it('lists no address of a subscriber among the receiving addresses', async () => {
  const { world, sell, allotment, push, row } = await start()
  await sell()
  await push(row(1, { used: true }))
  expect(await allotment.addressOf(key('a'), null)).toBe('bcrt1qa0')
  await push(row(1, { account: 'subscribers', address: 'bcrt1qa0', for_relay: true, used: true }))
  const shown = await world.get('/api/addresses')
  expect(shown.map(({ address }: { address: string }) => address)).toEqual(['bcrt1qours1'])
})

it('gives a key one address permanently, and no address to a second key, also when the wallet has forgotten', async () => {
  const { wallet, world, sell, allotment } = await start()
  await sell()
  const twice = await Promise.all([key('a'), key('b'), key('a')].map(pubkey => allotment.addressOf(pubkey, null)))
  expect(twice).toEqual(['bcrt1qa0', 'bcrt1qb0', 'bcrt1qa0'])
  // The same first letter leads to the same address: a collision in a wallet without its memory.
  expect(await allotment.addressOf(`a${'1'.repeat(63)}`, null)).toBe('bcrt1qa1')
  expect([...wallet.taken]).toEqual(['bcrt1qa0'])
  const rows = await world.relay.context.adminDatabase.reads.selectFrom('subscribers').selectAll().execute()
  expect(new Set(rows.map(({ address }) => address)).size).toBe(3)
})

it('gives a key its address permanently, through restarts and after its tier has lapsed, and no other key the same (PAY-03)', {
  timeout: 90_000,
}, async () => {
  const dataDir = await makeDataDir()
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const open = async (...offered: string[]) => {
    const relay = await startRelay({ dataDir, now })
    relay.context.subscriptions.allotment.drawFrom(
      async (_key, taken) => offered.find(one => !taken.includes(one)) ?? null,
    )
    return relay
  }
  const [alice, bob, carol] = [signer(), signer(), signer()]
  const first = await open('bcrt1qone')
  const { token } = await first.signedIn()
  await first.call('/api/relay-settings', { token, body: { relay_settings: { subscription_tiers: [tier] } } })
  expect(await addressShown(first, alice)).toBe('bcrt1qone')
  expect(await addressShown(first, alice)).toBe('bcrt1qone')
  const gift = { days: 30, tier: tier.datalimit }
  const given = await first.call(`/api/subscribers/${alice.pubkey}/gift`, { token, body: gift })
  expect(given.body).toMatchObject({ subscriber: { status: 'active' } })
  await first.close()
  const second = await open('bcrt1qone', 'bcrt1qtwo')
  expect(await addressShown(second, bob)).toBe('bcrt1qtwo')
  expect(await addressShown(second, alice)).toBe('bcrt1qone')
  await second.close()
  aheadMs = 400 * 86_400_000
  const third = await open('bcrt1qone', 'bcrt1qtwo', 'bcrt1qthree')
  expect(await addressShown(third, carol, now())).toBe('bcrt1qthree')
  expect(await addressShown(third, alice, now())).toBe('bcrt1qone')
  expect(await addressShown(third, bob, now())).toBe('bcrt1qtwo')
  await third.close()
  await rm(dataDir, { recursive: true })
})

/** The address in the event (kind 888) that a key reads after it has signed in. */
async function addressShown(
  { publicUrl }: Relay,
  person: ReturnType<typeof signer>,
  nowMs = Date.now(),
): Promise<string | undefined> {
  const client = await RawClient.connect(publicUrl)
  const tags = [
    ['relay', publicUrl],
    ['challenge', await client.challenge()],
  ]
  const signIn = person.sign({ kind: 22_242, tags, created_at: Math.floor(nowMs / 1000) })
  client.say('AUTH', signIn)
  await client.hear('OK', signIn.id, true)
  client.say('REQ', 'account', { kinds: [888] })
  const [, , account] = await client.hear('EVENT', 'account')
  client.close()
  return (account as NostrEvent).tags.find(([name]) => name === 'relay_bitcoin_address')?.[1]
}

it('brings no more than twenty new keys from one network address', async () => {
  const { world, sell, allotment } = await start()
  await sell()
  const pubkeys = Array.from(
    { length: 30 },
    (_, index) => `${(index % 16).toString(16)}${index.toString(16).padStart(63, '0')}`,
  )
  for (const pubkey of pubkeys) await allotment.addressOf(pubkey, '198.51.100.7')
  expect((await world.get('/api/subscribers/counts')).unpaid).toBe(20)
  expect(await allotment.addressOf(key('f'), '198.51.100.8')).not.toBeNull()
})

it('asks a wallet that gave no address again once it is heard of', async () => {
  const { wallet, world, sell, push, row, allotment } = await start()
  await sell()
  wallet.refusal = 503
  expect(await allotment.addressOf(key('a'), null)).toBeNull()
  wallet.refusal = 0
  await push(row(3))
  await expect.poll(async () => (await world.get('/api/subscribers/counts')).unpaid).toBe(1)
  expect(wallet.asked).toEqual([key('a'), key('a')])
})

it('credits what a forgotten key paid when it signs in and gets the same address again', async () => {
  const { world, sell, push, row, allotment } = await start()
  await sell()
  // The backup is older than the key and its payment; the wallet reports both again.
  await push(row(7, { account: 'subscribers', address: 'bcrt1qa0', for_relay: true, used: true }))
  const paid = { txid: 'ab'.repeat(32), vout: 0, date: new Date(world.clock.now).toISOString() }
  await world.push('transactions', [
    { wallet_name: 'default', ...paid, output: 'bcrt1qa0', value_sats: 10_000, confirmations: 6 },
  ])
  expect((await world.get('/api/payments/unassigned')).payments).toHaveLength(1)
  expect(await allotment.addressOf(key('a'), null)).toBe('bcrt1qa0')
  expect((await world.get('/api/payments/unassigned')).payments).toEqual([])
  expect((await world.get('/api/subscribers/counts')).active).toBe(1)
})
