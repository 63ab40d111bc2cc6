import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Event } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MediaReader } from '../../src/judges/media-reader.ts'
import { makeDataDir, type Relay, startRelay } from '../harness.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

// The judge is a double: it answers as the setting's documents say, by the colour of the picture.

const allow = { content_level: 0, decision: 'ALLOW', explanation: 'a landscape', confidence: 0.98, category: 'neutral' }
const flag = { ...allow, content_level: 3, decision: 'FLAG', category: 'partial nudity', confidence: 0.6 }
const block = { content_level: 5, decision: 'BLOCK', explanation: 'seen', confidence: 0.93, category: 'nudity' }

let relay: Relay
let token: string
let answer: () => { status: number; body: unknown }
let slow: () => Promise<void>
let forms: string[]
let judge: Awaited<ReturnType<typeof startHttpService>>
let nowMs = Date.now()
let shade = 0

beforeAll(async () => {
  judge = await startHttpService(async (request, response) => {
    forms.push(await textOf(request))
    await slow()
    const { status, body } = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  relay = await startRelay({ now: () => nowMs })
  await signIn()
  await save({ enabled: true, api: `${judge.url}/moderate`, check_interval: 3600, mode: 'strict', threshold: 0.7 })
})
afterAll(async () => {
  await relay.close()
  await judge.close()
})
beforeEach(async () => {
  nowMs = Date.now()
  await signIn()
  forms = []
  slow = async () => {}
  answer = () => ({ status: 200, body: allow })
})

async function signIn() {
  token = (await putAdmin(relay, 'operator')).token
}
async function save(values: Record<string, unknown>) {
  const image_moderation = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`image_moderation_${key}`, value]),
  )
  const saved = await relay.call('/api/settings/image_moderation', { token, body: { image_moderation } })
  expect(saved.status).toBe(200)
}
async function setMode(moderationMode: 'strict' | 'passive') {
  const saved = await relay.call('/api/relay-settings', { token, body: { relay_settings: { moderationMode } } })
  expect(saved.status).toBe(200)
}
const origin = () => relay.publicUrl.replace('ws', 'http')
const judged = async () => {
  await relay.context.judges.images.settled()
  await relay.context.judges.images.round()
}

/** A new image by its author, uploaded and named in a note. */
async function post(author = signer(), tags: string[][] = [], uploader = person()) {
  shade += 1
  const bytes = png(200 + shade)
  const hash = sha256(bytes)
  const headers = { authorization: uploader.header('upload', [hash]), 'content-type': 'image/png' }
  const uploaded = await fetch(`${origin()}/upload`, { method: 'PUT', body: bytes, headers })
  expect(uploaded.status).toBe(201)
  const url = `${origin()}/${hash}.png`
  const event = author.sign({
    content: tags.length > 0 ? 'see below' : `look: ${url}.`,
    tags: tags.map(tag => tag.map(part => part.replace('URL', url))),
  })
  const client = await RawClient.connect(relay.publicUrl)
  client.say('EVENT', event)
  expect((await client.hear('OK', event.id))[2]).toBe(true)
  client.socket.close()
  return { author, event, hash, url, uploader, status: async () => (await fetch(url)).status }
}

/** Ids that this reader gets; `by` signs in first. */
async function read(filter: object, by?: ReturnType<typeof signer>): Promise<string[]> {
  const client = await RawClient.connect(relay.publicUrl)
  if (by) {
    const [, challenge] = await client.hear('AUTH')
    const auth = by.sign({
      kind: 22_242,
      tags: [
        ['relay', relay.publicUrl],
        ['challenge', String(challenge)],
      ],
    })
    client.say('AUTH', auth)
    await client.hear('OK', auth.id, true)
  }
  client.say('REQ', 'it', filter)
  await client.hear('EOSE', 'it')
  client.socket.close()
  await once(client.socket, 'close')
  return client.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [(event as Event).id] : []))
}
const cases = async (query = '') => (await relay.call(`/api/moderation/notifications${query}`, { token })).body

