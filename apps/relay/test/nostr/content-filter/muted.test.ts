import type { NostrEvent } from '@hornets/contract'
import { nip77 } from 'nostr-tools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawClient } from '../../support/raw-client.ts'
import { type FilterWorld, startFilterWorld } from './filter-world.ts'

let world: FilterWorld
beforeAll(async () => {
  world = await startFilterWorld()
  await world.set({ filter: { enabled: true } })
})
afterAll(() => world.close())

async function follow(client: RawClient, authors: string[]) {
  client.say('REQ', 'live', { authors })
  await client.hear('EOSE', 'live')
  return async (last: string) => {
    const ids = () =>
      client.heard.filter(([type, id]) => type === 'EVENT' && id === 'live').map(([, , e]) => (e as NostrEvent).id)
    await expect.poll(ids).toContain(last)
    return ids()
  }
}

/** Ids that a comparison (NIP-77) names to a client with nothing. */
async function compared(client: RawClient, filter: object) {
  const vector = new nip77.NegentropyStorageVector()
  vector.seal()
  const negentropy = new nip77.Negentropy(vector)
  client.say('NEG-OPEN', 'n', filter, negentropy.initiate())
  const [, , answer] = await client.hear('NEG-MSG', 'n')
  const ids: string[] = []
  negentropy.reconcile(
    String(answer),
    () => {},
    id => ids.push(id),
  )
  return ids
}

test('gives preferences to their author only, in answers, counts, comparisons and live (FILTER-18)', async () => {
  const [alice, bob] = [world.person(), world.person()]
  const stranger = await world.connect()
  const bobsClient = await bob.signIn()
  const live = await follow(stranger, [alice.pubkey])
  const ofAlice = await alice.prefer('nothing about sport', 'spoiler')
  const list = await bob.publish({ kind: 10_010, tags: [['mute', 'x']] })
  const last = await alice.publish({ content: 'spoilt' })
  expect(await live(last)).toEqual([last])
  const ask = { kinds: [10_010], authors: [alice.pubkey, bob.pubkey] }
  for (const client of [stranger, bobsClient]) {
    expect(await client.stored(ask)).toEqual([list])
    expect(await client.stored({ ids: [ofAlice] })).toEqual([])
    client.say('COUNT', 'c', ask)
    expect((await client.hear('COUNT', 'c'))[2]).toMatchObject({ count: 1 })
    expect(await compared(client, ask)).toEqual([list])
  }
  expect(await (await alice.signIn()).stored({ ids: [ofAlice] })).toEqual([ofAlice])
  const filter = encodeURIComponent(JSON.stringify(ask))
  const { body } = await world.relay.call(`/api/events?filter=${filter}`, { token: world.token })
  expect(body.events.map(({ id }: NostrEvent) => id)).toEqual([list])
})

test('hides notes with a muted word in any case, and counts them (FILTER-02)', async () => {
  const [author, reader] = [world.person(), world.person()]
  await reader.prefer('', ' Bitcoin ,straßE,, a+b')
  const client = await reader.signIn()
  const live = await follow(client, [author.pubkey])
  const muted = ['BITCOINER here', 'die STRASSE', 'die Straße', 'x A+B x']
  const kept = ['a bit of coin', 'aab']
  const ids: string[] = []
  for (const content of [...muted, ...kept]) ids.push(await author.publish({ content }))
  const shown = [ids[1], ids[4], ids[5]]
  expect(await live(ids[5] ?? '')).toEqual(shown)
  const ask = { authors: [author.pubkey] }
  expect(await client.stored(ask)).toEqual(shown.toReversed())
  client.say('COUNT', 'c', ask)
  expect((await client.hear('COUNT', 'c'))[2]).toMatchObject({ count: 6 })
})

