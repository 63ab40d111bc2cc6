import { rm } from 'node:fs/promises'
import { getPublicKey } from 'nostr-tools'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDataDir, type Relay, startRelay } from '../harness.ts'
import { png, person as uploaderOf } from '../media/media-world.ts'
import { RawClient } from '../support/raw-client.ts'
import { uploadOf } from './subscriber-calls.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld()
})
afterAll(() => world.close())

/** Who has paid for a tier of this size. */
async function subscribed(datalimit: string): Promise<Uint8Array> {
  await world.save({ subscription_tiers: [{ datalimit, price: '10000' }] })
  const secret = generateSecretKey()
  const { allotment } = world.relay.context.subscriptions
  allotment.drawFrom(async pubkey => `bcrt1q${pubkey.slice(0, 10)}`)
  const address = (await allotment.addressOf(getPublicKey(secret), null)) ?? ''
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  return secret
}

it('refuses an event beyond a paid quota (PAY-17)', async () => {
  const secret = await subscribed('0.01 MB per month')
  const client = await RawClient.connect(world.relay.publicUrl)
  const post = async (characters: number) => {
    const created_at = Math.floor(world.clock.now / 1000)
    const event = finalizeEvent({ kind: 1, tags: [], content: 'x'.repeat(characters), created_at }, secret)
    return (await client.publish(JSON.parse(JSON.stringify(event)))).message
  }
  expect(await post(9000)).toBe('')
  expect(await post(3000)).toMatch(/^restricted: quota exceeded by .*: 10.24 KB\)/)
  client.close()
})

it('refuses a file beyond a paid quota, and says why (PAY-18)', async () => {
  const uploader = uploaderOf(await subscribed('1 MB per month'))
  const send = (bytes: number) => uploadOf(world, uploader, Buffer.concat([png(800)], bytes)).put()
  expect((await send(2 ** 20 - 1000)).status).toBe(201)
  const refused = await send(1001)
  expect([refused.status, refused.headers.get('x-reason')]).toEqual([402, expect.stringMatching(/^restricted: quota/)])
  await world.save({ freeTierEnabled: true, freeTierLimit: '1 MB per month' })
  for (const length of [900, 901]) {
    const file = Buffer.concat([png(length)], 2 ** 20)
    expect((await uploadOf(world, uploaderOf(), file).put()).status).toBe(201)
  }
})

it('refuses what is beyond a quota after a restart as before (PAY-17, PAY-18)', async () => {
  const dataDir = await makeDataDir()
  const before = await startSubscriptionWorld({ dataDir })
  await before.save({ freeTierEnabled: true, freeTierLimit: '1 MB per month' })
  const writer = generateSecretKey()
  const noteOf = (length: number) => {
    const created_at = Math.floor(before.clock.now / 1000)
    const event = finalizeEvent({ kind: 1, tags: [], content: 'x'.repeat(length), created_at }, writer)
    return JSON.parse(JSON.stringify(event))
  }
  const post = async ({ publicUrl }: Relay, length: number) => {
    const client = await RawClient.connect(publicUrl)
    const { message } = await client.publish(noteOf(length))
    client.close()
    return message
  }
  const file = Buffer.concat([png(800)], 2 ** 20 - 20_000)
  expect((await uploadOf(before, uploaderOf(writer), file).put()).status).toBe(201)
  expect(await post(before.relay, 9000)).toBe('')
  await before.relay.close()
  const relay = await startRelay({ dataDir, now: () => before.clock.now })
  expect(await post(relay, 15_000)).toMatch(/^restricted: quota exceeded/)
  const other = await uploadOf({ ...before, relay }, uploaderOf(writer), png(15_000)).put()
  expect([other.status, other.headers.get('x-reason')]).toEqual([403, expect.stringMatching(/^restricted: quota/)])
  expect(await post(relay, 5000)).toBe('')
  await relay.close()
  await rm(dataDir, { recursive: true })
})
