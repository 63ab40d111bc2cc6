import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@hornets/contract'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { mediaUrlsMax, mediaUrlsOf } from '../../src/judges/media-urls.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { photoOf } from '../support/photos.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { allow, block, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  await world.setMode('strict')
})

it('MODERATE-01: judges an image that an event names in its content', async () => {
  const { event: first, url } = await world.post()
  expect(await world.read({ ids: [first.id] })).toEqual([])
  await world.judged()
  expect([world.forms.length, await world.read({ ids: [first.id] })]).toEqual([1, [first.id]])
  world.answer = () => ({ status: 200, body: block })
  const second = await world.post()
  const both = signer().sign({ content: `${url} and ${second.url}` })
  const content = JSON.stringify({ picture: second.url })
  const others = [0, 6, 1111, 30_023].map(kind => signer().sign({ kind, content, tags: [['d', 'x']] }))
  const many = Array.from({ length: mediaUrlsMax + 1 }, (_, at) => `${url}?${at}`)
  others.push(signer().sign({ content: many.join(' ') }))
  for (const one of [both, ...others]) await world.send(one)
  await world.judged()
  expect(await world.read({ ids: [both, ...others].map(({ id }) => id) })).toEqual([])
  const film = signer().sign({ content: `see ${world.origin()}/${'f'.repeat(64)}.MP4?t=1` })
  await world.send(film)
  expect(await world.read({ ids: [film.id] })).toEqual([])
  const images = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'svg', 'tif', 'tiff']
  const videos = ['mp4', 'webm', 'mov', 'm4v', 'mkv', 'avi', 'ogv']
  const urls = [...images, ...videos].map(ending => `https://elsewhere.example/a.${ending}`)
  const tagged = 'https://elsewhere.example/b.png'
  const event = { content: `${urls.join(' ')} https://elsewhere.example/a.pdf`, tags: [['imeta', `url ${tagged}`]] }
  expect(mediaUrlsOf(event)).toEqual([...urls, tagged])
})

it('MODERATE-02: judges images and videos that an event names in imeta and r tags', async () => {
  const { url } = await world.post()
  await world.judged()
  world.forms = []
  world.answer = () => ({ status: 200, body: block })
  const images = [
    [['imeta', 'url URL', 'm image/png']],
    [['imeta', 'url URL']],
    [['imeta', 'm image/png', 'url URL']],
    [
      ['imeta', `url ${url}`],
      ['imeta', 'url URL'],
    ],
    [['r', 'URL']],
    [
      ['r', url],
      ['r', 'URL'],
    ],
  ]
  const ids: string[] = []
  for (const tags of images) ids.push((await world.post(signer(), tags)).event.id)
  await world.judged()
  expect([world.forms.length, await world.read({ ids })]).toEqual([images.length, []])
  const entries = ['url', 'image', 'thumb', 'fallback'].map(name => `${name} https://elsewhere.example/${name}`)
  const song = ['imeta', 'url https://elsewhere.example/song', 'm audio/mpeg']
  const film = ['imeta', 'url https://elsewhere.example/film', 'm video/mp4']
  const links = ['page', 'clip.mp4'].map(name => ['r', `https://elsewhere.example/${name}`])
  const shown = mediaUrlsOf({ content: '', tags: [['imeta', ...entries], song, film, ...links] })
  const videos = ['film', 'clip.mp4'].map(name => `https://elsewhere.example/${name}`)
  expect(shown).toEqual([...entries.map(entry => entry.split(' ')[1]), ...videos])
})

it('MODERATE-03: judges an uploaded file that no event names, and serves it once it is allowed', async () => {
  for (const [says, status] of [
    [block, 404],
    [allow, 200],
  ] as const) {
    world.answer = () => ({ status: 200, body: says })
    for (const [bytes, type] of [
      [png(2000 + status), 'image/png'],
      [Buffer.from(`\0\0\0\x18ftypmp42 ${status}`), 'video/mp4'],
    ] as const) {
      world.forms = []
      const headers = { authorization: person().header('upload', [sha256(bytes)]), 'content-type': type }
      const asked = async () => (await fetch(`${world.origin()}/${sha256(bytes)}`)).status
      expect((await fetch(`${world.origin()}/upload`, { method: 'PUT', body: bytes, headers })).status).toBe(201)
      expect([world.forms, await asked()]).toEqual([[], 404])
      await world.judged()
      expect([world.forms.length, await asked()]).toEqual([1, status])
    }
  }
})

