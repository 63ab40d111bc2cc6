import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MediaReader } from '../../src/judges/media-reader.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { startHttpService } from '../support/http-service.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { allow, block, flag, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe('in strict mode', () => {
  beforeAll(async () => {
    await world.signIn()
    await world.setMode('strict')
  })

  it('MODERATE-16: shows an event with a pending image only to its signed-in author, and its file to no one', async () => {
    const [author, reader] = [signer(), await RawClient.connect(world.relay.publicUrl)]
    reader.say('REQ', 'live', { authors: [author.pubkey] })
    await reader.hear('EOSE', 'live')
    const { event, status } = await world.post(author)
    expect(await world.read({ ids: [event.id] })).toEqual([])
    expect(await world.read({ ids: [event.id] }, signer())).toEqual([])
    expect(await world.read({ ids: [event.id] }, author)).toEqual([event.id])
    expect([await status(), reader.heard.filter(([type]) => type === 'EVENT')]).toEqual([404, []])
    reader.close()
    await world.judged()
    expect([await world.read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
  })

  it.each([
    ['content', []],
    ['an imeta tag', [['imeta', 'url URL', 'm image/png']]],
    ['an r tag', [['r', 'URL']]],
  ])('judges an image in %s once, by its mode and threshold (MODERATE-10, MODERATE-11)', async (_place, tags) => {
    const { event } = await world.post(signer(), tags)
    expect(await world.read({ ids: [event.id] })).toEqual([])
    await world.judged()
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    expect(world.forms).toHaveLength(1)
    const { method, headers } = world.asked.at(-1) ?? {}
    expect([method, headers?.['content-type']]).toEqual(['POST', expect.stringMatching(/^multipart\/form-data; /)])
    const fieldOf = (name: string) =>
      new RegExp(`name="${name}"\\r\\n(?:.*\\r\\n)*?\\r\\n(.*)\\r\\n`).exec(world.forms[0] ?? '')?.[1]
    expect([fieldOf('moderation_mode'), fieldOf('threshold')]).toEqual(['strict', '0.7'])
    expect(world.forms[0]).toMatch(/name="file"; filename="[^"]+"\r\ncontent-type: image\/png\r\n\r\n.PNG\r\n/)
  })

  it('delivers an event to open subscriptions once it is allowed, and not before (POLICY-14)', async () => {
    const client = await RawClient.connect(world.relay.publicUrl)
    const author = signer()
    client.say('REQ', 'live', { authors: [author.pubkey] })
    await client.hear('EOSE', 'live')
    const { event } = await world.post(author)
    expect(client.heard.filter(([type]) => type === 'EVENT')).toEqual([])
    await world.judged()
    expect((await client.hear('EVENT', 'live'))[2]).toMatchObject({ id: event.id })
    client.socket.close()
  })

  it('MODERATE-12, MODERATE-19: hides a blocked event from everyone, and sends its author a ticket by the relay', async () => {
    world.answer = () => ({ status: 200, body: block })
    const { author, event, status } = await world.post()
    await world.judged()
    for (const reader of [author, signer(), undefined])
      expect(await world.read({ ids: [event.id] }, reader)).toEqual([])
    await world.setMode('passive')
    for (const reader of [author, signer(), undefined])
      expect(await world.read({ ids: [event.id] }, reader)).toEqual([])
    await world.setMode('strict')
    expect(await status()).toBe(404)
    const [ticket] = await world.events({ kinds: [19_841], '#p': [author.pubkey] }, author)
    expect(ticket).toMatchObject({ pubkey: world.relay.context.relay.pubkey(), content: 'nudity 0.93: seen' })
    const named = [
      ['e', event.id],
      ['p', author.pubkey],
    ]
    expect(ticket?.tags).toEqual(expect.arrayContaining(named))
    expect(await world.read({ kinds: [19_841] }, signer())).toEqual([])
    const { event: second } = await world.post(author)
    await world.judged()
    const tickets = await world.events({ kinds: [19_841], '#p': [author.pubkey] }, author)
    const about = tickets.map(({ tags }) => tags.find(([name]) => name === 'e')?.[1])
    expect(about.sort()).toEqual([event.id, second.id].sort())
    const row = await world.caseOf(event.id)
    expect(row).toMatchObject({
      event_id: event.id,
      pubkey: author.pubkey,
      state: 'blocked',
      is_read: false,
      content_type: 'image',
      reason: 'nudity 0.93: seen',
    })
    const blocked = await world.relay.call(`/api/moderation/blocked-event/${event.id}`, { token: world.token })
    expect(blocked.body.event.id).toBe(event.id)
  })

  it('MODERATE-23: deletes a blocked event, or a blocked file, when the operator says so', async () => {
    world.answer = () => ({ status: 200, body: block })
    const { event, hash } = await world.post()
    await world.judged()
    const remove = async (id: string) =>
      (await world.relay.call(`/api/moderation/event/${id}`, { token: world.token, method: 'DELETE' })).status
    const row = await world.caseOf(hash)
    expect(row).toMatchObject({ state: 'blocked', content_type: 'image', expires_at: null })
    expect([await remove(event.id), await world.relay.context.events.find(event.id)]).toEqual([200, null])
    expect(await world.relay.context.media.service.find(hash)).not.toBeNull()
    expect([await remove(hash), await world.relay.context.media.service.find(hash)]).toEqual([200, null])
    expect(await remove(hash)).toBe(400)
  })

  it('says in the states of services that the judge runs, and how many wait (SERVICE-03)', async () => {
    await world.post()
    await world.relay.context.judges.images.settled()
    const stateOf = async () => {
      const { body } = await world.relay.call('/api/services', { token: world.token })
      return body.find(({ group }: { group: string }) => group === 'image_moderation')
    }
    expect((await stateOf()).queue).toBeGreaterThan(0)
    await world.judged()
    expect(await stateOf()).toMatchObject({ state: 'running', queue: 0 })
  })

  async function disputed() {
    world.answer = () => ({ status: 200, body: block })
    const { author, event } = await world.post()
    await world.judged()
    const [ticket = ''] = await world.read({ kinds: [19_841], '#p': [author.pubkey] }, author)
    const tags = [
      ['e', ticket],
      ['reason', 'a statue'],
    ]
    const dispute = author.sign({ kind: 19_842, tags })
    await world.call('/api/moderation/notifications/read-all', {})
    await world.send(signer().sign({ kind: 19_842, tags }))
    await world.relay.context.judges.images.settled()
    expect(await world.caseOf(event.id)).toMatchObject({ state: 'blocked', is_read: true })
    await world.send(dispute)
    await world.relay.context.judges.images.settled()
    return { author, event, ticket, dispute }
  }

  it('MODERATE-20, MODERATE-21, MODERATE-22: shows a dispute to the operator, whose verdict is sent as the answer', async () => {
    const { author, event, ticket, dispute } = await disputed()
    const { notifications } = await world.cases('?filter=unread')
    const row = notifications.find(({ event_id }: { event_id: string }) => event_id === event.id)
    expect(row).toMatchObject({ state: 'disputed', expires_at: null })
    const unblock = () => world.call('/api/moderation/unblock', { event_id: event.id })
    const reader = await RawClient.connect(world.relay.publicUrl)
    reader.say('REQ', 'live', { ids: [event.id] })
    await reader.hear('EOSE', 'live')
    expect((await unblock()).status).toBe(200)
    expect((await reader.hear('EVENT', 'live'))[2]).toMatchObject({ id: event.id })
    reader.close()
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    const answers = await world.events({ kinds: [19_843], '#e': [dispute.id] }, author)
    expect(answers.map(({ pubkey }) => pubkey)).toEqual([world.relay.context.relay.pubkey()])
    const named = [dispute.id, ticket, event.id].map(id => ['e', id])
    expect(answers[0]?.tags).toEqual(
      expect.arrayContaining([...named, ['p', author.pubkey], ['resolution', 'approved']]),
    )
    expect((await unblock()).status).toBe(400)
    const lost = await disputed()
    expect((await world.call(`/api/moderation/event/${lost.event.id}`, undefined, 'DELETE')).status).toBe(200)
    const [refusal] = await world.events({ kinds: [19_843], '#e': [lost.dispute.id] }, lost.author)
    expect(refusal?.tags).toContainEqual(['resolution', 'rejected'])
  })

  it('MODERATE-18: deletes a blocked event after 48 hours, and not before', async () => {
    world.answer = () => ({ status: 200, body: block })
    const { event } = await world.post()
    world.nowMs += 3 * 3_600_000
    await world.judged()
    world.nowMs += 48 * 3_600_000 - 60_000
    await world.judged()
    const stored = () => world.relay.context.events.find(event.id)
    expect(await stored()).not.toBeNull()
    await world.signIn()
    await world.save({ enabled: false })
    onTestFinished(() => world.save({ enabled: true }))
    world.nowMs += 61_000
    await world.judged()
    expect(await stored()).toBeNull()
  })

  it('MODERATE-15: asks a failing judge again with growing pauses, and shows nothing meanwhile', async () => {
    world.answer = () => ({ status: 500, body: {} })
    const { event } = await world.post()
    await world.judged()
    await world.judged()
    expect(world.forms).toHaveLength(1)
    world.nowMs += 10_000
    await world.judged()
    expect(world.forms).toHaveLength(2)
    world.nowMs += 10_000
    await world.judged()
    expect(world.forms).toHaveLength(2)
    for (const [afterMs, asked] of [
      [10_000, 3],
      [30_000, 3],
      [10_000, 4],
    ] as const) {
      world.nowMs += afterMs
      await world.judged()
      expect(world.forms).toHaveLength(asked)
    }
    world.answer = () => ({ status: 200, body: { decision: 'MAYBE' } })
    world.nowMs += 3_600_000
    await world.judged()
    expect(await world.read({ ids: [event.id] })).toEqual([])
    world.answer = () => ({ status: 200, body: allow })
    world.slow = () => Promise.reject(new Error('hangs up'))
    world.nowMs += 3_600_000
    await world.judged()
    expect(world.forms.length).toBeGreaterThan(5)
    expect(await world.read({ ids: [event.id] })).toEqual([])
    world.slow = async () => {}
    world.nowMs += 3_600_000
    await world.judged()
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
  })

  it('MODERATE-13: lets a flagged event pass, and puts it before the operator with what the judge said', async () => {
    world.answer = () => ({ status: 200, body: flag })
    const { event, hash } = await world.post()
    await world.judged()
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    for (const id of [event.id, hash])
      expect(await world.caseOf(id)).toMatchObject({ state: 'flagged', reason: 'partial nudity 0.6: a landscape' })
  })

  it('gives a pending file only to its owner, with an authorization to get it, and tells its owner alone why (MODERATE-34)', async () => {
    const { url, hash, uploader } = await world.post()
    const get = async (authorization: string, method = 'GET') => fetch(url, { method, headers: { authorization } })
    const statuses = async (...headers: string[]) =>
      Promise.all(headers.map(async header => (await get(header)).status))
    const here = new URL(world.origin()).hostname
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
    expect(given.headers.get('x-reason')).toBe('This file waits for its moderation')
    expect((await get(uploader.header('get', [hash]), 'HEAD')).status).toBe(200)
    world.answer = () => ({ status: 200, body: block })
    await world.judged()
    const reason = async (header: string) => (await get(header)).headers.get('x-reason')
    expect(await statuses(uploader.header('get', [hash]))).toEqual([404])
    expect(await reason(uploader.header('get', [hash]))).toBe('This file is blocked by the moderation of this relay')
    expect(await reason(person().header('get', [hash]))).toBe('This file does not exist')
  })

  it('previews what another mode or threshold makes of the judged images, without what an operator released (MODERATE-31)', async () => {
    const preview = async (mode: string, threshold: number) =>
      (await world.call(`/api/moderation/preview?mode=${mode}&threshold=${threshold}`)).body
    const before = (await preview('strict', 0.7)).now
    world.answer = () => ({ status: 200, body: block })
    await world.post()
    const released = await world.post()
    await world.judged()
    await world.call('/api/moderation/unblock', { event_id: released.event.id })
    await world.call('/api/moderation/unblock', { event_id: released.hash })
    const same = await preview('strict', 0.7)
    expect(same.now).toEqual({ allow: before.allow + 1, flag: before.flag, block: before.block + 1 })
    expect(same.changed).toEqual({ ...same.now, unknown: 0 })
    const { changed } = await preview('strict', 0.95)
    expect(changed.block).toBe(0)
    expect(changed.allow).toBe(same.now.allow)
    expect((await preview('basic', 0.7)).changed.unknown).toBeGreaterThan(0)
    expect((await world.call('/api/moderation/preview?mode=lax&threshold=2')).status).toBe(400)

    const verdict = { decision: 'BLOCK' as const, confidence: 0.93, category: 'nudity', explanation: 'seen', level: 5 }
    const older = Array.from({ length: 500 }, (_, judged_at) => {
      const subject = `file:${String(judged_at).padStart(64, '0')}`
      return { ...verdict, subject, author: '', tries: 0, next_at: 0, judged_at }
    })
    await world.relay.context.adminDatabase.transact(tx => tx.insertInto('judged_media').values(older).execute())
    const full = (await world.call('/api/moderation/preview?mode=strict&threshold=0.7')).body
    expect([full.judged, full.now.allow]).toEqual([500, same.now.allow])
    await world.relay.context.adminDatabase.transact(tx =>
      tx.deleteFrom('judged_media').where('judged_at', '<', older.length).execute(),
    )
  })

  it('stores no new file before it waits for its judgement', async () => {
    vi.spyOn(world.relay.context.judges.images, 'takeFile').mockRejectedValueOnce(new Error('disk'))
    const bytes = png(900)
    const headers = { authorization: person().header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
    expect((await fetch(`${world.origin()}/upload`, { method: 'PUT', body: bytes, headers })).status).toBe(500)
    expect(await world.relay.context.media.service.find(sha256(bytes))).toBeNull()
  })

  it('puts a stored file that cannot be judged before the operator, and shows it once released (MODERATE-15)', async () => {
    const reads = vi.spyOn(MediaReader.prototype, 'stored').mockRejectedValue(new Error('too large'))
    const { hash, event, status } = await world.post()
    await world.judgedOften()
    reads.mockRestore()
    await world.signIn()
    const row = await world.caseOf(hash)
    expect([row.state, await status()]).toEqual(['pending', 404])
    const released = await world.relay.call('/api/moderation/unblock', { token: world.token, body: { event_id: hash } })
    expect([released.status, await status()]).toEqual([200, 200])
    await world.relay.call('/api/moderation/unblock', { token: world.token, body: { event_id: event.id } })
  })

  it('MODERATE-08, MODERATE-26: fetches no private address; after the last attempt the event waits for the operator', async () => {
    const inside = await startHttpService((_request, response) => response.end('secret'))
    const url = `${inside.url}/film`
    const event = signer().sign({ content: 'a film', tags: [['imeta', `url ${url}`, 'm video/mp4']] })
    await world.send(event)
    await world.judgedOften()
    expect(inside.asked).toHaveLength(0)
    expect(await world.read({ ids: [event.id] })).toEqual([])
    const row = await world.caseOf(event.id)
    expect(row).toMatchObject({ state: 'pending', media_url: url, content_type: 'video' })
    await inside.close()
  })
})

describe('in passive mode', () => {
  beforeAll(async () => {
    world.nowMs = Date.now()
    await world.signIn()
    await world.setMode('passive')
  })

  it('MODERATE-17, MODERATE-19: shows an event whose image waits to everybody, until a block hides it and gives its author a ticket', async () => {
    world.answer = () => ({ status: 200, body: block })
    const [author, reader] = [signer(), await RawClient.connect(world.relay.publicUrl)]
    reader.say('REQ', 'live', { authors: [author.pubkey] })
    await reader.hear('EOSE', 'live')
    const { event, status } = await world.post(author)
    expect(await reader.hear('EVENT', 'live')).toMatchObject(['EVENT', 'live', { id: event.id }])
    reader.close()
    expect([await world.read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
    await world.judged()
    expect([await world.read({ ids: [event.id] }), await status()]).toEqual([[], 404])
    const tickets = await world.events({ kinds: [19_841], '#e': [event.id] }, author)
    expect(tickets.map(({ pubkey }) => pubkey)).toEqual([world.relay.context.relay.pubkey()])
  })

  it('answers and delivers events while the judge is silent, and judges them afterwards (POLICY-15)', async () => {
    let speak = () => {}
    const silence = new Promise<void>(resolve => {
      speak = resolve
    })
    world.answer = () => ({ status: 200, body: block })
    world.slow = () => silence
    const client = await RawClient.connect(world.relay.publicUrl)
    const author = signer()
    client.say('REQ', 'live', { authors: [author.pubkey] })
    await client.hear('EOSE', 'live')
    const delivered = () =>
      client.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [(event as { id: string }).id] : []))
    const { event: first } = await world.post(author)
    await expect.poll(delivered).toEqual([first.id])
    expect(world.forms).toEqual([])
    const judged = world.judged()
    await expect.poll(() => world.forms.length).toBe(1)
    const { event: second } = await world.post(author)
    await expect.poll(delivered).toEqual([first.id, second.id])
    speak()
    await judged
    await world.judged()
    expect(world.forms).toHaveLength(2)
    expect(await world.read({ authors: [author.pubkey] })).toEqual([])
    client.close()
  })
})

it('MODERATE-25: switched off, sends nothing to the judge and shows everything', async () => {
  await world.setMode('strict')
  const before = await world.post()
  expect([await world.read({ ids: [before.event.id] }), await before.status()]).toEqual([[], 404])
  await world.save({ enabled: false })
  onTestFinished(() => world.save({ enabled: true }))
  await world.judged()
  const after = await world.post()
  await world.judged()
  for (const { event, status } of [before, after])
    expect([await world.read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
  expect(world.forms).toEqual([])
})
