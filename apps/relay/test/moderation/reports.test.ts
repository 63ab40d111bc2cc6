import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { png, sha256, person as uploaderOf } from '../media/media-world.ts'
import { auditOf, putAdmin } from '../support/people.ts'

let relay: Relay
let token: string
let owner: string
let client: Client
beforeAll(async () => {
  relay = await startRelay()
  token = (await putAdmin(relay, 'moderator')).token
  owner = (await putAdmin(relay, 'owner')).token
})
afterAll(() => relay.close())
// Without cases, and connected: the block of an author closes the connections that brought their events.
beforeEach(async () => {
  await forgetCases()
  client = await Client.connect(relay.publicUrl)
})
afterEach(() => client.close())

const forgetCases = () => relay.context.adminDatabase.transact(tx => tx.deleteFrom('report_cases').execute())
async function reconnect() {
  client.close()
  client = await Client.connect(relay.publicUrl)
}

const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
type Person = ReturnType<typeof person>
async function publish({ secret }: Person, kind: number, tags: string[][], content = ''): Promise<Event> {
  const event = finalizeEvent({ kind, tags, content, created_at: Math.floor(Date.now() / 1000) }, secret)
  await client.publish(event)
  await relay.context.reports.settled()
  return event
}
const list = async (query = '') => (await relay.call(`/api/reports/notifications${query}`, { token })).body
const author = person()
const note = (by = author) => publish(by, 1, [['t', 'spam']], `a note ${Math.random()}`)
const report = (event: Event, type: string, by = person(), content = '') =>
  publish(
    by,
    1984,
    [
      ['e', event.id, type],
      ['p', event.pubkey],
    ],
    content,
  )

it('NOTIF-16, API-25: without reports the page is empty: 204 and no body', async () => {
  const { status, body } = await relay.call('/api/reports/notifications', { token })
  expect([status, body]).toEqual([204, ''])
})

it('opens one case per subject, most reported first, in pages, and counts each key once (REPORT-03, REPORT-04, API-25)', async () => {
  const [first, second, reporter] = [await note(), await note(), person()]
  await report(second, 'spam', reporter, 'please look at this')
  await report(second, 'spam', reporter)
  await report(second, 'malware')
  await report(second, 'malware')
  // The newest, which fewer report.
  await report(first, 'nudity')
  const { notifications, pagination } = await list()
  expect((await list('?page=2&limit=1')).notifications).toMatchObject([{ event_id: first.id }])
  expect((await relay.call('/api/reports/notifications?page=3&limit=1', { token })).status).toBe(204)
  expect(pagination).toMatchObject({ totalItems: 2, totalPages: 1 })
  expect(notifications).toMatchObject([
    {
      event_id: second.id,
      pubkey: author.pubkey,
      report_type: 'malware',
      report_count: 3,
      is_read: false,
      report_content: 'please look at this',
      reporter_pubkey: reporter.pubkey,
    },
    { event_id: first.id, report_type: 'nudity', report_count: 1 },
  ])
  const [{ id }] = notifications
  await relay.call('/api/reports/notifications/dismiss', { token, body: { id } })
  const [before] = (await list()).notifications
  const unread = { notifications: [{ event_id: first.id }], pagination: { totalItems: 1, totalPages: 1 } }
  expect(await list('?filter=unread')).toMatchObject(unread)
  await report(second, 'nudity', reporter, 'look again')
  expect((await list()).notifications[0]).toEqual({ ...before, is_read: true, resolution: 'dismissed' })
  await relay.call('/api/reports/notifications/read-all', { token, body: {} })
  expect((await relay.call('/api/reports/notifications?filter=unread', { token })).status).toBe(204)
})

