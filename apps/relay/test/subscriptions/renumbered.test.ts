import { type Event, type Filter, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld()
})
afterAll(() => world.close())

async function signIn(secret?: Uint8Array): Promise<Client> {
  const client = await Client.connect(world.relay.publicUrl)
  await read(client, [1])
  const created_at = Math.floor(world.clock.now / 1000)
  if (secret) await client.auth(async template => finalizeEvent({ ...template, created_at }, secret))
  return client
}

function read(client: Client, asked: number[] | Filter): Promise<Event[]> {
  const events: Event[] = []
  return new Promise(resolve => {
    const subscription = client.subscribe([Array.isArray(asked) ? { kinds: asked } : asked], {
      onevent: event => events.push(event),
      oneose: () => {
        resolve(events)
        subscription.close()
      },
      onclose: () => resolve(events),
    })
  })
}

const valuesOf = (events: readonly Event[], name: string) =>
  events.flatMap(({ tags }) => tags.filter(([first]) => first === name).map(([, value = '']) => value))
/** Hands out these addresses to keys that sign in. */
function allot(...ready: string[]): void {
  world.relay.context.subscriptions.allotment.drawFrom(async () => ready.shift() ?? null)
  world.relay.context.bus.emit('walletReady', undefined)
}
async function subscriber(): Promise<Client> {
  const client = await signIn(generateSecretKey())
  for (const kind of [888, 11_888]) await expect.poll(() => read(client, [kind])).toHaveLength(1)
  return client
}

it('publishes tiers and accounts under both numbers, to the same readers (FAMILY-29)', async () => {
  allot('bcrt1qone', 'bcrt1qtwo')
  const secrets = [generateSecretKey(), generateSecretKey()]
  const clients: Client[] = []
  for (const secret of secrets) clients.push(await signIn(secret))
  // Each keeps their own: a second subscriber's event does not replace the first one's.
  for (const [at, client] of clients.entries()) {
    await expect.poll(() => read(client, [11_888])).toHaveLength(1)
    await expect.poll(() => read(client, [888])).toHaveLength(1)
    const [[older], [newer]] = [await read(client, [888]), await read(client, [11_888])]
    expect(newer?.tags).toEqual(older?.tags)
    expect(newer?.tags).toContainEqual(['p', getPublicKey(secrets[at] as Uint8Array)])
  }
  const [own] = clients as [Client, Client]
  const [address = ''] = valuesOf(await read(own, [888]), 'relay_bitcoin_address')
  await world.tell(world.pay(address, 12_000, { confirmations: 1 }))
  for (const kind of [888, 11_888])
    await expect.poll(async () => valuesOf(await read(own, [kind]), 'subscription_status')).toEqual(['active'])
  expect((await read(own, [11_888]))[0]?.tags).toEqual((await read(own, [888]))[0]?.tags)
  const stranger = await signIn()
  expect(await read(stranger, [888, 11_888, 1])).toEqual([])
  const said = async (kind: number) => JSON.parse((await read(stranger, [kind]))[0]?.content ?? '{}')
  const relay_info = { relayname: 'Hive', relaydescription: 'For owls' }
  await world.post('/api/settings/relay_info', { relay_info })
  await expect.poll(() => said(10_411)).toMatchObject({ name: 'Hive', description: 'For owls' })
  const sold = [{ datalimit: '3 GB per month', price: '777' }]
  await world.save({ subscription_tiers: sold })
  for (const kind of [411, 10_411])
    await expect.poll(() => said(kind)).toMatchObject({ subscription_tiers: [expect.objectContaining(sold[0])] })
  const [[tiers], [profile]] = [await read(stranger, [411]), await read(stranger, [10_411])]
  expect(JSON.parse(profile?.content ?? '')).toMatchObject({
    name: 'Hive',
    description: 'For owls',
    software: expect.any(String),
    version: expect.any(String),
    dhtkey: '',
    ...JSON.parse(tiers?.content ?? ''),
  })
  for (const client of [...clients, stranger]) client.close()
})

it('shows the account of a key to no other one by id, author or COUNT (PAY-06, FAMILY-29)', async () => {
  allot('bcrt1qthree', 'bcrt1qfour')
  const [own, other] = [await subscriber(), await subscriber()]
  const stranger = await signIn()
  const authors = [world.relay.context.relay.pubkey()]
  for (const kind of [888, 11_888]) {
    const ids = (await read(own, [kind])).map(({ id }) => id)
    const seen = async (client: Client) => [
      (await read(client, { ids })).length,
      (await read(client, { authors })).filter(event => event.kind === kind).length,
      await client.count([{ kinds: [kind, 7] }], {}),
      await client.count([{ authors, kinds: [kind, 7] }], {}),
    ]
    expect([await seen(own), await seen(other), await seen(stranger)]).toEqual([
      [1, 1, 1, 1],
      [0, 1, 1, 1],
      [0, 0, 0, 0],
    ])
  }
  // Each has one account, under two numbers.
  const all = async (client: Client) => client.count([{}], {})
  expect([await all(own), await all(other)]).toEqual(Array(2).fill((await all(stranger)) + 2))
  for (const client of [own, other, stranger]) client.close()
})
