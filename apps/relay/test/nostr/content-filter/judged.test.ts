import { messages, type NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { promptFor } from '../../../src/content-filter/judging/prompt.ts'
import type { RawClient } from '../../support/raw-client.ts'
import { attempts } from './attempts.ts'
import { type FilterWorld, startFilterWorld } from './filter-world.ts'
import { readPrompt, startFeeder, startOllama } from './judge-doubles.ts'

let world: FilterWorld
let think: (prompt: string) => string | Promise<string>
let feed: (content: string) => unknown
const aboutPolitics = (prompt: string) =>
  readPrompt(prompt).note.toLowerCase().includes('politics') ? 'False.' : 'true'
const ollama = await startOllama(prompt => think(prompt))
const feeder = await startFeeder(({ event_data }) => feed(event_data.content))

beforeAll(async () => {
  world = await startFilterWorld()
})
afterAll(async () => {
  await world.close()
  await Promise.all([ollama.close(), feeder.close()])
})
beforeEach(async () => {
  think = aboutPolitics
  feed = content => ({ pass: !content.includes('politics'), reason: 'topic' })
  ollama.requests.length = 0
  feeder.requests.length = 0
  await world.set({
    filter: { enabled: true, cache_size: 10_000, cache_ttl: 60 },
    ollama: { url: ollama.url, model: 'mistral', timeout: 10_000 },
    feeder: { enabled: false, url: feeder.url, cache_size: 10_000, cache_ttl: 60, timeout: 5000 },
  })
})

async function scene(contents: readonly string[], instructions = 'no politics', muted = '') {
  const [author, reader] = [world.person(), world.person()]
  const ids: string[] = []
  for (const content of contents) ids.push(await author.publish({ content }))
  await reader.prefer(instructions, muted)
  return { author, reader, ids, client: await reader.signIn(), ask: { authors: [author.pubkey] } }
}
/** These fields, of the filter and of its judges. */
async function services(...fields: string[]) {
  const { body } = await world.relay.call('/api/services', { token: world.token })
  return ['content_filter', 'ollama', 'nest_feeder'].map(name => {
    const shown = body.find(({ group }: { group: string }) => group === name)
    return fields.flatMap(field => shown[field] ?? []).join(': ')
  })
}
const received = (client: RawClient, name: string) =>
  client.heard.filter(([type, id]) => type === 'EVENT' && id === name).map(([, , event]) => (event as NostrEvent).id)

test('asks Ollama about each note that is not muted, and leaves out those it is against, but none of the reader (FILTER-04, FILTER-06, FILTER-07)', async () => {
  const { author, reader, client, ids, ask } = await scene(
    ['politics!', 'weather', 'a spoiler'],
    'no politics',
    'spoiler',
  )
  expect(await client.stored(ask)).toEqual([ids[1]])
  expect(ollama.notes().sort()).toEqual(['politics!', 'weather'])
  const answer = await author.publish({ content: 'politics too', tags: [['e', ids[1] ?? '']] })
  expect(await client.stored({ ids: [answer] })).toEqual([])
  expect(ollama.asked.at(-1)).toMatchObject({ method: 'POST', url: '/api/generate' })
  expect(ollama.requests[0]).toEqual({
    model: 'mistral',
    prompt: expect.stringContaining('"no politics"'),
    stream: false,
  })
  const own = await reader.publish({ content: 'my politics' })
  expect(await client.stored({ ids: [own] })).toEqual([own])
  client.say('REQ', 'live', { authors: [author.pubkey, reader.pubkey], kinds: [1] })
  await client.hear('EOSE', 'live')
  await author.publish({ content: 'more politics' })
  const ownLive = await reader.publish({ content: 'my spoiler of politics' })
  const last = await author.publish({ content: 'sun' })
  await expect.poll(() => received(client, 'live')).toContain(last)
  expect(received(client, 'live').sort()).toEqual([ids[1], own, ownLive, last].sort())
  const asked = ollama.requests.length
  await world.set({ ollama: { url: ollama.url.replace('/api/', '/v2/api/'), model: 'mistral' } })
  expect(await client.stored({ ids: ids.slice(0, 1) })).toEqual([])
  expect(ollama.asked.at(-1)).toMatchObject({ method: 'POST', url: '/v2/api/generate' })
  // Without instructions there is nothing to judge by.
  await reader.prefer('', 'spoiler')
  expect(await client.stored({ ids })).toEqual([ids[1], ids[0]])
  expect(ollama.requests).toHaveLength(asked + 1)
})

test('shows notes about which the judge fails, is late or says neither (FILTER-08, FILTER-14)', async () => {
  const { client, ids, ask } = await scene([1, 2, 3, 4, 5, 6].map(number => `politics ${number}`))
  await world.set({ ollama: { url: ollama.url, model: 'mistral', timeout: 800 } })
  const answers: Record<string, () => string | Promise<string>> = {
    'politics 1': () => 'I cannot say whether false or true',
    'politics 2': () => Promise.reject(new Error('out of memory')),
    'politics 3': () => new Promise(() => {}),
    'politics 4': () => ' FALSE, since it is politics',
    'politics 5': () => new Promise(resolve => setTimeout(resolve, 200, 'false')),
    // Not a text.
    'politics 6': () => 7 as never,
  }
  think = prompt => answers[readPrompt(prompt).note]?.() ?? 'true'
  const since = performance.now()
  expect(await client.stored(ask)).toEqual([ids[5], ids[2], ids[1], ids[0]])
  expect(performance.now() - since).toBeLessThan(4000)
  await world.set({ ollama: { url: 'http://127.0.0.1:1', model: 'mistral' } })
  // The second time it is not asked any more.
  for (const _time of [1, 2]) expect(await client.stored(ask)).toEqual(ids.toReversed())
})

test('judges a note once within the cache time, for each text of instructions, and counts that in the state of its services (FILTER-09, FILTER-14, SERVICE-03)', async () => {
  const { client, ids, ask, reader } = await scene(['weather', 'politics'])
  await world.set({ filter: { enabled: true, cache_size: 10_000, cache_ttl: 90 } })
  const shown = ids.slice(0, 1)
  const other = world.person()
  await other.prefer('no politics')
  const caches = async () => {
    const { body } = await world.relay.call('/api/services', { token: world.token })
    const ofModel = ({ group }: { group: string }) => group === 'content_filter' || group === 'ollama'
    return body.filter(ofModel).map(({ cache: { hits, misses } }: { cache: Record<string, number> }) => [hits, misses])
  }
  const [[hits, misses]] = await caches()
  for (const one of [client, client, await other.signIn()]) expect(await one.stored(ask)).toEqual(shown)
  expect(await caches()).toEqual(Array(2).fill([hits + 4, misses + 2]))
  expect(ollama.notes().sort()).toEqual(['politics', 'weather'])
  await reader.prefer('no sport')
  expect(await client.stored(ask)).toEqual(shown)
  expect(ollama.requests).toHaveLength(4)
  world.clock.aheadMs += 89 * 60_000
  expect(await client.stored(ask)).toEqual(shown)
  expect(ollama.requests).toHaveLength(4)
  world.clock.aheadMs += 60_000
  expect(await client.stored(ask)).toEqual(shown)
  expect(ollama.requests).toHaveLength(6)
})

test("keeps the latest verdicts up to the cache's limit (FILTER-10, FILTER-14)", async () => {
  const { client, ids, ask } = await scene(Array.from({ length: 101 }, (_, at) => `note ${at}`))
  await world.set({ filter: { enabled: true, cache_size: 100, cache_ttl: 60 } })
  expect(await client.stored({ ...ask, limit: 101 })).toHaveLength(101)
  expect(ollama.requests).toHaveLength(101)
  await client.stored({ ids: ids.slice(0, 90) })
  expect(ollama.requests).toHaveLength(101)
  await client.stored({ ids: ids.slice(97) })
  expect(ollama.requests).toHaveLength(102)
  expect(world.relay.context.filter.states.ollama().cache).toMatchObject({ entries: 100 })
})

test('sends the first notes before all are judged, newest first, and EOSE after the last (FILTER-16)', async () => {
  const { client, ids, ask } = await scene(['weather 1', 'politics 2', 'weather 3', 'weather 4'])
  const held = Promise.withResolvers<void>()
  think = async prompt => {
    if (readPrompt(prompt).note === 'weather 3') await held.promise
    return aboutPolitics(prompt)
  }
  client.say('REQ', 'q', ask)
  await expect.poll(() => received(client, 'q')).toEqual([ids[3]])
  await expect.poll(() => ollama.requests.length).toBe(4)
  expect(client.heard.some(([type]) => type === 'EOSE')).toBe(false)
  held.resolve()
  await client.hear('EOSE', 'q')
  expect(received(client, 'q')).toEqual([ids[3], ids[2], ids[0]])
  expect(client.heard.at(-1)).toEqual(['EOSE', 'q'])
})

test('stops judging for a reader who closes or leaves, without delaying other readers', async () => {
  const contents = Array.from({ length: 40 }, (_, at) => `weather ${at}`)
  const { client, ids, ask } = await scene(contents)
  think = () => new Promise(() => {})
  const before = ollama.cancelled()
  client.say('REQ', 'q', ask)
  await expect.poll(() => ollama.requests.length).toBe(4)
  expect(world.relay.context.filter.states.ollama().queue).toBe(28)
  const since = performance.now()
  expect(await (await world.person().signIn()).stored(ask)).toEqual(ids.toReversed())
  expect(performance.now() - since).toBeLessThan(15_000)
  client.say('CLOSE', 'q')
  await expect.poll(() => ollama.cancelled() - before).toBe(4)
  expect(world.relay.context.filter.states.ollama().queue).toBe(0)
  client.say('REQ', 'again', ask)
  await expect.poll(() => ollama.requests.length).toBe(8)
  client.socket.terminate()
  await expect.poll(() => ollama.cancelled() - before).toBe(8)
})

test('judges every stored note of a reader whose queue is full, and counts the live ones shown unjudged (FILTER-04, SERVICE-03)', async () => {
  const { author, reader, client, ids, ask } = await scene(Array.from({ length: 324 }, (_, at) => `politics ${at}`))
  const held = Promise.withResolvers<void>()
  think = async prompt => {
    await held.promise
    return aboutPolitics(prompt)
  }
  const clients = [await reader.signIn(), await reader.signIn()]
  const asked = clients.flatMap((one, at) => [0, 1, 2, 3, 4, 5].map(part => ({ one, name: `q${at * 6 + part}` })))
  for (const [at, { one, name }] of asked.entries()) one.say('REQ', name, { ids: ids.slice(at * 27, at * 27 + 27) })
  const state = world.relay.context.filter.states.ollama
  await expect.poll(() => state().queue).toBe(320)
  expect(await services('queue')).toEqual(['320', '320', '0'])
  const before = state().unjudged
  client.say('REQ', 'live', { ...ask, limit: 0 })
  await client.hear('EOSE', 'live')
  const late = await author.publish({ content: 'late politics' })
  await expect.poll(() => received(client, 'live')).toEqual([late])
  expect(state().unjudged).toBe(before + 1)
  held.resolve()
  for (const { one, name } of asked) {
    await one.hear('EOSE', name)
    expect(received(one, name)).toEqual([])
  }
  expect(state()).toMatchObject({ queue: 0, unjudged: before + 1 })
})

test('asks the nest feeder in place of Ollama as soon as it is on (FILTER-12, FILTER-14)', async () => {
  const { author, client, ids, ask } = await scene(['politics', 'weather'])
  await world.set({ feeder: { enabled: true, url: feeder.url.replace('http://', '') } })
  expect(await client.stored(ask)).toEqual([ids[1]])
  expect(ollama.requests).toEqual([])
  expect(feeder.requests).toHaveLength(2)
  expect(feeder.asked.at(-1)).toMatchObject({ method: 'POST', url: '/feed' })
  expect(feeder.requests).toContainEqual({
    custom_instruction: 'no politics',
    event_data: {
      id: ids[0],
      pubkey: ask.authors[0],
      kind: 1,
      tags: [],
      content: 'politics',
      created_at: expect.any(Number),
      sig: expect.any(String),
    },
  })
  client.say('REQ', 'live', { ...ask, limit: 0 })
  await client.hear('EOSE', 'live')
  for (const content of ['more politics', 'sun']) ids.push(await author.publish({ content }))
  await expect.poll(() => received(client, 'live')).toEqual([ids[3]])
  expect([ollama.requests.length, feeder.requests.length]).toEqual([0, 4])
  client.say('CLOSE', 'live')
  // Another feeder may judge otherwise.
  feed = () => ({ pass: true })
  await world.set({ feeder: { enabled: true, url: `${feeder.url}/v2` } })
  expect((await client.stored({ ids: ids.slice(0, 2) })).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect(feeder.asked.slice(-2)).toMatchObject([{ url: '/feed/v2' }, { url: '/feed/v2' }])
  await world.set({ feeder: { enabled: false, url: feeder.url } })
  expect(await client.stored({ ids: ids.slice(0, 2) })).toEqual([ids[1]])
  expect(ollama.notes().sort()).toEqual(['politics', 'weather'])
  // Another model may judge otherwise.
  await world.set({ ollama: { url: ollama.url, model: 'phi' } })
  expect(await client.stored({ ids: ids.slice(0, 2) })).toEqual([ids[1]])
  expect(ollama.requests.slice(2)).toMatchObject([{ model: 'phi' }, { model: 'phi' }])
})

test('shows a dead Ollama, and a dead nest feeder, as failing with the error, also as the state of the filter (SERVICE-04)', async () => {
  const { client, ids, ask } = await scene(['politics'])
  const states = () => services('state', 'error')
  const dead = `failing: ${messages.serviceUnreachable}`
  const url = 'http://127.0.0.1:1'
  await world.set({ ollama: { url: `${url}/api/generate`, model: 'mistral' } })
  expect([await client.stored(ask), await states()]).toEqual([ids, [dead, dead, 'off']])
  await world.set({ ollama: { url: ollama.url, model: 'mistral' } })
  expect([await client.stored(ask), await states()]).toEqual([[], ['running', 'running', 'off']])
  await world.set({ feeder: { enabled: true, url } })
  expect([await client.stored(ask), await states()]).toEqual([ids, [dead, 'off', dead]])
  await world.set({ feeder: { enabled: true, url: feeder.url } })
  expect([await client.stored(ask), await states()]).toEqual([[], ['running', 'off', 'running']])
})

test("limits the nest feeder's answers by its cache and timeout settings (FILTER-13, FILTER-14)", async () => {
  const { client, ids, ask } = await scene(Array.from({ length: 101 }, (_, at) => `politics ${at}`))
  const limits = { enabled: true, url: feeder.url, cache_size: 100, cache_ttl: 1, timeout: 5000 }
  await world.set({ feeder: limits })
  expect(await client.stored({ ...ask, limit: 101 })).toEqual([])
  await client.stored({ ids: [ids[0]] })
  expect(feeder.requests).toHaveLength(101)
  await client.stored({ ids: ids.slice(97) })
  expect(feeder.requests).toHaveLength(102)
  const [latest] = ids.slice(97)
  world.clock.aheadMs += 50_000
  await client.stored({ ids: [latest] })
  expect(feeder.requests).toHaveLength(102)
  world.clock.aheadMs += 10_000
  await client.stored({ ids: [ids[0]] })
  expect(feeder.requests).toHaveLength(103)
  await world.set({ feeder: { ...limits, timeout: 100 } })
  feed = () => new Promise(() => {})
  const since = performance.now()
  expect(await client.stored({ ids: [ids[5]] })).toEqual([ids[5]])
  expect(performance.now() - since).toBeLessThan(4000)
})

test('obeys instructions of running subscriptions only where tiers are sold (FILTER-05)', async () => {
  const { client, ids, ask, reader } = await scene(['politics', 'a spoiler'], 'no politics', 'spoiler')
  const all = ids.toReversed()
  const other = world.person()
  await other.prefer('no politics')
  const sell = (subscription_tiers: object[]) =>
    world.relay.call('/api/relay-settings', { token: world.token, body: { relay_settings: { subscription_tiers } } })
  await sell([{ datalimit: '1 GB per month', price: '10000' }])
  // Muted words act for everybody.
  expect(await client.stored(ask)).toEqual([ids[0]])
  expect(ollama.requests).toEqual([])
  const { adminDatabase, subscriptions } = world.relay.context
  const now = world.clock.now()
  const row = { address: 'bcrt1qreader', allotted_at: now, since: now, tier: '1 GB per month', run_started_at: now }
  const rest = { expires_at: now + 86_400_000, total_bytes: 1e9, noticed: 0, gives: '' }
  await adminDatabase.transact(tx =>
    tx
      .insertInto('subscribers')
      .values({ pubkey: reader.pubkey, ...row, ...rest })
      .execute(),
  )
  await subscriptions.news.changed([reader.pubkey])
  expect(await client.stored(ask)).toEqual([])
  world.clock.aheadMs += 40 * 86_400_000
  expect(await client.stored(ask)).toEqual([ids[0]])
  world.clock.aheadMs -= 40 * 86_400_000
  const others = await other.signIn()
  expect(await others.stored(ask)).toEqual(all)
  await sell([])
  expect(await others.stored(ask)).toEqual([ids[1]])
})

test.each(attempts)('is not talked round by a note: %j (FILTER-11)', async attempt => {
  const { client, ids, ask } = await scene(['weather', attempt])
  const normal = (prompt: string) => readPrompt(prompt).outside.replaceAll(/-[0-9a-f]{24}>/g, '-MARK>')
  const usual = normal(promptFor('weather', 'no politics'))
  // A naive model: it obeys whatever is outside of the note's marks.
  think = prompt => (normal(prompt) === usual ? aboutPolitics(prompt) : 'true')
  expect(await client.stored(ask)).toEqual([ids[0]])
})
