import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAccessWorld } from '../admin/access/access-world.ts'
import { newOperator, type Operator } from '../harness.ts'
import { person } from '../media/media-world.ts'
import type { RawClient } from '../support/raw-client.ts'

// An event that fails two checks is refused by the earlier one (ruling R-106).

let world: Awaited<ReturnType<typeof openAccessWorld>>
let client: RawClient
beforeAll(async () => {
  world = await openAccessWorld()
  client = await world.connect()
})
afterAll(async () => {
  client.close()
  await world.relay.close()
})
beforeEach(async () => {
  await world.reset()
  await saveSettings({
    mode: 'blacklist',
    KindBlacklist: [],
    KindWhitelist: [],
    subscription_tiers: [],
    freeTierEnabled: false,
  })
})

const saveSettings = (relay_settings: object) =>
  world.relay.call('/api/relay-settings', { token: world.token, body: { relay_settings } })
const nowSeconds = () => Math.floor(world.clock.now / 1000)
const block = (pubkey: string, parts: object = {}) =>
  world.relay.call('/api/blocked-pubkeys', { token: world.token, body: { pubkey, ...parts } })
async function blocked(): Promise<Operator> {
  const author = newOperator()
  expect((await block(author.pubkey)).status).toBeLessThan(300)
  return author
}
const answerTo = (event: Parameters<typeof world.answerTo>[0]) => world.answerTo(event)

const blockedAuthor = 'blocked: this public key is blocked here, ask the operator'

