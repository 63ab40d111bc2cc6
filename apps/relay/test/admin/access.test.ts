import { sql } from 'kysely'
import { finalizeEvent, nip19 } from 'nostr-tools'
import { makeAuthEvent } from 'nostr-tools/nip42'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { auditOf, putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'

let clock = Date.now()
let relay: Relay
let token: string
let operator: Operator
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  ;({ token, operator } = await relay.signedIn())
})
afterAll(() => relay.close())
beforeEach(async () => {
  const { body } = await relay.call('/api/blocked-pubkeys', { token })
  for (const { pubkey } of body.blocked_pubkeys) await unblock(pubkey)
})

const newKey = () => newOperator().pubkey
const list = async (query = '') => (await relay.call(`/api/blocked-pubkeys${query}`, { token })).body
const block = (body: unknown) => relay.call('/api/blocked-pubkeys', { token, body })
const unblock = (pubkey: string) => relay.call(`/api/blocked-pubkeys/${pubkey}`, { token, method: 'DELETE' })

const confirmPassword = () =>
  relay.call('/api/account/confirm-password', { token, body: { password: operator.password } })
const unblockMany = (pubkeys: unknown, as = token) =>
  relay.call('/api/blocked-pubkeys/unblock-many', { token: as, body: { pubkeys } })
const blockMany = (blocks: unknown) => relay.call('/api/blocked-pubkeys/block-many', { token, body: { blocks } })

describe('bulk changes', () => {
  it('refuses empty, oversized and invalid lists at their field, and lifts nothing', async () => {
    const pubkey = newKey()
    await block({ pubkey })
    const tooMany = Array.from({ length: 1001 }, () => pubkey)
    for (const [pubkeys, field] of [
      [[], 'pubkeys'],
      [tooMany, 'pubkeys'],
      [[pubkey, 'abc'], 'pubkeys.1'],
      [[pubkey, 'f'.repeat(64)], 'pubkeys.1'],
    ] as const) {
      const { status, body } = await unblockMany(pubkeys)
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    }
    expect((await blockMany([{ pubkey: newKey() }, { pubkey: 'abc' }])).body.fields).toHaveProperty('blocks.1.pubkey')
    expect((await blockMany(Array.from({ length: 301 }, () => ({ pubkey: newKey() })))).status).toBe(400)
    expect((await list()).count).toBe(1)
  })

  it('asks every permitted role for the password again after ten minutes, and lifts nothing', async () => {
    const [one, two] = [newKey(), newKey()]
    await blockMany([{ pubkey: one }, { pubkey: two }])
    const viewer = await putAdmin(relay, 'viewer')
    expect((await unblockMany([one, two], viewer.token)).body.code).toBe('forbidden')
    const moderator = await putAdmin(relay, 'moderator')
    clock += 10 * 60_000 + 1
    expect((await unblockMany([one, two], moderator.token)).body.code).toBe('password_needed')
    expect((await list()).count).toBe(2)
    const body = { password: moderator.operator.password }
    await relay.call('/api/account/confirm-password', { token: moderator.token, body })
    expect((await unblockMany([one, two], moderator.token)).status).toBe(200)
    expect((await list()).count).toBe(0)
    await confirmPassword()
  })

  it('keeps every block if one entry of the audit log cannot be written', async () => {
    const [one, two] = [newKey(), newKey()]
    await blockMany([{ pubkey: one }, { pubkey: two }])
    const { adminDatabase, access } = relay.context
    const run = (statement: string) => adminDatabase.transact(tx => sql.raw(statement).execute(tx))
    await run(`CREATE TRIGGER fails BEFORE INSERT ON audit_log WHEN NEW.target = '${two}'
      BEGIN SELECT RAISE(ABORT, 'no'); END`)
    expect((await unblockMany([one, two])).status).toBe(500)
    expect((await blockMany([{ pubkey: newKey() }, { pubkey: two }])).body.already).toBe(1)
    await run('DROP TRIGGER fails')
    expect([access.isBlocked(one), access.isBlocked(two), (await list()).count]).toEqual([true, true, 3])
  })

  it('R-20, ACCESS-06: lifts blocks, returns their reasons, restores them, and records each key in the audit log', async () => {
    const keys = Array.from({ length: 40 }, newKey)
    const told: string[] = []
    const stop = relay.context.access.onBlocked(key => told.push(key))
    const blocks = keys.map((pubkey, at) => ({ pubkey, reason: `reason ${at}` }))
    const [first, ...others] = blocks
    await block(first)
    expect((await blockMany([...blocks, { pubkey: keys[1], reason: 'twice' }])).body).toMatchObject({
      already: 2,
      blocked: others,
    })
    expect(told).toEqual(keys)
    stop()

    const lifted = await unblockMany([...keys, nip19.npubEncode(keys[0] ?? ''), newKey()])
    const reasonsOf = (rows: { pubkey: string; reason: string }[]) => new Map(rows.map(row => [row.pubkey, row.reason]))
    expect(reasonsOf(lifted.body.unblocked)).toEqual(reasonsOf(blocks))
    expect(lifted.body.already).toBe(1)
    expect([(await list()).count, relay.context.access.isBlocked(keys[7] ?? '')]).toEqual([0, false])

    await blockMany(lifted.body.unblocked)
    expect(reasonsOf((await list()).blocked_pubkeys)).toEqual(reasonsOf(blocks))
    const reads = relay.context.adminDatabase.reads
    const rows = await reads
      .selectFrom('audit_log')
      .select('action')
      .where('target', '=', keys[9] ?? '')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['access.block', 'access.unblock', 'access.block'])
    expect(await relay.context.auditReader.verify()).toMatchObject({ whole: true })
  })
})

