import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
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

function read(client: Client, kinds: number[]): Promise<Event[]> {
  const events: Event[] = []
  return new Promise(resolve => {
    const subscription = client.subscribe([{ kinds }], {
      onevent: event => events.push(event),
      oneose: () => {
        resolve(events)
        subscription.close()
      },
      onclose: () => resolve(events),
    })
  })
}

it('publishes tiers and accounts under both numbers, to the same readers (FAMILY-29)', async () => {
  const ready = ['bcrt1qone', 'bcrt1qtwo']
  world.relay.context.subscriptions.allotment.drawFrom(async () => ready.shift() ?? null)
  world.relay.context.bus.emit('walletReady', undefined)
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
