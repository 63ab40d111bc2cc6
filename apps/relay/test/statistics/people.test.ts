import { Readable } from 'node:stream'
import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { finalizeEvent, type NostrEvent, nip17, nip19 } from 'nostr-tools'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LedgerStore } from '../../src/subscriptions/ledger/ledger-store.ts'
import { newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { encode, png, sha256 } from '../media/media-world.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'

const clock = { now: 0 }
let relay: Relay
let client: RawClient
let token: string
let owner: Operator
type Admin = Awaited<ReturnType<typeof putAdmin>>
let operator: Admin
let moderator: Admin
let viewer: Admin
beforeEach(async () => {
  clock.now = Date.UTC(2026, 10, 20, 12)
  relay = await startRelay({ now: () => clock.now })
  ;({ token, operator: owner } = await relay.signedIn())
  client = await RawClient.connect(relay.publicUrl)
  moderator = await putAdmin(relay, 'moderator', { firstName: 'Mo' })
  operator = await putAdmin(relay, 'operator')
  viewer = await putAdmin(relay, 'viewer')
})
afterEach(async () => {
  client.close()
  await relay.close()
})

const people = async (query = '', by = token) => (await relay.call(`/api/people${query}`, { token: by })).body
const one = async (pubkey: string, by = token) => (await relay.call(`/api/people/${pubkey}`, { token: by })).body
const namesIn = (body: { people: { name: string }[] }) => body.people.map(({ name }) => name)
let sent = 0

async function publish(author: Operator, draft: Partial<NostrEvent> = {}): Promise<NostrEvent> {
  const created_at = Math.floor(clock.now / 1000) - 600 + ++sent
  const event = finalizeEvent({ kind: 1, tags: [], content: `note ${sent}`, created_at, ...draft }, author.secretKey)
  expect(await client.publish(JSON.parse(JSON.stringify(event)))).toMatchObject({ accepted: true })
  return event
}

async function newPerson(name: string, notes = 0, profile = {}): Promise<Operator> {
  const author = newOperator()
  await publish(author, { kind: 0, content: JSON.stringify({ name, ...profile }) })
  for (let at = 0; at < notes; at += 1) await publish(author)
  return author
}

async function upload(author: Operator, size: number): Promise<void> {
  const bytes = png(size)
  const now = Math.floor(clock.now / 1000)
  const tags = [
    ['t', 'upload'],
    ['expiration', String(now + 60)],
    ['x', sha256(bytes)],
  ]
  const allowed = finalizeEvent({ kind: 24_242, created_at: now - 1, content: 'file', tags }, author.secretKey)
  const headers = { authorization: encode(allowed), 'content-type': 'image/png' }
  const answer = await fetch(`${relay.publicUrl.replace('ws', 'http')}/upload`, { method: 'PUT', headers, body: bytes })
  expect(answer.status).toBe(201)
}

async function counted(): Promise<void> {
  await relay.context.peopleCounter.settle()
  await relay.context.events.catchUp()
}

describe('the list of people', () => {
  test('answers rows with the 15 members of the wire, found by name, npub and NIP-05 (PEOPLE-01, PEOPLE-03)', async () => {
    const opened = vi.spyOn(GuardedRequests.prototype, 'open')
    onTestFinished(() => opened.mockRestore())
    const alice = await newPerson('Alice Liddell', 2, { nip05: 'alice@wonder.example', picture: 'https://x.example/a' })
    const bob = await newPerson('Bob', 1)
    for (const size of [300, 9000]) await upload(alice, size)
    await counted()
    const names = { names: { alice: alice.pubkey } }
    const served = Object.assign(Readable.from([Buffer.from(JSON.stringify(names))]), { statusCode: 200 })
    opened.mockResolvedValueOnce(served as never)
    const all = await people('?sort=events')
    expect(all).toMatchObject({ count: 2, next: null, is_counted: true })
    expect(namesIn(all)).toEqual(['Alice Liddell', 'Bob'])
    const body = { filter: { authors: [alice.pubkey] } }
    const { bytes } = (await relay.call('/api/events/count', { token, body })).body
    expect(all.people[0]).toEqual({
      pubkey: alice.pubkey,
      name: 'Alice Liddell',
      picture: 'https://x.example/a',
      nip05: 'alice@wonder.example',
      nip05_verified: false,
      events_1h: 3,
      events_24h: 3,
      events_30d: 3,
      events: 3,
      bytes,
      files: 2,
      file_bytes: 9300,
      reports: 0,
      last_seen: new Date(clock.now).toISOString(),
      status: [],
    })
    for (const q of ['liddell', 'alice@wonder.example', alice.pubkey, nip19.npubEncode(alice.pubkey)])
      expect([q, namesIn(await people(`?q=${encodeURIComponent(q)}`))]).toEqual([q, ['Alice Liddell']])
    // Once its server has named her.
    await expect.poll(async () => (await people('?q=liddell')).people).toMatchObject([{ nip05_verified: true }])
    expect(await people('?q=nobodyatall')).toMatchObject({ people: [], count: 0 })
    const [first, second] = [await people('?sort=events&limit=1'), await people('?sort=events&limit=1&offset=1')]
    expect([namesIn(first), namesIn(second), second.next]).toEqual([['Alice Liddell'], ['Bob'], null])
    expect([first.count, second.count]).toEqual([2, 2])
    expect(namesIn(await people(`?sort=events&limit=1&after=${first.next}`))).toEqual(['Bob'])
    clock.now += 2 * 3_600_000
    const carol = await newPerson('Carol', 0, { about: 'x'.repeat(5000) })
    await publish(carol, { kind: 1984, tags: [['p', bob.pubkey, 'spam']] })
    await relay.context.reports.settled()
    await counted()
    await relay.context.peopleCounter.expire()
    for (const [sort, name] of [
      ['events_1h', 'Carol'],
      ['reports', 'Bob'],
      ['events_24h', 'Alice Liddell'],
      ['events_30d', 'Alice Liddell'],
      ['bytes', 'Alice Liddell'],
      ['last_seen', 'Carol'],
    ] as const)
      expect([sort, namesIn(await people(`?sort=${sort}`))[0]]).toEqual([sort, name])
  })
})

test('tells every role the name, image and NIP-05 name of keys that have a profile, at most 50 at a time (PEOPLE-06)', async () => {
  const ada = await newPerson('Ada Byron', 0, { nip05: 'ada@engine.example', picture: 'https://x.example/ada' })
  await counted()
  const asked = (keys: string[]) => relay.call(`/api/profiles?keys=${keys.join(',')}`, { token: viewer.token })
  expect((await asked([ada.pubkey, newOperator().pubkey])).body).toEqual({
    profiles: [
      {
        pubkey: ada.pubkey,
        name: 'Ada Byron',
        picture: 'https://x.example/ada',
        nip05: 'ada@engine.example',
        nip05_verified: false,
      },
    ],
  })
  expect((await asked(Array(50).fill(ada.pubkey))).status).toBe(200)
  for (const keys of [Array(51).fill(ada.pubkey), ['nonsense'], []]) expect((await asked(keys)).status).toBe(400)
})

describe('statuses', () => {
  test('are filtered by the lists, with keys that never wrote, and tell who pays to operators alone (PEOPLE-01)', async () => {
    const blocked = newOperator()
    const body = { pubkey: blocked.pubkey, reason: 'spam' }
    await relay.call('/api/blocked-pubkeys', { token: moderator.token, body })
    const found = await people(`?status=blocked&q=${blocked.pubkey}`)
    expect(found).toMatchObject({ count: 1, people: [{ status: ['blocked'], events: 0, last_seen: null }] })
    expect((await people('?status=owner')).people).toMatchObject([{ pubkey: owner.pubkey, status: ['owner'] }])
    expect((await people('?status=paying', operator.token)).count).toBe(0)
    expect(await people('?status=paying', moderator.token)).toMatchObject({ count: 0 })
    const [allowed, trusted, member] = [newOperator(), newOperator(), newOperator()]
    await relay.call('/api/access/allowed-pubkeys', { token, body: { entries: [{ value: allowed.pubkey }] } })
    const { invitation } = (await relay.call('/api/access/invitations', { token, body: {} })).body
    const tags = [['-'], ['claim', invitation.code]]
    await publish(member, { kind: 28_934, content: '', tags, created_at: Math.floor(clock.now / 1000) })
    const access = { write: 'trusted', trust: { roots: [trusted.pubkey], depth: 1 } }
    await relay.call('/api/access', { token, body: { access } })
    for (const [status, { pubkey }] of Object.entries({ allowed, trusted, member }))
      expect((await people(`?status=${status}`)).people).toMatchObject([{ pubkey, status: [status] }])
  })
})

describe('a person', () => {
  test('shows the row with profile, events, files, subscription, block, reports by and against, decisions and notes (PEOPLE-02, PEOPLE-04)', async () => {
    const author = await newPerson('<b>Eve</b>', 3, { about: 'about me', website: 'https://eve.example' })
    const [older, note] = [await publish(author), await publish(author)]
    await upload(author, 300)
    const other = newOperator()
    const about = (id: string) => [
      ['e', id, 'spam'],
      ['p', author.pubkey],
    ]
    await publish(other, { kind: 1984, tags: about(note.id), content: 'look' })
    await publish(newOperator(), { kind: 1984, tags: about(older.id), content: 'and this' })
    await publish(author, { kind: 1984, tags: [['p', other.pubkey, 'spam']], content: 'no, them' })
    await publish(author, { kind: 1984, tags: [['p', owner.pubkey, 'spam']], content: 'and them' })
    await relay.context.reports.settled()
    const expires_at = new Date(clock.now + 3_600_000).toISOString()
    const block = { pubkey: author.pubkey, reason: 'floods', expires_at }
    await relay.call('/api/blocked-pubkeys', { token: moderator.token, body: block })
    // Blocking closes the connections of a key.
    client = await RawClient.connect(relay.publicUrl)
    const notes = `/api/people/${author.pubkey}/notes`
    const added = await relay.call(notes, { token: moderator.token, body: { text: 'asked to stop' } })
    expect(added.status).toBe(200)
    expect((await relay.call(notes, { token, body: { text: 'has stopped' } })).status).toBe(200)
    await counted()
    const { adminDatabase } = relay.context
    const row = { pubkey: author.pubkey, address: 'bcrt1q-eve', allotted_at: clock.now }
    await adminDatabase.transact(tx => new LedgerStore(adminDatabase.reads).insertSubscriber(tx, row))
    const { subscription, events, person } = await one(author.pubkey, operator.token)
    expect(subscription).toEqual({ status: 'unpaid', tier: '', expires_at: null, used_bytes: 0, total_bytes: null })
    expect((await one(other.pubkey, operator.token)).subscription).toBeNull()
    expect((await one(author.pubkey, moderator.token)).subscription).toBeUndefined()
    expect(events.map(({ kind }: NostrEvent) => kind)).toEqual([1984, 1984, 1, 1, 1, 1, 1, 0])
    expect(events[2]).toEqual(JSON.parse(JSON.stringify(note)))
    const [listed] = (await people(`?q=${author.pubkey}`, operator.token)).people
    expect(person).toEqual(listed)
    expect(await one(nip19.npubEncode(author.pubkey), moderator.token)).toMatchObject({
      person: {
        pubkey: author.pubkey,
        name: '<b>Eve</b>',
        events: 8,
        files: 1,
        file_bytes: 300,
        reports: 2,
        status: ['blocked'],
      },
      about: 'about me',
      website: 'https://eve.example',
      block: { reason: 'floods', expires_at },
      reports_against: [
        { event_id: older.id, report_content: 'and this', report_count: 1 },
        { event_id: note.id, report_content: 'look', report_count: 1 },
      ],
      reports_by: [
        { pubkey: owner.pubkey, report_content: 'and them' },
        { pubkey: other.pubkey, report_content: 'no, them' },
      ],
      decisions: [{ action: 'access.block', by: moderator.operator.pubkey, by_name: 'Mo', reason: 'floods' }],
      notes: [{ text: 'has stopped' }, { text: 'asked to stop', by: moderator.operator.pubkey, by_name: 'Mo' }],
    })
    const path = `${notes}/${added.body.id}`
    const by = (asker: string) => relay.call(path, { token: asker, method: 'DELETE' })
    expect([(await by(operator.token)).status, (await by(token)).status, (await by(token)).status]).toEqual([
      403, 200, 404,
    ])
    expect((await one(author.pubkey)).notes).toMatchObject([{ text: 'has stopped' }])
  })

  test('has each decision about them, the newest first, and none about others (PEOPLE-02, PEOPLE-04)', async () => {
    const [author, other] = [newOperator(), newOperator()]
    const { pubkey } = author
    await publish(author)
    const act = async (method: string, path: string, body?: object) =>
      expect([path, (await relay.call(path, { token, method, body })).status]).toEqual([path, 200])
    const [allowed, blocked] = ['/api/access/allowed-pubkeys', '/api/blocked-pubkeys']
    for (const reason of ['a friend', 'a good friend'])
      await act('POST', allowed, { entries: [{ value: pubkey, reason }, { value: other.pubkey }] })
    await act('DELETE', allowed, { values: [pubkey, other.pubkey] })
    const quota = { events_day: 5, files_day: null, files_total: null, reason: 'a trial' }
    await act('PUT', `/api/people/${pubkey}/quota`, quota)
    await act('POST', `/api/people/${pubkey}/messages`, { text: 'please stop' })
    for (const key of [other.pubkey, pubkey])
      await act('POST', blocked, { pubkey: key, reason: 'floods', delete_events: true })
    for (const key of [pubkey, other.pubkey]) await act('DELETE', `${blocked}/${key}`)
    const { decisions } = await one(pubkey)
    expect(decisions.map(({ action, reason }: { action: string; reason: string }) => [action, reason])).toEqual([
      ['access.unblock', ''],
      ['events.delete_by_author', ''],
      ['events.delete_by_author_begun', ''],
      ['access.block', 'floods'],
      ['people.message', ''],
      ['people.quota', 'a trial'],
      ['access.remove', ''],
      ['access.update', 'a good friend'],
      ['access.add', 'a friend'],
    ])
  })

  test('has all of their events by page, newest first, and private ones for owners alone (PEOPLE-02, PEOPLE-04)', async () => {
    const author = newOperator()
    for (let at = 0; at < 5; at += 1)
      await publish(author, { created_at: Math.floor(clock.now / 1000) - 100 - (at >> 1) })
    const secret = await publish(author, { kind: 4, tags: [['p', owner.pubkey]], content: 'x?iv=y' })
    const seenAtOnce = async (asker: string) => {
      const { events, events_next } = await one(author.pubkey, asker)
      return [events.length, events_next]
    }
    const pages = async (asker: string) => {
      const ids: string[] = []
      for (let until = ''; ; ) {
        const { body } = await relay.call(`/api/people/${author.pubkey}/events?limit=2${until}`, { token: asker })
        ids.push(...body.events.map(({ id }: NostrEvent) => id))
        if (body.next === null) return ids
        until = `&until=${body.next}`
      }
    }
    const [seen, seenByOwner] = [await pages(moderator.token), await pages(token)]
    expect([await seenAtOnce(moderator.token), await seenAtOnce(token)]).toEqual([
      [5, null],
      [6, null],
    ])
    expect([new Set(seen).size, seen.length, seen.includes(secret.id)]).toEqual([5, 5, false])
    expect([new Set(seenByOwner).size, seenByOwner.includes(secret.id)]).toEqual([6, true])
    const since = Math.floor(clock.now / 1000) - 1000
    for (let at = 0; at < 20; at += 1) await publish(author, { created_at: since + at })
    expect(await seenAtOnce(moderator.token)).toEqual([20, since + 4])
  })

  test('receives a private message from the relay, recorded without its text (PEOPLE-05)', async () => {
    const reader = newOperator()
    const sent = await relay.call(`/api/people/${reader.pubkey}/messages`, {
      token: moderator.token,
      body: { text: 'please stop' },
    })
    expect(sent.status).toBe(200)
    const wraps: string[] = []
    for await (const batch of relay.context.events.query([{ kinds: [1059], tags: [['p', [reader.pubkey]]] }], {
      scope: { partyKinds: [], hidesPreferences: false, keys: [], held: 'all' },
    }))
      wraps.push(...batch.texts())
    expect(wraps).toHaveLength(1)
    expect(nip17.unwrapEvent(JSON.parse(wraps[0] ?? ''), reader.secretKey)).toMatchObject({
      kind: 14,
      pubkey: relay.context.relay.pubkey(),
      content: 'please stop',
    })
    const { decisions } = await one(reader.pubkey)
    expect(decisions).toMatchObject([{ action: 'people.message', by: moderator.operator.pubkey }])
    expect(JSON.stringify(decisions)).not.toContain('please stop')
  })

  test('is for moderators and above, with the inbox and the events, where they see no money or secrets', async () => {
    const { token: asModerator } = moderator
    const hidden = ['/api/earnings', '/api/audit', '/api/settings-history', '/api/logs', '/api/backup']
    for (const path of hidden)
      expect([path, (await relay.call(path, { token: asModerator })).status]).toEqual([path, 403])
    for (const path of ['/api/events', '/api/events/jobs']) {
      const { status, body } = await relay.call(path, { token: asModerator })
      expect([path, status]).toEqual([path, 200])
      expect(JSON.stringify(body)).not.toMatch(/sats|tier|subscription|price|address|paying/)
    }
    const calls = [
      '/api/cases',
      '/api/cases/reasons',
      '/api/cases/statistics',
      '/api/people',
      '/api/people-export',
      `/api/people/${owner.pubkey}`,
      `/api/people/${owner.pubkey}/events`,
    ]
    for (const path of calls) {
      expect([path, (await relay.call(path, { token: viewer.token })).status]).toEqual([path, 403])
      const { status, body } = await relay.call(path, { token: moderator.token })
      expect([path, status]).toEqual([path, 200])
      expect(JSON.stringify(body)).not.toMatch(/sats|tier|subscription|price|address|paying/)
    }
  })
})

test('exports who is listed as CSV, with formulas disarmed', async () => {
  await newPerson('=HYPERLINK("https://evil.example")', 1)
  await counted()
  const late = await putAdmin(relay, 'moderator')
  const response = await fetch(`${relay.adminUrl}/api/people-export?q=hyperlink`, {
    headers: { authorization: `Bearer ${late.token}` },
  })
  const lines = (await response.text()).split('\r\n')
  expect(lines[0]).toContain('pubkey,name,picture,nip05')
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(lines).toHaveLength(3)
})

test('has a flooder first by what arrived in an hour, a day, a month and ever, by bytes and by reports (PEOPLE-03)', async () => {
  const [hour, day, month] = [newOperator(), newOperator(), newOperator()]
  const write = async (author: Operator, times: number) => {
    for (let at = 0; at < times; at += 1) await publish(author)
  }
  const old = newOperator()
  await write(old, 30)
  const dayMs = 86_400_000
  // Each is counted in its window for nearly all of it, and no longer.
  clock.now += 2 * dayMs
  await write(month, 7)
  clock.now += 29 * dayMs - 4 * 3_600_000
  await write(day, 5)
  clock.now += dayMs - 3_600_000
  await write(hour, 2)
  clock.now += 50 * 60_000
  const large = newOperator()
  await publish(large, { content: 'x'.repeat(20_000) })
  for (const { pubkey } of [day, month]) await publish(hour, { kind: 1984, tags: [['p', pubkey, 'spam']], content: '' })
  await publish(large, { kind: 1984, tags: [['p', month.pubkey, 'spam']], content: '' })
  await counted()
  await relay.context.reports.settled()
  await relay.context.peopleCounter.expire()
  // Sessions end with the days.
  const late = await putAdmin(relay, 'moderator')
  const firstBy = async (sort: string) => (await people(`?sort=${sort}`, late.token)).people[0]
  expect(await firstBy('events_1h')).toMatchObject({ pubkey: hour.pubkey, events_1h: 4 })
  expect(await firstBy('events_24h')).toMatchObject({ pubkey: day.pubkey, events_24h: 5, events_1h: 0 })
  expect(await firstBy('events_30d')).toMatchObject({ pubkey: month.pubkey, events_30d: 7, events_24h: 0 })
  expect(await firstBy('events')).toMatchObject({ pubkey: old.pubkey, events: 30, events_30d: 0 })
  expect(await firstBy('bytes')).toMatchObject({ pubkey: large.pubkey })
  expect(await firstBy('last_seen')).toMatchObject({ pubkey: large.pubkey })
  expect(await firstBy('reports')).toMatchObject({ pubkey: month.pubkey, reports: 2 })
  expect((await people('?reported=1', late.token)).count).toBe(2)
  expect((await people('?seen=24h', late.token)).count).toBe(3)
})
