import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { newOperator } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
const { relay, token, owner, signed, answerTo } = world

const idOf = (name: string) => createHash('sha256').update(name).digest('hex')
const put = (path: string, body: object, by = token) => relay.call(path, { token: by, body })
const listed = async (path: string, query = '') => (await relay.call(`${path}${query}`, { token })).body

test('lists of events by id give who decided and when, and are searched by part of an id or reason (ACCESS-40)', async () => {
  const { operator: moderator, token: others } = await putAdmin(relay, 'moderator', { firstName: 'Mo', lastName: 'Li' })
  const ids = ['one', 'two', 'three'].map(idOf)
  for (const [path, by, at] of [
    ['/api/banned-events', 'banned_by', 'banned_at'],
    ['/api/allowed-events', 'created_by', 'created_at'],
  ] as const) {
    await put(path, { ids: [ids[0]], reason: 'An old Scam' })
    await put(path, { ids: [ids[1]], reason: 'scammers' }, others)
    await put(path, { ids: [ids[2]], reason: '100 % fine' })
    const found = await listed(path, '?q=SCAM')
    expect(found.count).toBe(2)
    const deciders = found.events.map((event: Record<string, string>) => [event.id, event[by], event[`${by}_name`]])
    expect(deciders).toEqual(
      expect.arrayContaining([
        [ids[0], owner.pubkey, ''],
        [ids[1], moderator.pubkey, 'Mo Li'],
      ]),
    )
    for (const event of found.events) expect(Math.abs(Date.parse(event[at]) - world.clock.now)).toBeLessThan(60_000)
    const idsFor = async (q: string) => (await listed(path, `?q=${q}`)).events.map(({ id }: { id: string }) => id)
    expect(await idsFor((ids[2] ?? '').slice(3, 20).toUpperCase())).toEqual([ids[2]])
    expect(await idsFor('%25 fine')).toEqual([ids[2]])
    expect(await listed(path, '?q=nothing_like_it')).toEqual({ events: [], count: 0 })
    expect((await listed(path, '?q=scam&limit=1')).events).toHaveLength(1)
    expect((await relay.call(`${path}?q=${'x'.repeat(201)}`, { token })).status).toBe(400)
  }
})

test('a search of banned events finds those behind the first thousand, each once', async () => {
  const ids = Array.from({ length: 2100 }, (_, at) => idOf(`many ${at}`))
  for (let start = 0; start < ids.length; start += 300)
    await put('/api/banned-events', { ids: ids.slice(start, start + 300), reason: `part ${start}` })
  const { events, count } = await listed('/api/banned-events', '?q=part&limit=1000')
  expect([events.length, count]).toEqual([1000, 2100])
  const rest = await listed('/api/banned-events', `?q=part&limit=1000&after=${events.at(-1).id}`)
  expect([rest.events.length, rest.count]).toEqual([1000, 2100])
  const last = [...ids].sort().at(-1) ?? ''
  expect((await listed('/api/banned-events', `?q=${last.slice(0, 30)}`)).events).toMatchObject([{ id: last }])
})

test('returns the decisions that a ban or an approval replaces, so that it can be undone (ACCESS-41)', async () => {
  const [first, second] = ['four', 'five'].map(idOf)
  const changed = async (path: string, body: object) => (await put(path, body)).body.before
  expect(await changed('/api/banned-events', { ids: [first], reason: 'noise' })).toEqual([])
  const ids = [first, second]
  expect(await changed('/api/banned-events', { ids, reason: 'louder' })).toEqual([{ id: first, reason: 'noise' }])
  expect(await changed('/api/allowed-events', { ids: [first] })).toEqual({
    allowed: [],
    banned: [{ id: first, reason: 'louder' }],
  })
  expect(await changed('/api/allowed-events', { ids })).toEqual({
    allowed: [first],
    banned: [{ id: second, reason: 'louder' }],
  })
})

test('an event deleted for a report is banned in the name of who deleted it', async () => {
  const [author, reporter] = [newOperator(), newOperator()]
  const moderator = await putAdmin(relay, 'moderator')
  const note = signed(author, { content: 'not welcome here' })
  expect(await answerTo(note)).toBe('taken')
  const tags = [
    ['e', note.id, 'spam'],
    ['p', author.pubkey],
  ]
  expect(await answerTo(signed(reporter, { kind: 1984, content: '', tags }))).toBe('taken')
  const path = `/api/reports/event/${note.id}`
  const answer = await relay.call(path, { token: moderator.token, method: 'DELETE' })
  expect(answer.status).toBe(200)
  expect((await listed('/api/banned-events', `?q=${note.id}`)).events).toMatchObject([
    { id: note.id, banned_by: moderator.operator.pubkey },
  ])
})