test('acts on the REQs of the reader who wrote the preference, once signed in (FILTER-01)', async () => {
  const [author, reader, other] = [world.person(), world.person(), world.person()]
  const id = await author.publish({ content: 'a secret' })
  const ask = { authors: [author.pubkey] }
  // Without `enabled` it is a list and no preference.
  await reader.publish({ kind: 10_010, tags: [['mute', 'secret']] })
  expect(await (await reader.signIn()).stored(ask)).toEqual([id])
  await reader.prefer('', 'secret')
  expect(await (await world.connect()).stored(ask)).toEqual([id])
  expect(await (await other.signIn()).stored(ask)).toEqual([id])
  const client = await reader.signIn()
  expect(await client.stored(ask)).toEqual([])
  await reader.publish({
    kind: 10_010,
    tags: [
      ['enabled', 'false'],
      ['mute', 'secret'],
    ],
  })
  expect(await client.stored(ask)).toEqual([id])
})

test('leaves out the kinds of the setting only, and follows it on open connections (FILTER-03, FILTER-14)', async () => {
  const [author, reader] = [world.person(), world.person()]
  await reader.prefer('', 'secret')
  const client = await reader.signIn()
  const note = await author.publish({ content: 'secret' })
  const article = await author.publish({ kind: 30_023, content: 'secret', tags: [['d', 'a']] })
  const comment = await author.publish({ kind: 1111, content: 'secret' })
  const ask = { authors: [author.pubkey] }
  expect(await client.stored(ask)).toEqual([comment, article])
  await world.set({ filter: { enabled: true, full_text_kinds: [30_023] } })
  expect(await client.stored(ask)).toEqual([comment, note])
  await world.set({ filter: { enabled: true, full_text_kinds: [1, 30_023] } })
  expect(await client.stored(ask)).toEqual([comment])
  await world.set({ filter: { enabled: true, full_text_kinds: [1] } })
  expect(await client.stored(ask)).toEqual([comment, article])
})

test('returns every note while it is off, and to readers without preferences (FILTER-15)', async () => {
  const [author, reader] = [world.person(), world.person()]
  const id = await author.publish({ content: 'a secret' })
  const ask = { authors: [author.pubkey] }
  const client = await reader.signIn()
  expect(await client.stored(ask)).toEqual([id])
  await reader.prefer('', 'secret')
  expect(await client.stored(ask)).toEqual([])
  const live = await follow(client, [author.pubkey])
  await world.set({ filter: { enabled: false } })
  expect(await client.stored(ask)).toEqual([id])
  const later = await author.publish({ content: 'another secret' })
  expect(await live(later)).toEqual([later])
  await world.set({ filter: { enabled: true } })
})

test("never leaves out the reader's own notes (FILTER-07)", async () => {
  const reader = world.person()
  await reader.prefer('', 'secret')
  const id = await reader.publish({ content: 'my secret' })
  expect(await (await reader.signIn()).stored({ ids: [id] })).toEqual([id])
})

test('shows the notes of every key that has signed in on a connection, also those that another of them mutes (FILTER-07)', async () => {
  const [first, second, author] = [world.person(), world.person(), world.person()]
  await second.prefer('', 'secret')
  const client = await first.signIn()
  const authors = [first, second, author].map(({ pubkey }) => pubkey)
  const live = await follow(client, authors)
  // Also in subscriptions that are open by then.
  await second.signIn(client)
  const own = [await first.publish({ content: 'my secret' }), await second.publish({ content: 'our secret' })]
  await author.publish({ content: 'their secret' })
  const last = await author.publish({ content: 'the end' })
  expect(await live(last)).toEqual([...own, last])
  expect(await client.stored({ authors, kinds: [1] })).toEqual([...own, last].toReversed())
})

test('forgets a preference that its author deletes (FILTER-01)', async () => {
  const [author, reader] = [world.person(), world.person()]
  const preference = await reader.prefer('', 'secret')
  const id = await author.publish({ content: 'a secret' })
  const client = await reader.signIn()
  expect(await client.stored({ ids: [id] })).toEqual([])
  await reader.publish({ kind: 5, tags: [['e', preference]] })
  expect(await client.stored({ ids: [id] })).toEqual([id])
})