it('MODERATE-14: shows an event to everybody once the judge allows it', async () => {
  const listener = await RawClient.connect(world.relay.publicUrl)
  onTestFinished(() => listener.close())
  const by = signer()
  listener.say('REQ', 'live', { authors: [by.pubkey] })
  await listener.hear('EOSE', 'live')
  const { event, author } = await world.post(by)
  await world.judged()
  expect((await listener.hear('EVENT', 'live'))[2]).toMatchObject({ id: event.id })
  for (const reader of [undefined, signer(), author])
    expect(await world.read({ ids: [event.id] }, reader)).toEqual([event.id])
})

it('MODERATE-06: has at most as many images judged at a time as are set', async () => {
  let [running, most] = [0, 0]
  world.slow = async () => {
    most = Math.max(most, ++running)
    await new Promise(go => setTimeout(go, 50))
    running -= 1
  }
  await world.save({ concurrency: 2 })
  for (let at = 0; at < 6; at += 1) await world.post()
  await world.judged()
  expect([world.forms.length, most]).toEqual([6, 2])
  await world.save({ concurrency: 5 })
})

it('MODERATE-11, MODERATE-24: asks the judge, in the mode and with the threshold, that were saved last', async () => {
  let form = ''
  const other = await startHttpService(async (request, response) => {
    form = await textOf(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(allow))
  })
  onTestFinished(() => other.close())
  const { body } = await world.call('/api/settings/image_moderation')
  const { api } = body.image_moderation
  const fieldOf = (name: string) => new RegExp(`name="${name}"\\r\\n(?:.*\\r\\n)*?\\r\\n(.*)\\r\\n`).exec(form)?.[1]
  for (const [mode, threshold] of [
    ['full', 0.2],
    ['basic', 0.45],
    ['strict', 1],
  ] as const) {
    await world.save({ api: `${other.url}/${mode}`, mode, threshold })
    await world.post()
    await world.judged()
    expect([world.forms, other.asked.at(-1)?.url]).toEqual([[], `/${mode}`])
    expect([fieldOf('moderation_mode'), fieldOf('threshold')]).toEqual([mode, String(threshold)])
  }
  expect(other.asked).toHaveLength(3)
  await world.save({ api, mode: 'strict', threshold: 0.7 })
})

it('waits for a verdict as long as is set, and then shows that the judge fails, and not the event (MODERATE-15, MODERATE-24, SERVICE-04)', async () => {
  await world.save({ timeout: 1 })
  world.slow = () => new Promise(go => setTimeout(go, 3000))
  const { event } = await world.post()
  const startedMs = performance.now()
  await world.judged()
  const tookMs = performance.now() - startedMs
  const state = async () => (await world.call('/api/services')).body[0]
  expect(await state()).toMatchObject({ state: 'failing', error: messages.serviceLate })
  expect(tookMs).toBeGreaterThanOrEqual(990)
  expect(await world.read({ ids: [event.id] })).toEqual([])
  await world.save({ timeout: 60 })
  world.nowMs += 3_600_000
  await world.signIn()
  await world.judged()
  expect([await world.read({ ids: [event.id] }), (await state()).state]).toEqual([[event.id], 'running'])
})

it('has files in the temporary folder that was saved while they are judged, and refuses one that it cannot write to (MODERATE-24)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'judging-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const kept: string[][] = []
  world.slow = async () => void kept.push((await readdir(folder, { recursive: true })).sort())
  await world.save({ temp_dir: folder })
  await world.post()
  await world.judged()
  const name = expect.stringMatching(/^hornets-media-\w+$/)
  expect(kept).toEqual([[name, expect.stringMatching(/^hornets-media-\w+.media$/)]])
  expect(await readdir(folder)).toEqual([])
  await world.save({ temp_dir: '' })
  await world.post()
  await world.judged()
  expect(kept[1]).toEqual([])
  for (const temp_dir of ['relative', join(folder, 'missing'), fileURLToPath(import.meta.url)])
    for (const group of ['image_moderation', 'xnostr'])
      expect(
        await world.call(`/api/settings/${group}`, { [group]: { [`${group}_temp_dir`]: temp_dir } }),
      ).toMatchObject({ status: 400, body: { fields: { temp_dir: messages.folderUnusable } } })
})

