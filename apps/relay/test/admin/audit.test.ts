import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { npubEncode } from 'nostr-tools/nip19'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../harness.ts'

let dataDir: string
let relay: Relay
let token: string
let operator: Operator
const stranger = newOperator().pubkey

beforeEach(async () => {
  dataDir = await makeDataDir()
  relay = await startRelay({ dataDir })
  ;({ operator, token } = await relay.signedIn())
  const block = { pubkey: stranger, reason: '=HYPERLINK("x"), spam' }
  await relay.call('/api/blocked-pubkeys', { token, body: block })
  await relay.call(`/api/blocked-pubkeys/${stranger}`, { token, method: 'DELETE' })
  await relay.call('/login', { body: { npub: operator.pubkey, password: 'wrong' } })
})
afterEach(async () => {
  await relay.close()
  await rm(dataDir, { recursive: true })
})

const list = async (query = '') => (await relay.call(`/api/audit${query}`, { token })).body

describe('the audit log', () => {
  test('requires a session', async () => {
    for (const path of ['/api/audit', '/api/audit/filters', '/api/audit/export', '/api/audit/verification'])
      expect((await relay.call(path)).status).toBe(401)
  })

  test('lists who did what, to what, when and from where, with previous values, newest first', async () => {
    const { entries, hasMore } = await list()
    expect(hasMore).toBe(false)
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'session.login',
      'access.unblock',
      'access.block',
      'session.login',
      'account.signup',
    ])
    const [refused, unblocked] = entries
    expect(refused).toMatchObject({ outcome: 'refused', actor: null, target: operator.pubkey })
    expect(unblocked).toMatchObject({ outcome: 'done', actor: operator.pubkey, target: stranger, address: '127.0.0.1' })
    expect(unblocked.before).toMatchObject({ pubkey: stranger })
  })

  test('continues after the last entry of a page', async () => {
    const first = await list('?limit=2')
    expect(first.hasMore).toBe(true)
    const rest = await list(`?limit=10&before=${first.entries[1].id}`)
    expect([...first.entries, ...rest.entries]).toEqual((await list()).entries)
  })

  test('is filtered by actor, action, outcome, target and time', async () => {
    const count = async (query: string) => (await list(query)).entries.length
    expect(await count(`?actor=${operator.pubkey}`)).toBe(4)
    expect(await count('?action=access.block')).toBe(1)
    expect(await count('?outcome=refused')).toBe(1)
    expect(await count(`?q=${stranger.slice(4, 30).toUpperCase()}`)).toBe(2)
    expect(await count('?from=2100-01-01T00:00:00Z')).toBe(0)
    expect(await count('?to=2100-01-01T00:00:00Z')).toBe(5)
    const { body } = await relay.call('/api/audit/filters', { token })
    expect(body.actions).toContain('access.block')
    expect(body.actors).toEqual([{ pubkey: operator.pubkey, name: '' }])
  })

  test('refuses filters that make no sense', async () => {
    for (const query of ['?limit=0', '?limit=5000', '?actor=me', '?from=yesterday', '?before=-1'])
      expect((await relay.call(`/api/audit${query}`, { token })).status).toBe(400)
  })

  test('is exported whole, as JSON lines and as a table that runs no formula', async () => {
    const { body } = await relay.call('/api/audit/export', { token })
    const lines = body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(lines).toEqual((await list()).entries.toReversed())
    const table = await relay.call(`/api/audit/export?format=csv&separator=semicolon&action=access.block`, { token })
    expect(table.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, line, ...more] = table.body.trim().split('\r\n')
    expect(head).toMatch(/^id;at;actor;/)
    expect(line).toContain('"{""pubkey"":')
    expect(more).toEqual([])
  })
})