describe('blocked public keys', () => {
  it('refuses a second block of a key in any form with 409, and a lift without a block with 404 (ACCESS-08)', async () => {
    const pubkey = newKey()
    expect((await block({ pubkey, reason: 'spam' })).status).toBe(200)
    for (const again of [pubkey, pubkey.toUpperCase(), nip19.npubEncode(pubkey)]) {
      const answer = await block({ pubkey: again })
      expect([answer.status, answer.body.error]).toEqual([409, 'This public key is already blocked'])
    }
    expect((await list()).count).toBe(1)
    const lifted = await unblock(newKey())
    expect([lifted.status, lifted.body.error]).toEqual([404, 'This public key is not blocked'])
    expect((await list()).count).toBe(1)
  })

  it('answers one of two simultaneous blocks of a key with a conflict (ACCESS-08)', async () => {
    const pubkey = newKey()
    const answers = await Promise.all([block({ pubkey }), block({ pubkey })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    ['a short text', 'abc'],
    ['no point on the curve', 'f'.repeat(64)],
    ['an npub with a wrong checksum', `npub1${'q'.repeat(58)}`],
    ['a number', 7],
    ['nothing', undefined],
  ])('%s is refused as a key', async (_name, pubkey) => {
    const answer = await block({ pubkey })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('pubkey')
  })

  it('R-20: blocks immediately, returns the key, and lifts immediately', async () => {
    const pubkey = newKey()
    const told: string[] = []
    const stop = relay.context.access.onBlocked(blocked => told.push(blocked))
    const answer = await block({ pubkey: nip19.npubEncode(pubkey), reason: ' spam ' })
    expect(answer.body.blocked).toEqual({
      pubkey,
      reason: 'spam',
      blocked_at: new Date(clock).toISOString(),
      blocked_by: operator.pubkey,
      blocked_by_name: '',
      expires_at: null,
    })
    expect(answer.body.deleted_events).toBe(0)
    expect(relay.context.access.isBlocked(pubkey)).toBe(true)
    expect(told).toEqual([pubkey])
    stop()
    expect((await unblock(nip19.npubEncode(pubkey))).status).toBe(200)
    expect(relay.context.access.isBlocked(pubkey)).toBe(false)
  })

  it('R-20: the list says who has blocked, by the name that they have now', async () => {
    const moderator = await putAdmin(relay, 'moderator', { firstName: 'Grace', lastName: 'Hopper' })
    const pubkey = newKey()
    await relay.call('/api/blocked-pubkeys', { token: moderator.token, body: { pubkey } })
    const [row] = (await list()).blocked_pubkeys
    expect([row.blocked_by, row.blocked_by_name]).toEqual([moderator.operator.pubkey, 'Grace Hopper'])
  })

  it('restores reason, date and author when a lifting is undone, and starts over without them (ACCESS-41)', async () => {
    const moderator = await putAdmin(relay, 'moderator')
    const [undone, anew, forged] = [newKey(), newKey(), newKey()]
    const old = new Date(clock).toISOString()
    for (const pubkey of [undone, anew])
      await relay.call('/api/blocked-pubkeys', { token: moderator.token, body: { pubkey, reason: 'spam' } })
    clock += 60_000
    for (const pubkey of [undone, anew]) await unblock(pubkey)
    const many = (blocks: object[], restore: boolean) =>
      relay.call('/api/blocked-pubkeys/block-many', { token, body: { blocks, restore } })
    await many([{ pubkey: undone }, { pubkey: forged, reason: 'x', blocked_at: old, blocked_by: undone }], true)
    await many([{ pubkey: anew, reason: 'again' }], false)
    const rows = (await list()).blocked_pubkeys as { pubkey: string; expires_at: string | null }[]
    const now = new Date(clock).toISOString()
    expect(rows.map(({ expires_at }) => expires_at)).toEqual([null, null, null])
    expect(new Map(rows.map(({ pubkey, expires_at: _, ...row }) => [pubkey, row]))).toEqual(
      new Map([
        [undone, { reason: 'spam', blocked_at: old, blocked_by: moderator.operator.pubkey, blocked_by_name: '' }],
        [forged, { reason: 'x', blocked_at: now, blocked_by: operator.pubkey, blocked_by_name: '' }],
        [anew, { reason: 'again', blocked_at: now, blocked_by: operator.pubkey, blocked_by_name: '' }],
      ]),
    )
  })

  it('serves the stored events of a blocked author, unless deleted with the block, and closes the connections that the author used (ACCESS-03, ACCESS-04)', async () => {
    const [first, kept, gone] = [newOperator(), newOperator(), newOperator()]
    const client = await RawClient.connect(relay.publicUrl)
    const created_at = Math.floor(Date.now() / 1000)
    const notes = [first, kept, gone].map(({ secretKey }) =>
      finalizeEvent({ kind: 1, tags: [], content: 'hello', created_at }, secretKey),
    )
    for (const note of notes) expect((await client.publish(note)).accepted).toBe(true)
    const [signedIn, stranger] = [await RawClient.connect(relay.publicUrl), await RawClient.connect(relay.publicUrl)]
    const answer = makeAuthEvent(relay.publicUrl, await signedIn.challenge())
    for (const { secretKey } of [first, kept, gone]) {
      const event = finalizeEvent({ ...answer, created_at: Math.floor(clock / 1000) }, secretKey)
      signedIn.say('AUTH', event)
      expect((await signedIn.hear('OK', event.id))[2]).toBe(true)
    }
    await blockMany([{ pubkey: newKey() }, { pubkey: kept.pubkey }])
    for (const open of [client, signedIn])
      expect(await open.closed).toEqual({ code: 1008, reason: expect.stringMatching(/^blocked: /) })
    await block({ pubkey: gone.pubkey, delete_events: true })
    expect(await stranger.stored({ authors: [gone.pubkey] })).toEqual([])
    stranger.close()
    const reader = await RawClient.connect(relay.publicUrl)
    expect(await reader.stored({ authors: [kept.pubkey, gone.pubkey] })).toEqual([notes[1]?.id])
    reader.close()
  })

  it('says how many events of an author are stored here, as many as blocking with deletion then deletes (ACCESS-04)', async () => {
    const author = newOperator()
    const stored = async (key = author.pubkey) =>
      (await relay.call(`/api/blocked-pubkeys/${key}/stored-events`, { token })).body.count
    expect(await stored()).toBe(0)
    for (const content of ['one', 'two', 'three']) {
      const event = finalizeEvent({ kind: 1, tags: [], content, created_at: 1 }, author.secretKey)
      await relay.context.events.save({ event, json: JSON.stringify(event) })
    }
    expect([await stored(), await stored(nip19.npubEncode(author.pubkey))]).toEqual([3, 3])
    expect((await block({ pubkey: author.pubkey, delete_events: true })).body.deleted_events).toBe(3)
    expect((await relay.call('/api/blocked-pubkeys/abc/stored-events', { token })).status).toBe(400)
  })

  it('lists the newest first, in pages, with the number of all (ACCESS-07)', async () => {
    const keys: string[] = []
    for (let index = 0; index < 5; index++) {
      clock += 1000
      keys.unshift(newKey())
      await block({ pubkey: keys[0], reason: `reason ${index}` })
    }
    const blocked_at = new Date(clock).toISOString()
    clock += 60_000
    const page = await list('?limit=2&offset=1')
    expect(page.count).toBe(5)
    expect(page.blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey)).toEqual(keys.slice(1, 3))
    expect((await list()).blocked_pubkeys).toHaveLength(5)
    expect((await list('?limit=1')).blocked_pubkeys).toMatchObject([
      { pubkey: keys[0], reason: 'reason 4', blocked_at },
    ])
    expect((await relay.call('/api/blocked-pubkeys?limit=0', { token })).status).toBe(400)
  })

  it('finds by part of the key, by part of the reason and by npub; wildcards are letters', async () => {
    const [one, other] = [newKey(), newKey()]
    await block({ pubkey: one, reason: 'Sells 100% fake watches' })
    await block({ pubkey: other, reason: 'insults' })
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey)
    expect(await found('FAKE')).toEqual([one])
    expect(await found('100%')).toEqual([one])
    expect(await found('_')).toEqual([])
    expect(await found(other.slice(10, 30).toUpperCase())).toEqual([other])
    expect(await found(nip19.npubEncode(other))).toEqual([other])
  })

  it('records each change in the audit log', async () => {
    const pubkey = newKey()
    await block({ pubkey, reason: 'spam', delete_events: true })
    await unblock(pubkey)
    const reads = relay.context.adminDatabase.reads
    const rows = await reads.selectFrom('audit_log').selectAll().where('target', '=', pubkey).execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'access.block',
      'events.delete_by_author_begun',
      'events.delete_by_author',
      'access.unblock',
    ])
  })

  it('records an interrupted deletion and its author in the audit log', async () => {
    const pubkey = newKey()
    const removing = vi.spyOn(relay.context.events, 'removeByAuthor').mockRejectedValueOnce(new Error('disk I/O error'))
    expect((await block({ pubkey, delete_events: true })).status).toBe(500)
    removing.mockRestore()
    expect((await auditOf(relay, 'events.delete_by_author_begun')).at(-1)).toMatchObject({
      actor: operator.pubkey,
      target: pubkey,
      outcome: 'done',
    })
    expect((await auditOf(relay, 'events.delete_by_author')).map(({ target }) => target)).not.toContain(pubkey)
  })

  describe('deleting the events of a blocked author', () => {
    const publish = async (author: ReturnType<typeof newOperator>, count: number) => {
      for (let at = 0; at < count; at++) {
        const event = finalizeEvent({ kind: 1, tags: [], content: `${at}`, created_at: 1 }, author.secretKey)
        await relay.context.events.save({ event, json: JSON.stringify(event) })
      }
    }
    const deleteEvents = (key: string, by = token) =>
      relay.call(`/api/blocked-pubkeys/${key}/delete-events`, { token: by, body: {} })

    it('deletes them all although the key was blocked before, and records it (ACCESS-04)', async () => {
      const [author, other] = [newOperator(), newOperator()]
      await publish(author, 3)
      await publish(other, 2)
      expect((await deleteEvents(author.pubkey)).status).toBe(404)
      await block({ pubkey: author.pubkey })
      expect((await deleteEvents(nip19.npubEncode(author.pubkey))).body).toMatchObject({
        deleted_events: 3,
        still_deleting: false,
      })
      expect(await relay.context.access.countStored(author.pubkey)).toBe(0)
      expect(await relay.context.access.countStored(other.pubkey)).toBe(2)
      const noted = await auditOf(relay, 'events.delete_by_author')
      expect(noted.at(-1)).toMatchObject({ target: author.pubkey, after: '{"deleted":3}', outcome: 'done' })
    })

    it('is refused to viewers, and to those whose role is below that of the author', async () => {
      const [viewer, moderator, owner] = [
        await putAdmin(relay, 'viewer'),
        await putAdmin(relay, 'moderator'),
        await putAdmin(relay, 'owner'),
      ]
      const { pubkey } = owner.operator
      await publish(owner.operator, 1)
      await block({ pubkey })
      expect((await deleteEvents(pubkey, viewer.token)).status).toBe(403)
      expect((await deleteEvents(pubkey, moderator.token)).status).toBe(409)
      expect(await relay.context.access.countStored(pubkey)).toBe(1)
    })
  })

  it('an admin whose role is above is not blocked, nor is anything of theirs deleted, alone or among others', async () => {
    const owner = await putAdmin(relay, 'owner')
    const moderator = await putAdmin(relay, 'moderator')
    const other = await putAdmin(relay, 'moderator')
    const stored = finalizeEvent({ kind: 1, tags: [], content: 'mine', created_at: 1 }, owner.operator.secretKey)
    await relay.context.events.save({ event: stored, json: JSON.stringify(stored) })
    const as = ({ token }: { token: string }, path: string, body: object) =>
      relay.call(`/api/blocked-pubkeys${path}`, { token, body })
    const { pubkey } = owner.operator
    const refusals = [
      await as(moderator, '', { pubkey, delete_events: true }),
      await as(moderator, '', { pubkey: nip19.npubEncode(pubkey) }),
      await as(moderator, '/block-many', { blocks: [{ pubkey: newKey() }, { pubkey }] }),
      await as(await putAdmin(relay, 'operator'), '', { pubkey }),
    ]
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([
        409,
        { error: 'This is the key of an admin whose role is above yours', code: 'conflict' },
      ])
    expect([(await list()).count, await relay.context.access.countStored(pubkey)]).toEqual([0, 1])
    expect((await auditOf(relay, 'access.block')).filter(({ target }) => target === pubkey)).toMatchObject([
      ...[
        { actor: moderator.operator.pubkey, outcome: 'refused', after: '{"role":"moderator"}' },
        { outcome: 'refused', after: '{"role":"operator"}' },
      ],
    ])
    // Equals and lower roles are allowed.
    expect((await as(moderator, '', { pubkey: other.operator.pubkey })).status).toBe(200)
    expect((await as({ token }, '', { pubkey, delete_events: true })).body.deleted_events).toBe(1)
  })
})
