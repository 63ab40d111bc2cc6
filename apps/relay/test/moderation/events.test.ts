import type { NostrEvent } from '@hornets/contract'
import { roles } from '@hornets/contract/roles'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { draft, hex, save } from '../support/drafts.ts'
import { putAdmin } from '../support/people.ts'

const now = 1_790_000_000
let relay: Relay
let token: string
const stored: NostrEvent[] = []

beforeAll(async () => {
  relay = await startRelay({ now: () => now * 1000 })
  ;({ token } = await relay.signedIn())
  // Many of one second.
  for (let at = 0; at < 25; at += 1)
    await put({ content: `note ${at}`, created_at: now - Math.floor(at / 12), tags: [['t', at % 2 ? 'odd' : 'even']] })
  await put({ content: 'Grüße 🐝', created_at: now - 40 })
  await put({ kind: 4, pubkey: hex('bob'), content: 'sealed', created_at: now - 50 })
  await put({ kind: 0, pubkey: hex('alice'), content: JSON.stringify({ name: 'Alice' }), created_at: now - 60 })
})
afterAll(() => relay.close())

async function put(parts: Partial<NostrEvent>) {
  const event = draft(parts)
  await save(relay.context.events, event)
  stored.push(event)
}

const list = async (filter: object, more = '') => {
  const path = `/api/events?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`
  return (await relay.call(path, { token })).body
}
const inOrder = (events: readonly NostrEvent[]) =>
  events.toSorted((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1)).map(({ id }) => id)