describe('a long log', () => {
  /** More rows than can be in transit to a reader. */
  const rows = 60_000
  let long: Relay
  let reads = 0
  let longToken: string
  beforeAll(async () => {
    long = await startRelay()
    ;({ token: longToken } = await long.signedIn())
    await long.context.adminDatabase.transact(tx =>
      sql`INSERT INTO audit_log (id, at, action, target, before, outcome, hash)
        WITH RECURSIVE counting (id) AS (SELECT 10 UNION ALL SELECT id + 1 FROM counting WHERE id < ${rows})
        SELECT id, id, 'made.up', 'row ' || id, '"' || hex(zeroblob(250)) || '"', 'done', printf('%064d', id) FROM counting`.execute(
        tx,
      ),
    )
    const { auditReader } = long.context
    const all = auditReader.all.bind(auditReader)
    auditReader.all = async function* (filter) {
      for await (const part of all(filter)) {
        reads += part.length
        yield part
      }
    }
  })
  afterAll(() => long.close())

  test("is streamed at the reader's pace, and stops when the reader leaves", async () => {
    reads = 0
    const { port, hostname } = new URL(long.adminUrl)
    const socket = connect(Number(port), hostname).pause()
    socket.write(`GET /api/audit/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${longToken}\r\n\r\n`)
    await expect.poll(() => reads).toBeGreaterThan(0)
    let before = -1
    while (before !== reads) {
      before = reads
      await long.call('/api/audit/filters', { token: longToken })
      await sleep(50)
    }
    // The sockets' own buffers take a few of the thirty-odd megabytes.
    expect(reads).toBeLessThan(rows / 2)
    socket.destroy()
    await long.call('/api/audit?limit=1', { token: longToken })
    expect(reads).toBeLessThan(rows / 2 + 1000)
  })

  test('comes whole, once, in its order', async () => {
    const { body } = await long.call('/api/audit/export?action=made.up', { token: longToken })
    const lines = body.trimEnd().split('\n')
    const ids = lines.map((line: string) => JSON.parse(line).id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([rows - 9, 10, rows])
    expect(ids.every((id: number, at: number) => id === at + 10)).toBe(true)
  })

  test('finds a page of old entries', async () => {
    const { body } = await long.call('/api/audit?q=row%2012345&limit=50', { token: longToken })
    expect(body.entries.map(({ target }: { target: string }) => target)).toEqual(['row 12345'])
    expect(body.hasMore).toBe(false)
  })
})

describe('the chain of hashes', () => {
  test('verifies as long as nothing was altered', async () => {
    const { entries } = await list()
    const { body } = await relay.call('/api/audit/verification', { token })
    expect(body).toEqual({ whole: true, entries: entries.length, firstBroken: null, head: entries[0].hash })
  })

  test('shows an entry that was changed, one that was taken away, and an end that was cut off', async () => {
    const { head } = (await relay.call('/api/audit/verification', { token })).body
    const file = new DatabaseSync(join(dataDir, 'admin.db'))
    file.exec('DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete')
    const verify = (noted?: string) => relay.context.auditReader.verify(noted)

    expect(await verify(head)).toMatchObject({ whole: true, headFound: true })
    file.exec('CREATE TEMP TABLE kept AS SELECT * FROM audit_log WHERE id = 5; DELETE FROM audit_log WHERE id = 5')
    expect(await verify()).toMatchObject({ whole: true, entries: 4 })
    expect(await verify(head)).toMatchObject({ whole: false, headFound: false })
    const asked = await relay.call(`/api/audit/verification?head=${head}`, { token })
    expect(asked.body).toMatchObject({ whole: false, headFound: false })
    file.exec('INSERT INTO audit_log SELECT * FROM kept')

    file.exec(`UPDATE audit_log SET target = 'somebody else' WHERE id = 3`)
    expect(await verify()).toMatchObject({ whole: false, firstBroken: 3 })
    file.exec('DELETE FROM audit_log WHERE id = 3')
    expect(await verify()).toMatchObject({ whole: false, firstBroken: 4 })
    file.close()
  })
})

test('the audit log finds targets as they are shown: by the name of the person, and by npub, whole or shortened', async () => {
  const person = generateSecretKey()
  const pubkey = getPublicKey(person)
  const profile = { kind: 0, content: JSON.stringify({ name: 'Balthasar' }), tags: [], created_at: 1_790_000_000 }
  const event = finalizeEvent(profile, person)
  await relay.context.events.save({ event, json: JSON.stringify(event) })
  await relay.context.events.catchUp()
  await relay.call('/api/blocked-pubkeys', { token, body: { pubkey, reason: '' } })
  const npub = npubEncode(pubkey)
  for (const q of ['balthasar', 'Balth', npub, `${npub.slice(0, 10)}…${npub.slice(-6)}`]) {
    const { entries } = await list(`?q=${encodeURIComponent(q)}`)
    expect([q, entries.map(({ target }: { target: string }) => target)]).toEqual([q, [pubkey]])
    const { body } = await relay.call(`/api/audit/export?q=${encodeURIComponent(q)}`, { token })
    expect(String(body).trim().split('\n')).toHaveLength(1)
  }
  expect((await list('?q=melchior')).entries).toEqual([])
})
