import { randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { type RelaySettings, relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { defaultsOf, relayInfo } from '@hornets/contract/admin/settings'
import { createLogger } from '@hornets/server/process/logger'
import { verifyEvent } from 'nostr-tools/pure'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../test/support/open-store.ts'
import { Bus } from '../bus/bus.ts'
import { readAll } from '../events/read-scope.ts'
import type { NamedRole } from './published-kind.ts'
import { publishedKinds } from './published-kinds.ts'
import { Publisher } from './publisher.ts'

type Tiers = RelaySettings['subscription_tiers']
const tier = { datalimit: '1 GB per month', price: '10000' }

const profile = { ...defaultsOf(relayInfo), relayname: 'Hive', relaydhtkey: 'd1' }

let opened: Awaited<ReturnType<typeof openStore>>
let tiers: Tiers
let roles: readonly NamedRole[]
let secret: Uint8Array
let handed: string[]
let publisher: Publisher
beforeEach(async () => {
  opened = await openStore()
  tiers = [tier]
  roles = []
  secret = new Uint8Array(randomBytes(32))
  handed = []
  const bus = new Bus(error => expect.unreachable(String(error)))
  bus.on('published', ({ event }) => handed.push(event.id))
  publisher = new Publisher({
    kinds: publishedKinds,
    settings: { relayKey: () => secret },
    sources: () => ({
      members: null,
      roles,
      relayInfo: profile,
      relaySettings: { ...relaySettingsDefaults, subscription_tiers: tiers },
    }),
    events: opened.store,
    bus,
    now: () => opened.clock.now * 1000,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
})
afterEach(() => opened.close())

async function said(kind = 411): Promise<NostrEvent[]> {
  await publisher.settled()
  const events: NostrEvent[] = []
  for await (const batch of opened.store.query([{ kinds: [kind] }], { scope: readAll }))
    for (const json of batch.texts()) events.push(JSON.parse(json))
  return events
}

describe('the relay’s own events', () => {
  it('says nothing where there is nothing to say', async () => {
    tiers = []
    publisher.refresh()
    expect(await said()).toEqual([])
  })

  it('says what it sells, signed by its key, to those who listen', async () => {
    publisher.refresh()
    const [event] = await said()
    expect(event && verifyEvent(event)).toBe(true)
    expect(JSON.parse(event?.content ?? '')).toEqual({ subscription_tiers: [tier] })
    expect(handed).toContain(event?.id)
  })

  it('says under the new number what it sells and who it is (FAMILY-29)', async () => {
    publisher.refresh()
    const [event] = await said(10_411)
    expect(event && verifyEvent(event)).toBe(true)
    expect(JSON.parse(event?.content ?? '')).toMatchObject({
      name: 'Hive',
      description: '',
      software: 'hornets-console',
      version: '0.1.0',
      dhtkey: 'd1',
      subscription_tiers: [tier],
    })
    tiers = [tier, { ...tier, hidden: true }]
    publisher.refresh('relay_settings')
    expect((await said(10_411)).map(({ id }) => id)).toEqual([event?.id])
    tiers = []
    publisher.refresh('relay_settings')
    expect(await said(10_411)).toEqual([])
  })

  it('publishes the same event once across restarts', async () => {
    publisher.refresh()
    const first = await said()
    opened.clock.now += 60
    publisher.refresh()
    expect(await said()).toEqual(first)
  })

  it('replaces an outdated event with a later one, even within the same second', async () => {
    publisher.refresh()
    const [before] = await said()
    tiers = [{ ...tier, price: '20000' }]
    publisher.refresh('relay_settings')
    const now = await said()
    expect(now.map(({ content }) => JSON.parse(content).subscription_tiers[0].price)).toEqual(['20000'])
    expect(now[0]?.created_at).toBeGreaterThan(before?.created_at ?? 0)
  })

  it('takes back what it said, also by a key that it no longer has', async () => {
    publisher.refresh()
    await said()
    secret = new Uint8Array(randomBytes(32))
    publisher.refresh()
    expect(await said()).toHaveLength(1)
    tiers = []
    publisher.refresh('relay_settings')
    expect(await said()).toEqual([])
  })

  it('publishes each role of members, and replaces the one that changed', async () => {
    const role = { description: '', color: null, order: 0, keys: [] }
    roles = [
      { ...role, id: 'king', label: 'King' },
      { ...role, id: 'bard', label: 'Bard' },
    ]
    publisher.refresh('access')
    const labels = async () => (await said(33_534)).flatMap(({ tags }) => tags.filter(([name]) => name === 'label'))
    expect(new Set(await labels())).toEqual(
      new Set([
        ['label', 'King'],
        ['label', 'Bard'],
      ]),
    )
    const [bard] = (await said(33_534)).filter(({ tags }) => tags.some(([, value]) => value === 'bard'))
    roles = [{ ...role, id: 'bard', label: 'Bard' }]
    publisher.refresh('access')
    expect((await said(33_534)).map(({ id }) => id)).toEqual([bard?.id])
  })

  it('is silent after changes that none of its kinds is made from', async () => {
    publisher.refresh('wallet')
    expect(await said()).toEqual([])
  })
})

it('gives every kind that the relay publishes a distinct number and name', () => {
  expect(publishedKinds.length).toBeGreaterThan(0)
  expect(new Set(publishedKinds.map(({ kind }) => kind)).size).toBe(publishedKinds.length)
  expect(new Set(publishedKinds.map(({ name }) => name)).size).toBe(publishedKinds.length)
})