it('counts each of the seven types, other words as other, and no report of oneself (REPORT-01, REPORT-02)', async () => {
  const bad = person()
  await publish(person(), 1984, [['p', bad.pubkey, 'rudeness']])
  await publish(bad, 1984, [['p', bad.pubkey, 'spam']])
  const types = ['nudity', 'malware', 'profanity', 'illegal', 'spam', 'impersonation', 'other']
  for (const type of types) {
    const subject = person()
    await publish(person(), 1984, [['p', subject.pubkey, type]])
    const event = await note(subject)
    await report(event, type)
    const { notifications } = await list('?limit=100')
    const rows = notifications.filter(({ pubkey }: { pubkey: string }) => pubkey === subject.pubkey)
    for (const event_id of ['', event.id])
      expect(rows).toContainEqual(expect.objectContaining({ event_id, report_type: type, report_count: 1 }))
  }
  const { notifications } = await list('?limit=100')
  expect(notifications.filter(({ pubkey }: { pubkey: string }) => pubkey === bad.pubkey)).toMatchObject([
    { event_id: '', report_type: 'other', report_count: 1 },
  ])
  // Of an event with its author: one case, of the event alone.
  const writer = person()
  const event = await publish(writer, 1, [])
  await report(event, 'rudeness')
  const ofWriter = (await list('?limit=100')).notifications.filter(
    ({ pubkey }: { pubkey: string }) => pubkey === writer.pubkey,
  )
  expect(ofWriter).toMatchObject([{ event_id: event.id, report_type: 'other', report_count: 1 }])
})

it('API-26, API-27: one is read, all are read, a further reporter makes a case unread again, and a dismissed one is served (REPORT-05)', async () => {
  const event = await note()
  await report(event, 'illegal')
  await report(await note(), 'spam')
  const { notifications } = await list('?limit=100')
  const { id } = notifications.find(({ event_id }: { event_id: string }) => event_id === event.id)
  const post = (path: string, body: object) => relay.call(`/api/reports/notifications/${path}`, { token, body })
  const before = (await list('?filter=unread&limit=100')).notifications.map((one: { id: number }) => one.id)
  expect((await post('read', { id })).body).toEqual({ success: true, message: 'Notification marked as read' })
  expect((await post('read', { id: 99_999 })).status).toBe(404)
  const unread = (await list('?filter=unread&limit=100')).notifications.map((one: { id: number }) => one.id)
  expect(unread).toEqual(before.filter((one: number) => one !== id))
  expect((await list('?filter=unread&limit=1')).pagination.totalItems).toBe(unread.length)
  const message = 'All report notifications marked as read'
  expect((await post('read-all', {})).body).toEqual({ success: true, message })
  expect((await relay.call('/api/reports/notifications?filter=unread', { token })).status).toBe(204)
  await report(event, 'illegal')
  expect((await list('?filter=unread')).notifications).toMatchObject([{ id, report_count: 2 }])
  expect((await post('dismiss', { id })).status).toBe(200)
  expect((await list('?limit=100')).notifications).toContainEqual(
    expect.objectContaining({ id, is_read: true, resolution: 'dismissed' }),
  )
  const open = (await list('?limit=100')).notifications.filter(
    ({ pubkey, resolution }: { pubkey: string; resolution?: string }) => pubkey === author.pubkey && !resolution,
  )
  expect(open).toHaveLength(1)
  const reader = await Client.connect(relay.publicUrl)
  const served = await new Promise<string[]>(resolve => {
    const ids: string[] = []
    reader.subscribe([{ ids: [event.id] }], { onevent: one => ids.push(one.id), oneose: () => resolve(ids) })
  })
  expect(served).toEqual([event.id])
  reader.close()
})

