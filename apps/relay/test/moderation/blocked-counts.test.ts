import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { person } from '../media/media-world.ts'
import { signer } from '../support/signer.ts'
import { block, flag, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const stats = async () => (await world.call('/api/moderation/stats')).body

it('counts what is blocked by type and author, with the latest reasons (MODERATE-28)', async () => {
  world.answer = () => ({ status: 200, body: block })
  const film = Buffer.from('\0\0\0\x18ftypmp42 a film')
  await world.post(signer(), [['imeta', 'url URL']], person(), film, 'video/mp4')
  await world.judged()
  const before = await stats()
  world.answer = () => ({ status: 200, body: { ...block, explanation: 'the latest' } })
  const { author, uploader } = await world.post()
  // Of people with one each, not all are listed.
  await world.post(author, [], uploader)
  await world.judged()
  const after = await stats()
  expect([after.total_blocked, after.total_blocked_today]).toEqual([
    before.total_blocked + 4,
    before.total_blocked_today + 4,
  ])
  const of = (rows: { type?: string; pubkey?: string; count: number }[], key: string) =>
    rows.find(({ type, pubkey }) => (type ?? pubkey) === key)?.count ?? 0
  expect(of(after.by_content_type, 'image')).toBe(of(before.by_content_type, 'image') + 4)
  // The film and the note that shows it.
  expect(of(after.by_content_type, 'video')).toBe(2)
  expect([author.pubkey, uploader.pubkey].map(key => of(after.by_user, key))).toEqual([2, 2])
  expect(after.recent_reasons[0]).toBe('nudity 0.93: the latest')
  world.nowMs += 86_400_000
  await world.signIn()
  expect(await stats()).toMatchObject({ total_blocked: after.total_blocked, total_blocked_today: 0 })
})

it('does not count what is flagged, not fetched or unblocked, but what is disputed or deleted (MODERATE-28)', async () => {
  world.answer = () => ({ status: 200, body: block })
  const { author, event, hash } = await world.post()
  await world.judged()
  const before = await stats()
  world.answer = () => ({ status: 200, body: flag })
  await world.post(author)
  await world.judged()
  expect(await stats()).toEqual(before)
  const [ticket = ''] = await world.read({ kinds: [19_841], '#p': [author.pubkey] }, author)
  await world.send(author.sign({ kind: 19_842, tags: [['e', ticket]] }))
  await world.relay.context.judges.images.settled()
  expect((await world.caseOf(event.id)).state).toBe('disputed')
  expect(await stats()).toEqual(before)
  expect((await world.call(`/api/moderation/event/${event.id}`, undefined, 'DELETE')).status).toBe(200)
  expect(await stats()).toEqual(before)
  expect((await world.call('/api/moderation/unblock', { event_id: hash })).status).toBe(200)
  const { total_blocked } = await stats()
  expect(total_blocked).toBe(before.total_blocked - 1)
  const unfetched = signer().sign({ content: 'http://127.0.0.1:1/a.png' })
  await world.send(unfetched)
  await world.judgedOften()
  expect((await world.caseOf(unfetched.id)).state).toBe('pending')
  expect((await stats()).total_blocked).toBe(total_blocked)
})