describe('browsing the stored events', () => {
  it.each([
    ['no object', '[]'],
    ['no JSON', '{'],
    ['an unknown member', '{"author":[]}'],
    ['a wrong value', '{"kinds":["1"]}'],
  ])('names the field for a filter that is %s', async (_what, filter) => {
    const { status, body } = await relay.call(`/api/events?filter=${encodeURIComponent(filter)}`, { token })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['filter']])
  })

  it('pages through events of the same second without gap or double (EVENTS-01)', async () => {
    for (const [filter, wanted] of [
      [{}, stored],
      [{ kinds: [1] }, stored.filter(({ kind }) => kind === 1)],
      [{ '#t': ['odd'] }, stored.filter(({ tags }) => tags[0]?.[1] === 'odd')],
      [{ authors: [hex('alice')], kinds: [1, 0] }, stored.filter(({ kind }) => kind < 2)],
      [{ since: now - 1, until: now - 1 }, stored.filter(({ created_at }) => created_at === now - 1)],
    ] as const) {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const page = await list(filter, `&limit=5${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.events.map(({ id }: NostrEvent) => id))
        expect([page.complete, page.events.length <= 5]).toEqual([true, true])
        if (page.next === null) break
        cursor = page.next
      }
      expect(seen).toEqual(inOrder(wanted))
    }
  })

  it('continues after an event that was deleted meanwhile (EVENTS-01)', async () => {
    await put({ content: 'to be deleted', created_at: now + 10 })
    await put({ content: 'the newest', created_at: now + 11 })
    const [first, second] = [stored.pop(), stored.pop()]
    const { next } = await list({}, '&limit=2')
    await relay.context.events.removeById(second?.id ?? '')
    await relay.context.events.removeById(first?.id ?? '')
    expect((await list({}, `&cursor=${next}`)).events[0].id).toBe(inOrder(stored)[0])
  })

  it('gives the profiles of the authors', async () => {
    const { authors } = await list({ kinds: [1], limit: 1 })
    expect(authors).toEqual([expect.objectContaining({ pubkey: hex('alice'), name: 'Alice', nip05_verified: false })])
  })

  it('exports all that a filter finds as lines, newest first, without private content for most roles (EVENTS-04)', async () => {
    const exported = async (filter: object, as = token) => {
      const path = `/api/events/export?filter=${encodeURIComponent(JSON.stringify(filter))}`
      const { body, headers } = await relay.call(path, { token: as })
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="events-\d{4}-\d\d-\d\d\.jsonl"$/)
      const lines = String(body).split('\n')
      expect(lines.pop()).toBe('')
      return lines.map(line => JSON.parse(line) as NostrEvent)
    }
    // More than one chunk, many of one second.
    const many = Array.from({ length: 1203 }, (_, at) =>
      draft({ kind: 9, content: String(at), created_at: now - 1000 - Math.floor(at / 400) }),
    )
    for (const event of many) await save(relay.context.events, event)
    expect((await exported({ kinds: [9] })).map(({ id }) => id)).toEqual(inOrder(many))
    expect(await exported({ kinds: [9], limit: 700 })).toHaveLength(700)
    expect(await exported({ kinds: [9], since: now })).toEqual([])
    expect((await exported({ kinds: [4] })).map(({ content }) => content)).toEqual(['sealed'])
    for (const role of roles.filter(role => role !== 'owner'))
      expect(await exported({ kinds: [4] }, (await putAdmin(relay, role)).token), role).toEqual([])
    await relay.context.events.removeById(many[0]?.id ?? '')
    expect(await exported({ kinds: [9] })).toHaveLength(1202)
    for (const { id } of many) await relay.context.events.removeById(id)
  })

  it('counts what a filter finds, and its bytes, and says when it could not count all of them in time (EVENTS-02)', async () => {
    const count = async (filter: object) => (await relay.call('/api/events/count', { body: { filter }, token })).body
    for (const [filter, wanted] of [
      [{}, stored],
      [{ '#t': ['even'] }, stored.filter(({ tags }) => tags[0]?.[1] === 'even')],
      [{ ids: [hex('nobody')] }, []],
    ] as const) {
      const bytes = wanted.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0)
      expect(await count(filter)).toEqual({ count: wanted.length, bytes, exact: true })
    }
    expect((await count({ limit: 3 })).count).toBe(3)
    vi.spyOn(relay.context.events, 'measure').mockResolvedValueOnce({ count: 5, bytes: 600, isAll: false })
    expect(await count({})).toEqual({ count: stored.length, bytes: stored.length * 120, exact: false })
  })

  it.each(roles)('counts private messages for owners alone: %s', async role => {
    const { token: theirs } = await putAdmin(relay, role)
    const { body } = await relay.call('/api/events/count', { body: { filter: { kinds: [4] } }, token: theirs })
    expect(body.count).toBe(role === 'owner' ? 1 : 0)
  })
})

describe('saved views of events', () => {
  it('are of each admin, replaced by name, and removed', async () => {
    const [{ token: theirs }, { token: mine }] = [await putAdmin(relay, 'viewer'), await putAdmin(relay, 'operator')]
    const views = async (by: string) => (await relay.call('/api/events/views', { token: by })).body.views
    const saveView = (by: string, filter: object) =>
      relay.call('/api/events/views', { token: by, body: { name: ' Spam ', filter } })
    expect((await saveView(theirs, { kinds: 1 })).status).toBe(400)
    await saveView(theirs, { kinds: [7] })
    const { id } = (await saveView(theirs, { '#t': ['spam'] })).body
    expect(await views(theirs)).toEqual([{ id, name: 'Spam', filter: { '#t': ['spam'] } }])
    expect(await views(mine)).toEqual([])
    const remove = (by: string) => relay.call(`/api/events/views/${id}`, { method: 'DELETE', token: by })
    expect([(await remove(mine)).status, (await remove(theirs)).status]).toEqual([404, 200])
    expect(await views(theirs)).toEqual([])
  })

  it('are fifty at most', async () => {
    const body = (at: number) => ({ name: `view ${at}`, filter: {} })
    const statuses: number[] = []
    for (let at = 0; at <= 50; at += 1)
      statuses.push((await relay.call('/api/events/views', { token, body: body(at) })).status)
    expect([statuses.lastIndexOf(200), statuses.at(-1)]).toEqual([49, 409])
  })
})