it('shows the event, deletes it permanently, and blocks its author in the same step (API-28, API-29, REPORT-07)', async () => {
  const writer = person()
  const event = await note(writer)
  await report(event, 'spam')
  const path = `/api/reports/event/${event.id}`
  expect((await relay.call(path, { token })).body).toEqual({ event: JSON.parse(JSON.stringify(event)) })
  expect((await relay.call(`/api/reports/event/${'e'.repeat(64)}`, { token })).status).toBe(404)
  const gone = await relay.call(`${path}?block_author=true`, { token, method: 'DELETE' })
  expect([gone.status, gone.body]).toEqual([200, { success: true, message: 'Event successfully deleted' }])
  expect((await relay.call(path, { token })).status).toBe(404)
  // The block closed the connection that it came over.
  const again = await Client.connect(relay.publicUrl)
  await expect(again.publish(event)).rejects.toThrow(/blocked/)
  again.close()
  expect(relay.context.access.isBlocked(event.pubkey)).toBe(true)
  for (const [action, target] of [
    ['reports.delete_event', event.id],
    ['access.block', event.pubkey],
  ])
    expect((await auditOf(relay, action as string)).at(-1)).toMatchObject({ target, outcome: 'done' })
  // The event itself is banned: it stays away when its author may write again.
  await relay.call(`/api/blocked-pubkeys/${event.pubkey}`, { token, method: 'DELETE' })
  const third = await Client.connect(relay.publicUrl)
  await expect(third.publish(event)).rejects.toThrow(/blocked|deleted/)
  await third.publish(
    finalizeEvent({ kind: 1, tags: [], content: 'back', created_at: event.created_at }, writer.secret),
  )
  third.close()
  await reconnect()
  const spared = person()
  const other = await note(spared)
  await report(other, 'spam')
  await relay.call(`/api/reports/event/${other.id}`, { token, method: 'DELETE' })
  expect(relay.context.access.isBlocked(spared.pubkey)).toBe(false)
  await relay.call(`/api/blocked-pubkeys`, { token, body: { pubkey: event.pubkey } })
})

it('NOTIF-01: counts all reports, those of each type and the unread ones', async () => {
  const event = await note()
  for (const type of ['malware', 'spam', 'malware']) await report(event, type)
  for (const _key of [1, 2, 3]) await publish(person(), 1984, [['p', person().pubkey, 'rudeness']])
  const { body } = await relay.call('/api/reports/stats', { token })
  expect(body).toMatchObject({ total_reported: 4, total_reported_today: 4 })
  expect(body.most_reported[0]).toMatchObject({ event_id: event.id, report_count: 3, report_type: 'malware' })
  expect(body.by_report_type).toContainEqual({ type: 'other', count: 3 })
  await relay.call('/api/reports/notifications/read', { token, body: { id: (await list()).notifications[0].id } })
  expect((await list('?filter=unread&limit=1')).pagination.totalItems).toBe(3)
})

it('REPORT-08: makes cases of stored events in both modes, with any lists of kinds and for every author', async () => {
  const save = (relay_settings: object) => relay.call('/api/relay-settings', { token: owner, body: { relay_settings } })
  const write = (mode: string) => relay.call('/api/access', { token: owner, body: { access: { write: mode } } })
  const unknown = () =>
    finalizeEvent({ kind: 1, tags: [], content: `${Math.random()}`, created_at: 1 }, person().secret)
  const isReported = async ({ id }: Event) =>
    (await list('?limit=100')).notifications.some(({ event_id }: { event_id: string }) => event_id === id)
  onTestFinished(async () => {
    await Promise.all([write('everyone'), save({ mode: 'whitelist', KindWhitelist: [], KindBlacklist: [] })])
  })
  const writer = person()
  const notes: Event[] = []
  for (let at = 0; at < 4; at++) notes.push(await note(writer))
  const [white, black, listed, refused] = notes as [Event, Event, Event, Event]
  await save({ mode: 'whitelist', KindWhitelist: ['kind1'] })
  await report(white, 'spam')
  await expect(report(unknown(), 'spam')).rejects.toThrow('blocked: kind 1984 is not accepted here')
  await expect(publish(person(), 1985, [['e', white.id]])).rejects.toThrow('kind 1985')
  await publish(person(), 1984, [['p', writer.pubkey, 'impersonation']])
  await save({ mode: 'blacklist', KindBlacklist: ['kind1984'] })
  await report(black, 'spam')
  await write('listed')
  await report(listed, 'spam')
  await expect(publish(person(), 1, [])).rejects.toThrow()
  const blocked = person()
  await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: blocked.pubkey } })
  await expect(report(refused, 'spam', blocked)).rejects.toThrow('blocked: this public key')
  expect(await Promise.all(notes.map(isReported))).toEqual([true, true, true, false])
})