it('MODERATE-24: shows what waits each time it is switched off, and holds new images once it is on again', async () => {
  onTestFinished(() => world.save({ enabled: true }))
  const { images } = world.relay.context.judges
  for (let time = 0; time < 2; time += 1) {
    const { event } = await world.post()
    const shown = () => world.read({ ids: [event.id] })
    await images.settled()
    expect(await shown()).toEqual([])
    await world.save({ enabled: false })
    await images.settled()
    expect(await shown()).toEqual([event.id])
    await world.save({ enabled: true })
  }
})

it('MODERATE-05: takes the queue at the interval that is set', async () => {
  const { event } = await world.post()
  const everyMs = async () => {
    const { rounds } = (await world.call('/api/health/rounds')).body
    return rounds.find(({ name }: { name: string }) => name === 'image_moderation').every_ms
  }
  await world.save({ check_interval: 1 })
  expect(await everyMs()).toBe(1000)
  await vi.waitFor(async () => expect(await world.read({ ids: [event.id] })).toEqual([event.id]), { timeout: 20_000 })
  await world.save({ check_interval: 3600 })
  expect(await everyMs()).toBe(3_600_000)
  await world.relay.context.judges.images.round()
  const asked = world.forms.length
  const { event: next } = await world.post()
  await world.relay.context.judges.images.settled()
  expect([await world.read({ ids: [next.id] }), world.forms.length]).toEqual([[], asked])
  await world.judged()
})

