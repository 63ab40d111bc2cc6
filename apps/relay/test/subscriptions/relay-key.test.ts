import type { NostrEvent } from '@hornets/contract'
import { generateSecretKey, getPublicKey, nip19 } from 'nostr-tools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { isGenuine } from '../support/zaps.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

// What the relay signs with its own key, as clients see it.

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
let client: RawClient
beforeAll(async () => {
  world = await startSubscriptionWorld({ config: { publicUrl: 'wss://relay.example' } })
  client = await RawClient.connect(world.relay.publicUrl)
  const ready = ['bcrt1qone', 'bcrt1qtwo', 'bcrt1qthree']
  world.relay.context.subscriptions.allotment.drawFrom(async () => ready.shift() ?? null)
  world.relay.context.bus.emit('walletReady', undefined)
})
afterAll(async () => {
  client.close()
  await world.close()
})

const seconds = () => Math.floor(world.clock.now / 1000)
const call = (path: string, body?: unknown) => world.relay.call(path, { token: world.token, body })
const sell = (subscription_tiers: object[]) => world.save({ subscription_tiers })
const relayKey = () => getPublicKey(world.relay.context.settings.relayKey())
const soon = { timeout: 1000, interval: 20 }
const received = (by: RawClient, kind: number) =>
  by.heard.flatMap(([type, , event]) =>
    type === 'EVENT' && (event as NostrEvent).kind === kind ? [event as NostrEvent] : [],
  )
let asked = 0
async function stored(by: RawClient, kind: number): Promise<NostrEvent[]> {
  const id = `stored ${++asked}`
  by.say('REQ', id, { kinds: [kind] })
  await by.hear('EOSE', id)
  return by.heard.filter(([type, name]) => type === 'EVENT' && name === id).map(([, , event]) => event as NostrEvent)
}

async function signIn(person: ReturnType<typeof signer>): Promise<RawClient> {
  const opened = await RawClient.connect(world.relay.publicUrl)
  const tags = [
    ['relay', world.relay.publicUrl],
    ['challenge', await opened.challenge()],
  ]
  const event = person.sign({ kind: 22_242, tags, created_at: seconds() })
  opened.say('AUTH', event)
  expect((await opened.hear('OK', event.id))[2]).toBe(true)
  return opened
}

test('signs tiers and accounts, stores them and sends them to open subscriptions (IDENT-01, IDENT-04)', async () => {
  const alice = signer()
  const secret = generateSecretKey()
  await call('/api/settings/general', { general: { private_key: nip19.nsecEncode(secret) } })
  expect(relayKey()).toBe(getPublicKey(secret))
  // Only while something is sold do keys that sign in get an address, and with it an account.
  await sell([{ datalimit: '2 GB per month', price: '555' }])
  const [listener, subscriber] = [await RawClient.connect(world.relay.publicUrl), await signIn(alice)]
  listener.say('REQ', 'live', { kinds: [411] })
  await listener.hear('EOSE', 'live')
  subscriber.say('REQ', 'live', { kinds: [888] })
  await subscriber.hear('EOSE', 'live')
  await sell([{ datalimit: '3 GB per month', price: '777' }])
  await expect
    .poll(() => received(listener, 411).at(-1))
    .toMatchObject({ pubkey: relayKey(), content: expect.stringContaining('777') })
  // The old tiers go a moment after the new ones are there.
  await expect.poll(async () => (await stored(client, 411)).map(({ pubkey }) => pubkey)).toEqual([relayKey()])
  await expect.poll(async () => (await stored(subscriber, 888)).map(({ pubkey }) => pubkey)).toEqual([relayKey()])
  const account = (await subscriber.hear('EVENT', 'live'))[2] as NostrEvent
  const tiers = received(listener, 411).at(-1)
  expect([account, tiers].map(event => [event?.kind, event !== undefined && isGenuine(event)])).toEqual([
    [888, true],
    [411, true],
  ])
  for (const opened of [listener, subscriber]) opened.close()
})

test.each([411, 555, 888, 19_841, 19_843])('refuses kind %i by any other key (IDENT-03)', async kind => {
  const event = signer().sign({ kind, created_at: seconds() })
  expect(await client.publish(event)).toMatchObject({
    accepted: false,
    message: expect.stringContaining(`restricted: kind ${kind} (`),
  })
  expect(await client.stored({ ids: [event.id] })).toEqual([])
})

test('publishes the tiers by a new key within a second, and no longer by the old one (IDENT-09)', async () => {
  await sell([{ datalimit: '4 GB per month', price: '888' }])
  const old = relayKey()
  await expect.poll(async () => (await stored(client, 411)).map(({ pubkey }) => pubkey)).toEqual([old])
  const secret = generateSecretKey()
  expect((await call('/api/settings/general', { general: { private_key: nip19.nsecEncode(secret) } })).status).toBe(200)
  const keys = async () => (await stored(client, 411)).map(({ pubkey }) => pubkey)
  await expect.poll(keys, soon).toEqual([getPublicKey(secret)])
  expect(getPublicKey(secret)).not.toBe(old)
})

const document = async () =>
  (await fetch(world.relay.publicUrl.replace('ws', 'http'), { headers: { accept: 'application/nostr+json' } })).json()

