import { createHash } from 'node:crypto'
import { measureSpace } from '@hornets/server/disk/free-space'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { EventStoreFull } from '../../../src/events/event-store.ts'
import { mediaUrlsMax } from '../../../src/judges/media-urls.ts'
import { newOperator } from '../../harness.ts'
import { openAccessWorld } from './access-world.ts'

const disk = { isFull: false }
const world = await openAccessWorld({
  measureSpace: async folder => ({ ...(await measureSpace(folder)), ...(disk.isFull && { freeBytes: 0 }) }),
})
afterAll(() => world.relay.close())
beforeEach(() => world.reset())
const { relay, token, add, save, signed, connect, answerTo, upload } = world

const newest = async () => (await relay.call('/api/refusals?limit=1', { token })).body.refusals[0]
const put = (path: string, body: object) => relay.call(path, { token, body })

test('names maintenance as the cause (REFUSE-01)', async () => {
  const setMaintenance = (on: boolean) => relay.call('/api/maintenance', { token, method: 'PUT', body: { on } })
  const event = signed(newOperator())
  await setMaintenance(true)
  onTestFinished(async () => void (await setMaintenance(false)))
  const text = await answerTo(event)
  const [status, reason] = await upload(newOperator(), 'during maintenance')
  await setMaintenance(false)
  expect([text, status]).toEqual([expect.stringMatching(/^error: .*maintenance/), 503])
  const { refusals } = (await relay.call('/api/refusals?limit=2', { token })).body
  expect(refusals).toMatchObject([
    { what: 'upload', cause: 'maintenance', rule: null, text: reason },
    { what: 'event', cause: 'maintenance', rule: null, pubkey: event.pubkey, text },
  ])
})

test('names a full disk as the cause, of which the relay or the store of events knows (REFUSE-01)', async () => {
  const setFull = async (isFull: boolean) => {
    disk.isFull = isFull
    await relay.context.freeSpace.refresh()
  }
  onTestFinished(() => setFull(false))
  const author = newOperator()
  const isRefused = async () => {
    const text = await answerTo(signed(author))
    expect(text).toMatch(/^error: .*disk is full/)
    expect(await newest()).toMatchObject({ what: 'event', cause: 'disk', rule: null, pubkey: author.pubkey, text })
  }
  await setFull(true)
  await isRefused()
  expect((await upload(author, 'no room'))[0]).toBe(503)
  expect(await newest()).toMatchObject({ what: 'upload', cause: 'disk', pubkey: author.pubkey })
  await setFull(false)
  expect(await answerTo(signed(author))).toBe('taken')
  const saving = vi.spyOn(relay.context.events, 'save').mockRejectedValue(new EventStoreFull('the disk is full'))
  onTestFinished(() => saving.mockRestore())
  await isRefused()
})

test('names moderation as the cause for a banned file (REFUSE-01)', async () => {
  const author = newOperator()
  expect((await upload(author, 'a stolen text'))[0]).toBe(201)
  const hashes = [createHash('sha256').update('a stolen text').digest('hex')]
  expect((await put('/api/files/bans', { hashes, reason: 'Stolen' })).status).toBe(200)
  const [status, text] = await upload(author, 'a stolen text')
  expect(status).toBe(403)
  expect(await newest()).toMatchObject({ what: 'upload', cause: 'moderation', pubkey: author.pubkey, text })
})

test('names moderation as the cause while too many images wait (REFUSE-01)', async () => {
  const author = newOperator()
  const setJudge = (enabled: boolean) =>
    put('/api/settings/image_moderation', {
      image_moderation: { image_moderation_enabled: enabled, image_moderation_api: 'http://127.0.0.1:1/moderate' },
    })
  expect((await setJudge(true)).status).toBe(200)
  onTestFinished(async () => void (await setJudge(false)))
  const client = await connect()
  for (let left = 500; left > 0; left -= mediaUrlsMax) {
    const urls = Array.from({ length: mediaUrlsMax }, (_, at) => `https://images.example/${left - at}.png`)
    expect(await answerTo(signed(author, { content: urls.join(' ') }), client)).toBe('taken')
  }
  await relay.context.judges.images.settled()
  const refused = await answerTo(signed(author, { content: 'https://images.example/one-more.png' }), client)
  expect(refused).toMatch(/^rate-limited: .*moderation/)
  expect(await newest()).toMatchObject({ what: 'event', cause: 'moderation', pubkey: author.pubkey, text: refused })
  expect(await answerTo(signed(author), client)).toBe('taken')
  client.close()
})

test('allowing the author of a refusal lets the next event pass in every write mode (REFUSE-09)', async () => {
  for (const write of ['listed', 'invited', 'paying', 'trusted']) {
    await save({ write, trust: { roots: [newOperator().pubkey], depth: 1 } })
    const [author, other] = [newOperator(), newOperator()]
    for (const by of [other, author])
      expect([write, await answerTo(signed(by))]).toEqual([write, expect.stringMatching(/^restricted: /)])
    await add('allowed-pubkeys', { value: (await newest()).pubkey })
    expect([write, await answerTo(signed(author))]).toEqual([write, 'taken'])
    expect([write, (await upload(author, `in mode ${write}`))[0]]).toEqual([write, 201])
    expect([write, await answerTo(signed(other))]).toEqual([write, expect.stringMatching(/^restricted: /)])
  }
})