describe('an event', () => {
  test('in a message above max_message_length closes the connection and is not stored (POLICY-01)', async () => {
    const document = await world.limitation()
    const { max_message_length: most } = document as { max_message_length: number }
    const [author, writer] = [newOperator(), await world.connect()]
    const [fits, exceeds] = [most, most + 1].map(length => {
      const message = JSON.stringify(['EVENT', world.signed(author, { content: String(length) })])
      return `${message.slice(0, -1)}${' '.repeat(length - message.length)}]`
    }) as [string, string]
    writer.socket.send(fits)
    await expect.poll(() => client.stored({ authors: [author.pubkey] })).toHaveLength(1)
    writer.socket.send(exceeds)
    expect((await writer.closed).code).toBe(1009)
    expect(await client.stored({ authors: [author.pubkey] })).toHaveLength(1)
  })

  test('of a wrong shape is refused for it, and of a wrong id or signature before its dates (POLICY-03, POLICY-04)', async () => {
    const author = newOperator()
    const expired = [['expiration', String(nowSeconds() - 1)]]
    const late = { created_at: nowSeconds() + 100_000 }
    const shapes = [
      [{ kind: 'one' }, 'kind'],
      [{ created_at: 1.5 }, 'created_at'],
      [{ content: 7 }, 'content'],
      [{ tags: [['t', 1]] }, 'tag'],
      [{ pubkey: 'x' }, 'pubkey'],
      [{ sig: '0'.repeat(127) }, 'sig'],
      [{ kind: 65_536 }, 'kind'],
      [{ created_at: -1 }, 'created_at'],
    ] as const
    for (const [shape, named] of shapes) {
      const shapeless = { ...world.signed(author), sig: '0'.repeat(128), ...shape }
      client.say('EVENT', shapeless)
      expect((await client.hear('OK', shapeless.id))[3]).toMatch(new RegExp(`^invalid: .*\\b${named}\\b`))
    }
    for (const draft of [{ tags: expired }, late, { ...late, kind: 20_001 }]) {
      const event = world.signed(author, draft)
      const others = world.signed(author)
      expect(await answerTo({ ...event, sig: others.sig })).toBe('invalid: the signature does not match')
      const id = createHash('sha256').update(event.id).digest('hex')
      expect(await answerTo({ ...event, id })).toBe('invalid: id is not the hash of the event')
      expect(await answerTo(event)).toMatch(/^invalid: (this event has expired|created_at is more than)/)
    }
  })

  test('that has expired is refused for it, from a blocked author too (POLICY-05)', async () => {
    const bound = (seconds: number) => ({
      tags: [
        ['client', 'x'],
        ['expiration', String(nowSeconds() + seconds)],
      ],
    })
    const [free, author] = [newOperator(), await blocked()]
    for (const by of [free, author])
      for (const kind of [1, 0, 20_001, 30_023])
        expect(await answerTo(world.signed(by, { kind, ...bound(-1) }))).toBe('invalid: this event has expired')
    expect(await answerTo(world.signed(free, bound(60)))).toBe('taken')
    expect(await answerTo(world.signed(author, bound(60)))).toBe(blockedAuthor)
  })

  test('can be 15 minutes ahead but no second more, from a blocked author too (POLICY-06)', async () => {
    world.clock.now = Math.ceil(world.clock.now / 1000) * 1000
    const ahead = (seconds: number) => ({ created_at: nowSeconds() + seconds })
    const [free, author] = [newOperator(), await blocked()]
    for (const kind of [1, 0, 20_001, 30_023]) {
      expect(await answerTo(world.signed(free, { kind, ...ahead(900) }))).toBe('taken')
      for (const by of [free, author])
        expect(await answerTo(world.signed(by, { kind, ...ahead(901) }))).toBe(
          'invalid: created_at is more than 15 minutes ahead',
        )
    }
  })

  test('of a blocked author and a refused kind is refused for its author (POLICY-07)', async () => {
    const author = await blocked()
    await saveSettings({ mode: 'blacklist', KindBlacklist: ['kind7'] })
    expect(await answerTo(world.signed(author, { kind: 7 }))).toBe(blockedAuthor)
    expect(await answerTo(world.signed(newOperator(), { kind: 7 }))).toBe('blocked: kind 7 is not accepted here')
  })

  test('that was deleted by its author or after a report is refused and not stored (POLICY-11, REPORT-06)', async () => {
    const author = newOperator()
    const [deleted, banned, unseen] = [world.signed(author), world.signed(author), world.signed(author)]
    const sealed = world.signed(author, { kind: 4, tags: [['p', newOperator().pubkey]] })
    const article = world.signed(author, { kind: 30_023, tags: [['d', 'x']] })
    for (const event of [deleted, banned, sealed, article]) expect(await answerTo(event)).toBe('taken')
    const address = ['a', `30023:${author.pubkey}:x`]
    const deletion = { kind: 5, tags: [['e', deleted.id], ['e', unseen.id], address] }
    expect(await answerTo(world.signed(author, deletion))).toBe('taken')
    const tags = [
      ['e', banned.id, 'spam'],
      ['e', sealed.id, 'spam'],
      ['p', author.pubkey],
    ]
    await client.publish(world.signed(newOperator(), { kind: 1984, tags }))
    const { token } = world
    await expect
      .poll(async () => (await world.relay.call('/api/reports/notifications', { token })).body.notifications.length)
      .toBe(2)
    const answer = await world.relay.call(`/api/reports/event/${banned.id}`, { token, method: 'DELETE' })
    expect(answer.status).toBe(200)
    await world.relay.context.cases.settle()
    const { cases } = (await world.relay.call('/api/cases', { token })).body
    const [{ id }] = cases.filter(({ event_id }: { event_id: string }) => event_id === sealed.id)
    const verdict = { cases: [id], verdict: 'delete' }
    expect((await world.relay.call('/api/cases/verdicts', { token, body: verdict })).body.decided).toBe(1)
    const unwanted = world.signed(newOperator())
    await world.relay.call('/api/banned-events', { token, body: { ids: [unwanted.id] } })
    const gone = [deleted, banned, sealed, unseen, article, unwanted]
    expect(await client.stored({ ids: gone.map(({ id }) => id) })).toEqual([])
    for (const event of gone) expect(await answerTo(event)).toMatch(/^blocked: /)
    expect(await client.stored({ ids: gone.map(({ id }) => id) })).toEqual([])
  })

  test('of an author above the quota is refused for its kind before that, and for that before its deletion (POLICY-09, POLICY-10)', async () => {
    const tiers = [{ datalimit: '1 GB per month', price: '10000' }]
    const limit = (freeTierLimit: string) =>
      saveSettings({ subscription_tiers: tiers, freeTierEnabled: true, freeTierLimit })
    const author = newOperator()
    await limit('1 MB per month')
    const deleted = world.signed(author)
    for (const event of [deleted, world.signed(author, { content: 'x'.repeat(2000) })])
      expect(await answerTo(event)).toBe('taken')
    expect(await answerTo(world.signed(author, { kind: 5, tags: [['e', deleted.id]] }))).toBe('taken')
    expect(await answerTo(deleted)).toBe('blocked: this event was deleted')
    await limit('0.001 MB per month')
    expect(await answerTo(deleted)).toMatch(/quota|space|limit/)
    await saveSettings({ KindBlacklist: ['kind7'] })
    expect(await answerTo(world.signed(author, { kind: 7 }))).toBe('blocked: kind 7 is not accepted here')
  })

  test('reaches subscribers only once it is stored, and never if it is refused (POLICY-14)', async () => {
    const [author, banned] = [newOperator(), await blocked()]
    const deleted = world.signed(author)
    for (const event of [deleted, world.signed(author, { kind: 5, tags: [['e', deleted.id]] })])
      expect(await answerTo(event)).toBe('taken')
    expect(await answerTo(world.signed(author, { kind: 0 }))).toBe('taken')
    const reader = await world.connect()
    reader.say('REQ', 'live', { authors: [author.pubkey, banned.pubkey], limit: 0 })
    await reader.hear('EOSE', 'live')
    const found: number[] = []
    reader.socket.on('message', async data => {
      const [type, , event] = JSON.parse(String(data))
      if (type === 'EVENT') found.push((await client.stored({ ids: [event.id] })).length)
    })
    // What went out before would be asked for before it is there.
    const { events } = world.relay.context
    const save = events.save.bind(events)
    vi.spyOn(events, 'save').mockImplementation(async event => {
      await new Promise(resume => setTimeout(resume, 100))
      return save(event)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    for (let count = 0; count < 2; count += 1) {
      expect(await answerTo(world.signed(banned))).toBe(blockedAuthor)
      expect(await answerTo(deleted)).toMatch(/^blocked: /)
      expect(await answerTo(world.signed(author, { kind: 0, created_at: nowSeconds() - 60 }))).toMatch(/^duplicate: /)
      expect(await answerTo(world.signed(author))).toBe('taken')
    }
    await expect.poll(() => found).toEqual([1, 1])
    reader.close()
  })
})

describe('relay mode', () => {
  const alice = person()
  const upload = async (mime: string, body: Buffer | string) => {
    const bytes = Buffer.from(body)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const authorization = alice.header('upload', [hash])
    const answer = await fetch(`${world.httpUrl}/upload`, {
      method: 'PUT',
      body: bytes,
      headers: { authorization, 'content-type': mime },
    })
    return { hash, status: answer.status, reason: answer.headers.get('x-reason') ?? '' }
  }
  const text = () => upload('text/plain', `a text ${Math.random()}`)
  const page = () => upload('application/json', JSON.stringify({ at: Math.random() }))

  test('accepts every kind and type with empty whitelists, and only listed types otherwise, from the next upload on (ADMIT-02, ADMIT-03, ADMIT-06)', async () => {
    await saveSettings({ mode: 'whitelist', KindWhitelist: [], MimeTypeWhitelist: [] })
    for (const kind of [1, 7, 30_023, 1063])
      expect(await answerTo(world.signed(newOperator(), { kind, tags: [['d', 'x']] }))).toBe('taken')
    expect([(await text()).status, (await page()).status]).toEqual([201, 201])
    await saveSettings({ mode: 'whitelist', KindWhitelist: ['kind1'] })
    expect([(await text()).status, (await page()).status]).toEqual([201, 201])
    await saveSettings({ mode: 'whitelist', KindWhitelist: [], MimeTypeWhitelist: ['image/*', 'application/json'] })
    expect(await answerTo(world.signed(newOperator(), { kind: 7 }))).toBe('taken')
    expect((await page()).status).toBe(201)
    expect((await upload('Application/JSON; charset=utf-8', `[${Math.random()}]`)).status).toBe(201)
    expect(await text()).toMatchObject({ status: 415, reason: expect.stringContaining('text/plain') })
    const unknown = 'application/octet-stream'
    expect(await upload(unknown, randomBytes(20))).toMatchObject({
      status: 415,
      reason: expect.stringContaining(unknown),
    })
  })

  test('refuses excluded types alone, and removes nothing stored before (ADMIT-05, ADMIT-07)', async () => {
    await saveSettings({ mode: 'whitelist', KindWhitelist: [], MimeTypeWhitelist: [] })
    const event = world.signed(newOperator(), { kind: 7 })
    expect(await answerTo(event)).toBe('taken')
    const stored = await text()
    const excluded = {
      KindBlacklist: ['kind7'],
      MimeTypeBlacklist: ['image/*', 'text/plain'],
      MimeTypeWhitelist: ['image/png'],
    }
    await saveSettings({ mode: 'blacklist', ...excluded })
    expect([(await page()).status, (await upload('text/csv', `a,${Math.random()}`)).status]).toEqual([201, 201])
    expect(await text()).toMatchObject({ status: 415, reason: expect.stringContaining('text/plain') })
    const isServed = async () => {
      for (const filter of [{ ids: [event.id] }, { kinds: [7], authors: [event.pubkey] }])
        expect(await client.stored(filter)).toEqual([event.id])
      expect((await fetch(`${world.httpUrl}/${stored.hash}`)).status).toBe(200)
    }
    await isServed()
    await saveSettings({ mode: 'whitelist', KindWhitelist: ['kind1'], MimeTypeWhitelist: ['image/png'] })
    await isServed()
  })

  test('has two values, and a save with another is refused whole (ADMIT-08)', async () => {
    const read = async () => (await world.relay.call('/api/relay-settings', { token: world.token })).body.relay_settings
    const before = await read()
    for (const mode of ['greylist', 'Whitelist', '', null, 1]) {
      expect((await saveSettings({ KindBlacklist: ['kind9'], mode })).status, String(mode)).toBe(400)
      expect(await read()).toEqual(before)
    }
    for (const mode of ['whitelist', 'blacklist']) expect((await saveSettings({ mode })).status, mode).toBe(200)
  })
})