test('shows a saved relay info in its NIP-11 document within a second (PROTO-03)', async () => {
  for (const one of ['owls', 'crows']) {
    const said = {
      name: `For ${one}`,
      description: `Only ${one}`,
      contact: `mailto:${one}@relay.example`,
      icon: `https://relay.example/${one}.png`,
      banner: `https://relay.example/wide-${one}.png`,
      pubkey: signer().pubkey,
      dhtkey: signer().pubkey,
      software: `https://${one}.example/code`,
      version: `1.${one.length}`,
    }
    const [posting_policy, privacy_policy, terms_of_service] = ['posting', 'privacy', 'terms'].map(
      about => `https://${one}.example/${about}`,
    )
    const supported_nips = [1, 7 + one.length]
    const relay_info = {
      ...Object.fromEntries(Object.entries(said).map(([key, value]) => [`relay${key}`, value])),
      relaypostingpolicy: posting_policy,
      relayprivacypolicy: privacy_policy,
      relayterms: terms_of_service,
      relaysupportednips: supported_nips,
    }
    expect((await call('/api/settings/relay_info', { relay_info })).status).toBe(200)
    const policies = { posting_policy, privacy_policy, terms_of_service }
    await expect.poll(document, soon).toMatchObject({ ...said, ...policies, supported_nips })
  }
})

test('claims only NIPs that it serves among the chosen ones (PROTO-01, PROTO-03, PROTO-14)', async () => {
  const choose = (relaysupportednips: number[]) =>
    call('/api/settings/relay_info', { relay_info: { relaysupportednips } })
  expect((await choose([42, 26, 1, 9999])).status).toBe(200)
  await expect.poll(document, soon).toMatchObject({ supported_nips: [1, 42] })
  const every = Array.from({ length: 200 }, (_, index) => index + 1)
  const served = [
    1, 2, 4, 9, 11, 12, 13, 15, 16, 17, 20, 28, 33, 40, 42, 43, 45, 50, 56, 59, 62, 65, 70, 77, 78, 86, 96, 98,
  ]
  expect((await choose(every)).status).toBe(200)
  await expect
    .poll(
      async () => ((await document()) as { supported_nips: number[] }).supported_nips.filter(nip => nip !== 22),
      soon,
    )
    .toEqual(served)
  await choose([])
  await expect.poll(document, soon).toMatchObject({ supported_nips: expect.not.arrayContaining([26]) })
  // Its profile event says the same.
  await sell([{ datalimit: '4 GB per month', price: '888' }])
  expect((await choose([26, 42, 1, 9999])).status).toBe(200)
  const profiles = async () => (await stored(client, 10_411)).map(({ content }) => JSON.parse(content).supported_nips)
  await expect.poll(profiles).toEqual([[1, 42]])
})

test('applies a saved tier or free tier within a second to quotas, kind 411 and its NIP-11 document (PAY-01)', async () => {
  const writer = signer()
  const write = async (characters: number) => {
    const content = `${Math.random()}`.padEnd(characters, 'x')
    return (await client.publish(writer.sign({ content, created_at: seconds() }))).message
  }
  const tiersOf = async () => (await stored(client, 411)).map(({ content }) => JSON.parse(content).subscription_tiers)
  await sell([])
  await expect.poll(() => write(10), soon).toBe('')
  for (const tier of [
    { datalimit: '6 GB per month', price: '600' },
    { datalimit: '7 GB per month', price: '700' },
  ]) {
    await sell([tier])
    const refusal = `Prices: ${tier.datalimit} for ${tier.price} sats`
    await expect.poll(() => write(10), soon).toContain(refusal)
    await expect.poll(tiersOf, soon).toEqual([[expect.objectContaining(tier)]])
    const fees = { subscription: [expect.objectContaining({ amount: Number(tier.price) * 1000 })] }
    await expect.poll(document, soon).toMatchObject({ fees, limitation: { payment_required: true } })
  }
  for (const [freeTierLimit, characters] of [
    ['0.01 MB per month', 9000],
    ['0.02 MB per month', 18_000],
  ] as const) {
    await world.save({ freeTierEnabled: true, freeTierLimit })
    await expect.poll(document, soon).toMatchObject({ limitation: { payment_required: false } })
    await expect.poll(() => write(characters / 2), soon).toBe('')
    await expect.poll(() => write(characters), soon).toContain('quota exceeded')
  }
  await world.save({ freeTierEnabled: false })
  await expect.poll(() => write(10), soon).toContain('this relay is for subscribers')
  await expect.poll(document, soon).toMatchObject({ limitation: { payment_required: true } })
})

test('names fees and where to pay while tiers are sold, and not otherwise (PROTO-05)', async () => {
  await sell([{ datalimit: '4 GB per month', price: '888' }])
  for (const freeTierEnabled of [true, false]) {
    await world.save({ freeTierEnabled })
    expect(await document()).toMatchObject({
      payments_url: 'https://relay.example/subscribe',
      fees: { subscription: [{ amount: 888_000, unit: 'msats', period: 30 * 86_400 }] },
      limitation: { payment_required: !freeTierEnabled },
    })
  }
  await sell([])
  const without = (await document()) as object
  expect(without).not.toHaveProperty('fees')
  expect(without).not.toHaveProperty('payments_url')
})