it('shows what was reported, of whom, why, how often, by whom first and when (NOTIF-14)', async () => {
  const [writer, first] = [person(), person()]
  const event = await publish(writer, 1, [], 'coins for sale')
  const begun = Date.now()
  await report(event, 'malware', first, 'sells coins')
  const reported = Date.now()
  await report(event, 'malware')
  const { notifications } = await list('?limit=100')
  const shown = notifications.find(({ event_id }: { event_id: string }) => event_id === event.id)
  expect(shown).toEqual({
    id: expect.any(Number),
    event_id: event.id,
    file_hash: '',
    pubkey: writer.pubkey,
    report_type: 'malware',
    report_content: 'sells coins',
    report_count: 2,
    reporter_pubkey: first.pubkey,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    is_read: false,
  })
  expect(Date.parse(shown.created_at)).toBeGreaterThanOrEqual(begun)
  expect(Date.parse(shown.created_at)).toBeLessThanOrEqual(reported)
})

it('lists reports in pages, all or unread, and marks one or all of them as read (NOTIF-09, NOTIF-10, NOTIF-18)', async () => {
  const events = [await note(), await note()]
  for (const event of events) await report(event, 'spam')
  const listed = async (filter: string): Promise<{ id: number; event_id: string; is_read: boolean }[]> => {
    const rows: { id: number; event_id: string; is_read: boolean }[] =
      (await list(`?limit=100&filter=${filter}`))?.notifications ?? []
    return rows.filter(({ event_id }) => events.some(({ id }) => id === event_id))
  }
  const [first, second] = await listed('unread')
  expect([first?.is_read, second?.is_read]).toEqual([false, false])
  const post = (path: string, body: object) => relay.call(`/api/reports/notifications/${path}`, { token, body })
  await post('read', { id: first?.id })
  expect(await listed('unread')).toEqual([second])
  expect(await listed('all')).toEqual([{ ...first, is_read: true }, second])
  expect((await list('?page=1&filter=all')).pagination).toMatchObject({ currentPage: 1, pageSize: 10 })
  const [one] = (await list('?page=1&limit=1')).notifications
  const [other] = (await list('?page=2&limit=1')).notifications
  expect(one.id).not.toBe(other.id)
  await post('read-all', {})
  expect((await list('?limit=100')).notifications.filter(({ is_read }: { is_read: boolean }) => !is_read)).toEqual([])
})