describe('in strict mode', () => {
  beforeAll(async () => {
    await signIn()
    await setMode('strict')
  })

  it('MODERATE-16: shows an event with a pending image only to its signed-in author, and its file to no one', async () => {
    const { author, event, status } = await post()
    expect(await read({ ids: [event.id] })).toEqual([])
    expect(await read({ ids: [event.id] }, signer())).toEqual([])
    expect(await read({ ids: [event.id] }, author)).toEqual([event.id])
    expect(await status()).toBe(404)
    await judged()
    expect([await read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
  })

  it.each([
    ['content', []],
    ['an imeta tag', [['imeta', 'url URL', 'm image/png']]],
    ['an r tag', [['r', 'URL']]],
  ])(
    'judges an image in %s once, by its mode and threshold (MODERATE-03, MODERATE-10, MODERATE-11)',
    async (_place, tags) => {
      const { event } = await post(signer(), tags)
      expect(await read({ ids: [event.id] })).toEqual([])
      await judged()
      expect(await read({ ids: [event.id] })).toEqual([event.id])
      expect(forms).toHaveLength(1)
      const fieldOf = (name: string) =>
        new RegExp(`name="${name}"\\r\\n(?:.*\\r\\n)*?\\r\\n(.*)\\r\\n`).exec(forms[0] ?? '')?.[1]
      expect([fieldOf('moderation_mode'), fieldOf('threshold')]).toEqual(['strict', '0.7'])
      expect(forms[0]).toContain('name="file"')
    },
  )

  it('delivers an event to open subscriptions once it is allowed, and not before', async () => {
    const client = await RawClient.connect(relay.publicUrl)
    const author = signer()
    client.say('REQ', 'live', { authors: [author.pubkey] })
    await client.hear('EOSE', 'live')
    const { event } = await post(author)
    expect(client.heard.filter(([type]) => type === 'EVENT')).toEqual([])
    await judged()
    expect((await client.hear('EVENT', 'live'))[2]).toMatchObject({ id: event.id })
    client.socket.close()
  })

  it('MODERATE-12, MODERATE-19: hides a blocked event from everyone, and sends its author a ticket by the relay', async () => {
    answer = () => ({ status: 200, body: block })
    const { author, event, status } = await post()
    await judged()
    expect(await read({ ids: [event.id] }, author)).toEqual([])
    expect(await status()).toBe(404)
    const [ticket] = await read({ kinds: [19_841], '#p': [author.pubkey] }, author)
    expect(ticket).toMatch(/^[0-9a-f]{64}$/)
    expect(await read({ kinds: [19_841] }, signer())).toEqual([])
    const row = (await cases()).notifications.find((one: { event_id: string }) => one.event_id === event.id)
    expect(row).toMatchObject({
      event_id: event.id,
      pubkey: author.pubkey,
      state: 'blocked',
      is_read: false,
      content_type: 'image',
    })
    expect(row.reason).toBe('nudity 0.93: seen')
    const blocked = await relay.call(`/api/moderation/blocked-event/${event.id}`, { token })
    expect(blocked.body.event.id).toBe(event.id)
  })

  it('MODERATE-23: deletes a blocked event, or a blocked file, when the operator says so', async () => {
    answer = () => ({ status: 200, body: block })
    const { event, hash } = await post()
    await judged()
    const remove = async (id: string) =>
      (await relay.call(`/api/moderation/event/${id}`, { token, method: 'DELETE' })).status
    const { notifications } = await cases()
    const row = notifications.find((one: { event_id: string }) => one.event_id === hash)
    expect(row).toMatchObject({ state: 'blocked', content_type: 'image', expires_at: null })
    expect([await remove(event.id), await relay.context.events.find(event.id)]).toEqual([200, null])
    expect(await relay.context.media.service.find(hash)).not.toBeNull()
    expect([await remove(hash), await relay.context.media.service.find(hash)]).toEqual([200, null])
    expect(await remove(hash)).toBe(400)
  })

  it('says in the states of services that the judge runs, and how many wait', async () => {
    await post()
    await relay.context.judges.images.settled()
    const stateOf = async () => {
      const { body } = await relay.call('/api/services', { token })
      return body.find(({ group }: { group: string }) => group === 'image_moderation')
    }
    expect((await stateOf()).queue).toBeGreaterThan(0)
    await judged()
    expect(await stateOf()).toMatchObject({ state: 'running', queue: 0 })
  })

  it('MODERATE-20, MODERATE-21, MODERATE-22: shows a dispute to the operator, whose verdict is sent as the answer', async () => {
    answer = () => ({ status: 200, body: block })
    const { author, event } = await post()
    await judged()
    const [ticket = ''] = await read({ kinds: [19_841], '#p': [author.pubkey] }, author)
    const dispute = author.sign({
      kind: 19_842,
      tags: [
        ['e', ticket],
        ['reason', 'a statue'],
      ],
    })
    const client = await RawClient.connect(relay.publicUrl)
    client.say('EVENT', dispute)
    expect((await client.hear('OK', dispute.id))[2]).toBe(true)
    client.socket.close()
    await relay.context.judges.images.settled()
    const { notifications } = await cases('?filter=unread')
    expect(notifications.find((row: { event_id: string }) => row.event_id === event.id)).toMatchObject({
      state: 'disputed',
    })
    const unblocked = await relay.call('/api/moderation/unblock', { token, body: { event_id: event.id } })
    expect(unblocked.status).toBe(200)
    expect(await read({ ids: [event.id] })).toEqual([event.id])
    expect(await read({ kinds: [19_843], '#e': [dispute.id] }, author)).toHaveLength(1)
    expect((await relay.call('/api/moderation/unblock', { token, body: { event_id: event.id } })).status).toBe(400)
  })

  it('MODERATE-18: deletes a blocked event after 48 hours, and not before', async () => {
    answer = () => ({ status: 200, body: block })
    const { event } = await post()
    await judged()
    nowMs += 48 * 3_600_000 - 60_000
    await judged()
    const stored = () => relay.context.events.find(event.id)
    expect(await stored()).not.toBeNull()
    nowMs += 61_000
    await judged()
    expect(await stored()).toBeNull()
  })

  it('MODERATE-15: asks a failing judge again with growing pauses, and shows nothing meanwhile', async () => {
    answer = () => ({ status: 500, body: {} })
    const { event } = await post()
    await judged()
    await judged()
    expect(forms).toHaveLength(1)
    nowMs += 10_000
    await judged()
    expect(forms).toHaveLength(2)
    nowMs += 10_000
    await judged()
    expect(forms).toHaveLength(2)
    answer = () => ({ status: 200, body: { decision: 'MAYBE' } })
    nowMs += 3_600_000
    await judged()
    expect(await read({ ids: [event.id] })).toEqual([])
    answer = () => ({ status: 200, body: allow })
    nowMs += 3_600_000
    await judged()
    expect(await read({ ids: [event.id] })).toEqual([event.id])
  })

  it('MODERATE-13: lets a flagged event pass, and puts it before the operator with what the judge said', async () => {
    answer = () => ({ status: 200, body: flag })
    const { event } = await post()
    await judged()
    expect(await read({ ids: [event.id] })).toEqual([event.id])
    const { notifications } = await cases()
    const row = notifications.find((one: { event_id: string }) => one.event_id === event.id)
    expect(row).toMatchObject({ state: 'flagged', reason: 'partial nudity 0.6: a landscape' })
  })

  it('gives a waiting file to its owner, with an authorization to get it, and to nobody else', async () => {
    const { url, hash, uploader } = await post()
    const get = async (authorization: string, method = 'GET') => fetch(url, { method, headers: { authorization } })
    const statuses = async (...headers: string[]) =>
      Promise.all(headers.map(async header => (await get(header)).status))
    const here = new URL(origin()).hostname
    expect(
      await statuses(
        uploader.header('get', [hash]),
        uploader.header('get', [], template => template.tags.push(['server', here])),
        person().header('get', [hash]),
        uploader.header('get', ['f'.repeat(64)]),
        uploader.header('list', [hash]),
        uploader.header('get', []),
      ),
    ).toEqual([200, 200, 404, 404, 403, 403])
    const given = await get(uploader.header('get', [hash]))
    expect([given.headers.get('cache-control'), sha256(new Uint8Array(await given.arrayBuffer()))]).toEqual([
      'private, no-store',
      hash,
    ])
    expect((await get(uploader.header('get', [hash]), 'HEAD')).status).toBe(200)
    answer = () => ({ status: 200, body: block })
    await judged()
    expect(await statuses(uploader.header('get', [hash]))).toEqual([404])
  })

  it('stores no new file before it waits for its judgement', async () => {
    vi.spyOn(relay.context.judges.images, 'takeFile').mockRejectedValueOnce(new Error('disk'))
    const bytes = png(900)
    const headers = { authorization: person().header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
    expect((await fetch(`${origin()}/upload`, { method: 'PUT', body: bytes, headers })).status).toBe(500)
    expect(await relay.context.media.service.find(sha256(bytes))).toBeNull()
  })

  it('puts a stored file that cannot be judged before the operator, and shows it once released', async () => {
    const reads = vi.spyOn(MediaReader.prototype, 'stored').mockRejectedValue(new Error('too large'))
    const { hash, event, status } = await post()
    for (let round = 0; round < 6; round += 1) {
      await judged()
      nowMs += 3_600_000
    }
    reads.mockRestore()
    await signIn()
    const { notifications } = await cases()
    const row = notifications.find((one: { event_id: string }) => one.event_id === hash)
    expect([row.state, await status()]).toEqual(['pending', 404])
    const released = await relay.call('/api/moderation/unblock', { token, body: { event_id: hash } })
    expect([released.status, await status()]).toEqual([200, 200])
    await relay.call('/api/moderation/unblock', { token, body: { event_id: event.id } })
  })

  it('MODERATE-08: fetches no private address; after the last attempt the event waits for the operator', async () => {
    const inside = await startHttpService((_request, response) => response.end('secret'))
    const author = signer()
    const event = author.sign({ content: `${inside.url}/a.png` })
    const client = await RawClient.connect(relay.publicUrl)
    client.say('EVENT', event)
    await client.hear('OK', event.id)
    client.socket.close()
    for (let round = 0; round < 6; round += 1) {
      await judged()
      nowMs += 3_600_000
    }
    await signIn()
    expect(inside.asked).toHaveLength(0)
    expect(await read({ ids: [event.id] })).toEqual([])
    const { notifications } = await cases()
    expect(notifications.find((row: { event_id: string }) => row.event_id === event.id)).toMatchObject({
      state: 'pending',
    })
    await inside.close()
  })
})

describe('in passive mode', () => {
  beforeAll(async () => {
    nowMs = Date.now()
    await signIn()
    await setMode('passive')
  })

  it('MODERATE-17: shows an event whose image waits to everybody, until it is blocked', async () => {
    answer = () => ({ status: 200, body: block })
    const { event, status } = await post()
    expect([await read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
    await judged()
    expect([await read({ ids: [event.id] }), await status()]).toEqual([[], 404])
  })
})

it('MODERATE-25: switched off, sends nothing to the judge and shows everything', async () => {
  await setMode('strict')
  await save({ enabled: false })
  const { event, status } = await post()
  await judged()
  expect([await read({ ids: [event.id] }), await status(), forms]).toEqual([[event.id], 200, []])
})

describe('when it is turned off', () => {
  beforeEach(async () => {
    await setMode('strict')
    await save({ enabled: true })
  })

  it('shows what waits, also to open subscriptions, and keeps hidden what is blocked or disputed', async () => {
    answer = () => ({ status: 200, body: block })
    const blocked = await post()
    const disputed = await post()
    await judged()
    const [ticket = ''] = await read({ kinds: [19_841], '#p': [disputed.author.pubkey] }, disputed.author)
    const dispute = disputed.author.sign({ kind: 19_842, tags: [['e', ticket]] })
    const client = await RawClient.connect(relay.publicUrl)
    client.say('EVENT', dispute)
    await client.hear('OK', dispute.id)
    answer = () => ({ status: 500, body: {} })
    const waiting = await post()
    await judged()
    client.say('REQ', 'live', { authors: [waiting.author.pubkey] })
    await client.hear('EOSE', 'live')
    expect(await waiting.status()).toBe(404)
    await save({ enabled: false })
    expect(await waiting.status()).toBe(200)
    expect((await client.hear('EVENT', 'live'))[2]).toMatchObject({ id: waiting.event.id })
    client.socket.close()
    await relay.context.judges.images.settled()
    for (const { event, status, shown } of [
      { ...waiting, shown: true },
      { ...blocked, shown: false },
      { ...disputed, shown: false },
    ])
      expect([await read({ ids: [event.id] }), await status()]).toEqual(shown ? [[event.id], 200] : [[], 404])
    nowMs += 49 * 3_600_000
    await judged()
    expect(await relay.context.events.find(blocked.event.id)).toBeNull()
    expect(await relay.context.events.find(disputed.event.id)).not.toBeNull()
  })

  it('shows what waits for an operator, and takes it off the list', async () => {
    const author = signer()
    const event = author.sign({ content: 'https://127.0.0.1/a.png' })
    const client = await RawClient.connect(relay.publicUrl)
    client.say('EVENT', event)
    await client.hear('OK', event.id)
    client.socket.close()
    for (let round = 0; round < 6; round += 1) {
      await judged()
      nowMs += 3_600_000
    }
    await signIn()
    const state = async () =>
      (await cases()).notifications.find((one: { event_id: string }) => one.event_id === event.id).state
    expect(await state()).toBe('pending')
    await save({ enabled: false })
    await relay.context.judges.images.settled()
    expect([await read({ ids: [event.id] }), await state()]).toEqual([[event.id], 'released'])
  })

  it('ignores a verdict that arrives afterwards', async () => {
    let answered = () => {}
    const asked = Promise.withResolvers<void>()
    const ended = new Promise<void>(resolve => {
      answered = resolve
    })
    slow = async () => {
      asked.resolve()
      await ended
    }
    answer = () => ({ status: 200, body: block })
    const { event, status } = await post()
    const judging = judged()
    await asked.promise
    await save({ enabled: false })
    answered()
    await judging
    await relay.context.judges.images.settled()
    expect([await read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
  })
})

it('shows after a restart what waited when it was turned off', async () => {
  const dataDir = await makeDataDir()
  const first = await startRelay({ dataDir })
  const { operator, token: firstToken } = await first.signedIn()
  const set = (image_moderation: object) =>
    first.call('/api/settings/image_moderation', { token: firstToken, body: { image_moderation } })
  await set({ image_moderation_enabled: true, image_moderation_check_interval: 3600 })
  const event = signer().sign({ content: 'https://203.0.113.9/a.png' })
  const client = await RawClient.connect(first.publicUrl)
  client.say('EVENT', event)
  await client.hear('OK', event.id)
  client.socket.close()
  await first.context.judges.images.settled()
  // As if the process had died before it showed anything.
  vi.spyOn(first.context.judges.images, 'turn').mockReturnValue()
  await set({ image_moderation_enabled: false })
  await first.close()
  const second = await startRelay({ dataDir })
  await second.context.judges.images.settled()
  const reader = await RawClient.connect(second.publicUrl)
  expect(await reader.stored({ ids: [event.id] })).toEqual([event.id])
  reader.close()
  expect((await second.call('/api/services', { token: await second.login(operator) })).body).toContainEqual(
    expect.objectContaining({ group: 'image_moderation', queue: 0 }),
  )
  await second.close()
  await rm(dataDir, { recursive: true })
})