it('gives links to a stored file and its thumbnail with the cases of it and of the events that show it (MODERATE-26)', async () => {
  world.answer = () => ({ status: 200, body: block })
  const { event, hash } = await world.post(signer(), [], person(), Buffer.from(await photoOf(640, 480)))
  await world.relay.context.media.thumbnails.settled()
  await world.judged()
  const read = async (path: string) => {
    const answer = await fetch(`${world.relay.adminUrl}${path}`)
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  for (const id of [event.id, hash]) {
    const { media_url, thumbnail_url } = await world.caseOf(id)
    expect(sha256((await read(media_url)).bytes)).toBe(hash)
    expect((await read(thumbnail_url)).type).toBe('image/webp')
  }
})

it('MODERATE-26, MODERATE-27, MODERATE-29: lists cases with their nine members and the blocked event, and marks one or all as read', async () => {
  world.answer = () => ({ status: 200, body: block })
  // One after the other, so that their cases have their order.
  const flag = async () => {
    const posted = await world.post()
    await world.judged()
    return posted
  }
  const [before, one, two] = [await flag(), await flag(), await flag()]
  const { notifications, pagination } = await world.cases('?limit=100')
  const totalItems = notifications.length
  const page = { currentPage: 1, pageSize: 100, totalItems, totalPages: 1 }
  expect(pagination).toEqual({ ...page, hasNext: false, hasPrevious: false })
  const second = (await world.cases('?page=2&limit=1')).pagination
  expect(second).toMatchObject({ currentPage: 2, pageSize: 1, totalPages: totalItems, hasPrevious: true })
  expect((await world.call('/api/moderation/notifications?page=999')).status).toBe(204)
  const row = await world.caseOf(one.event.id)
  expect(row).toMatchObject({
    id: expect.any(Number),
    pubkey: one.author.pubkey,
    event_id: one.event.id,
    reason: 'nudity 0.93: seen',
    created_at: new Date(world.nowMs).toISOString(),
    is_read: false,
    content_type: 'image',
    media_url: expect.stringMatching(`^/api/files/${one.hash}/content\\?`),
    thumbnail_url: expect.any(String),
  })
  const film = await world.post(
    signer(),
    [['imeta', 'url URL']],
    person(),
    Buffer.from('\0\0\0\x18ftypmp42 a film'),
    'video/mp4',
  )
  await world.judged()
  expect(await world.caseOf(film.hash)).toMatchObject({ content_type: 'video', pubkey: film.uploader.pubkey })
  expect(await world.caseOf(film.event.id)).toMatchObject({ content_type: 'video', pubkey: film.author.pubkey })
  await world.call('/api/moderation/notifications/read', { id: row.id })
  const areRead = () => Promise.all([before, one, two].map(async ({ event }) => (await world.caseOf(event.id)).is_read))
  expect(await areRead()).toEqual([false, true, false])
  await world.call('/api/moderation/notifications/read-all', {})
  expect(await areRead()).toEqual([true, true, true])
  const { body } = await world.call(`/api/moderation/blocked-event/${one.event.id}`)
  expect(body.event).toEqual(one.event)
  world.answer = () => ({ status: 200, body: allow })
  const { event: shown } = await world.post()
  await world.judged()
  for (const id of [shown.id, '0'.repeat(64)])
    expect((await world.call(`/api/moderation/blocked-event/${id}`)).status).toBe(400)
  for (const [role, status] of [
    ['moderator', 200],
    ['viewer', 403],
  ] as const) {
    const { token } = await putAdmin(world.relay, role)
    expect((await world.relay.call(`/api/moderation/blocked-event/${one.event.id}`, { token })).status).toBe(status)
  }
})

it('MODERATE-34: shows what is pending or blocked in no count, search, live event, list or download of others', async () => {
  const client = await RawClient.connect(world.relay.publicUrl)
  onTestFinished(() => client.close())
  const author = signer()
  client.say('REQ', 'live', { authors: [author.pubkey] })
  await client.hear('EOSE', 'live')
  const photo = Buffer.from(await photoOf(40, 30))
  const { event, hash, uploader } = await world.post(author, [], person(), photo)
  await world.relay.context.media.thumbnails.settled()
  const seen = async () => {
    client.heard.splice(0, client.heard.findLastIndex(([type]) => type === 'COUNT') + 1)
    const count = async (id: string, filter: object) => {
      client.say('COUNT', id, filter)
      return ((await client.hear('COUNT', id)) as [string, string, { count: number }])[2].count
    }
    // The second is summed from kept numbers.
    const counts = [await count('c', { ids: [event.id] }), await count('d', { authors: [author.pubkey] })]
    await world.relay.context.events.catchUp()
    const list = (await (await fetch(`${world.origin()}/list/${uploader.pubkey}`)).json()) as { sha256: string }[]
    const live = client.heard.filter(([type]) => type === 'EVENT').length
    const found = await world.read({ search: 'look', authors: [author.pubkey] })
    const listed = list.filter(({ sha256 }) => sha256 === hash).length
    const downloads: number[] = []
    for (const path of [hash, `nip96/${hash}`])
      for (const method of ['GET', 'HEAD'])
        downloads.push((await fetch(`${world.origin()}/${path}`, { method })).status)
    const { status: thumbnail } = await fetch(`${world.origin()}/thumb/${hash}`)
    return [...counts, found.length, live, listed, new Set([...downloads, thumbnail])]
  }
  expect(await seen()).toEqual([0, 0, 0, 0, 0, new Set([404])])
  world.answer = () => ({ status: 200, body: block })
  await world.judged()
  expect(await seen()).toEqual([0, 0, 0, 0, 0, new Set([404])])
  await world.call('/api/moderation/unblock', { event_id: event.id })
  expect(await seen()).toEqual([1, 1, 1, 1, 0, new Set([404])])
  await world.call('/api/moderation/unblock', { event_id: hash })
  expect(await seen()).toEqual([1, 1, 1, 0, 1, new Set([200])])
})

it('asks a judge that rests about nothing that it has failed before, and about everything once it answers again', async () => {
  world.answer = () => ({ status: 500, body: {} })
  const posts = []
  for (let at = 0; at < 8; at += 1) posts.push(await world.post())
  await world.judged()
  const asked = world.forms.length
  expect(asked).toBeLessThan(16)
  world.nowMs += 1000
  await world.judged()
  expect(world.forms.length).toBe(asked)
  world.answer = () => ({ status: 200, body: allow })
  await world.judgedOften()
  for (const { event } of posts) expect(await world.read({ ids: [event.id] })).toEqual([event.id])
})