describe('files that are reported by HTTP (BUD-09)', () => {
  const uploader = uploaderOf()
  const bytes = png(500)
  const hash = sha256(bytes)
  const origin = (of = relay) => of.publicUrl.replace(/^ws/, 'http')
  const signed = (tags: string[][], by = person(), kind = 1984) =>
    finalizeEvent({ kind, tags, content: 'not theirs', created_at: Math.floor(Date.now() / 1000) }, by.secret)
  const send = (body: unknown, to = relay) =>
    fetch(`${origin(to)}/report`, { method: 'PUT', body: typeof body === 'string' ? body : JSON.stringify(body) })
  async function upload(bytes: Buffer<ArrayBuffer>) {
    const headers = { authorization: uploader.header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
    expect((await fetch(`${origin()}/upload`, { method: 'PUT', body: bytes, headers })).status).toBe(201)
    return sha256(bytes)
  }

  beforeAll(() => upload(bytes))

  it.each([
    ['no JSON', 'please delete it', 400, /malformed/],
    ['no report', signed([['x', hash]], person(), 1), 400, /kind 1984/],
    ['no file', signed([['p', uploader.pubkey]]), 400, /x tag/],
    ['a file that is not here', signed([['x', 'e'.repeat(64)]]), 404, /None of the reported files/],
    ['a false signature', { ...signed([['x', hash]]), content: 'changed' }, 400, /invalid: id/],
    ['far too much', 'x'.repeat(70_000), 413, /too large/],
  ])('are refused with %s (BLOSSOM-06)', async (_what, body, status, reason) => {
    const answer = await send(body)
    expect([answer.status, answer.headers.get('x-reason')]).toEqual([status, expect.stringMatching(reason)])
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(reason) })
    expect((await relay.call('/api/reports/notifications', { token })).status).toBe(204)
  })

  it('are a case like those by websocket, which a verdict closes: the file is in the trash (BLOSSOM-06)', async () => {
    const hash = await upload(png(501))
    const cases = async () =>
      (await list()).notifications.filter(({ file_hash }: { file_hash: string }) => file_hash === hash)
    const event = signed([
      ['x', 'd'.repeat(64), 'illegal'],
      ['x', hash, 'illegal'],
    ])
    expect((await fetch(`${origin()}/report`, { method: 'OPTIONS' })).headers.get('allow')).toMatch(/PUT/)
    for (const _again of [1, 2]) expect((await send(event)).status).toBe(200)
    await publish(person(), 1984, [
      ['x', hash, 'illegal'],
      ['p', uploader.pubkey],
    ])
    expect(await cases()).toMatchObject([
      { file_hash: hash, event_id: '', report_type: 'illegal', report_count: 2, report_content: 'not theirs' },
    ])
    const path = `/api/reports/file/${hash}`
    expect((await relay.call(path, { token, method: 'DELETE' })).status).toBe(200)
    expect((await fetch(`${origin()}/${hash}`)).status).toBe(404)
    expect(await cases()).toMatchObject([{ resolution: 'deleted', is_read: true }])
    expect(await auditOf(relay, 'reports.delete_file')).toMatchObject([{ target: hash }])
    const unknown = { token, method: 'DELETE' } as const
    expect((await relay.call(`/api/reports/file/${'e'.repeat(64)}`, unknown)).status).toBe(404)
  })

  it('are taken a few at a time from one address', async () => {
    const own = await startRelay()
    onTestFinished(() => own.close())
    const statuses: number[] = []
    for (let turn = 0; turn < 25; turn++) statuses.push((await send('{}', own)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  })
})

it('viewers see none of it, and what was stored before a crash is counted at the next start (REPORT-01)', async () => {
  const viewer = await putAdmin(relay, 'viewer')
  expect((await relay.call('/api/reports/notifications', { token: viewer.token })).status).toBe(403)
  const [twice, once] = [await note(), await note()]
  for (const event of [twice, twice, once]) await report(event, 'spam')
  await forgetCases()
  expect((await relay.call('/api/reports/notifications', { token })).status).toBe(204)
  await relay.context.reports.catchUp()
  const counts = new Map<string, number>()
  for (const { event_id, report_count } of (await list('?limit=100')).notifications) counts.set(event_id, report_count)
  expect([counts.get(twice.id), counts.get(once.id)]).toEqual([2, 1])
})

describe('a verdict on an event that deletes all events of its author', () => {
  const spam = async (by: Person, count: number) => {
    await reconnect()
    const events: Event[] = []
    for (let at = 0; at < count; at++) events.push(await publish(by, 1, [], `spam ${at}`))
    return events
  }
  const judge = (id: string, query: string) =>
    relay.call(`/api/reports/event/${id}?${query}`, { token, method: 'DELETE' })
  const caseOf = async ({ id }: Event) =>
    (await list('?limit=100')).notifications.find(({ event_id }: { event_id: string }) => event_id === id)

  it('blocks the author, deletes what they stored, and closes the cases of their events (REPORT-09)', async () => {
    const spammer = person()
    const [first, second, third] = await spam(spammer, 3)
    await report(first as Event, 'spam')
    await report(second as Event, 'spam')
    const { status, body } = await judge((first as Event).id, 'delete_events=true')
    expect([status, body.deleted_events, body.still_deleting]).toEqual([200, 3, false])
    expect(relay.context.access.isBlocked(spammer.pubkey)).toBe(true)
    expect((await relay.call(`/api/reports/event/${(third as Event).id}`, { token })).status).toBe(404)
    expect(await caseOf(second as Event)).toMatchObject({ resolution: 'deleted', is_read: true })
  })

  it('deletes them of an author who is blocked already as of another (REPORT-09)', async () => {
    for (const isBlocked of [false, true]) {
      const spammer = person()
      const [first, second] = await spam(spammer, 2)
      if (isBlocked) await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: spammer.pubkey } })
      const { body } = await judge((first as Event).id, 'block_author=true&delete_events=true')
      expect(body.deleted_events).toBe(2)
      expect((await relay.call(`/api/reports/event/${(second as Event).id}`, { token })).status).toBe(404)
    }
  })
})
