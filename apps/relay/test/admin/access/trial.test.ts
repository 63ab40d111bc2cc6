import { getEventHash, type NostrEvent } from 'nostr-tools'
import { getPow } from 'nostr-tools/nip13'
import { afterAll, describe, expect, test } from 'vitest'
import { newOperator, type Operator } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
const { clock, relay, token, owner, signed, from, connect, answerTo } = world

const attempt = (body: object, by = token) => relay.call('/api/access/try', { token: by, body })
const [poster, spammer] = [newOperator(), newOperator()]

/** A week without events of other tests. */
async function openWeek() {
  clock.now += 8 * 86_400_000
  const { token: fresh } = await putAdmin(relay, 'operator')
  return { fresh, tell: async (body: object) => (await attempt(body, fresh)).body }
}

function withWork(by: Operator, bits: number): NostrEvent {
  const created_at = Math.floor(clock.now / 1000)
  const draft = { kind: 1, pubkey: by.pubkey, created_at, content: 'work', tags: [['nonce', '0', '60']] }
  for (let nonce = 0; getPow(getEventHash(draft)) !== bits; nonce++) draft.tags = [['nonce', String(nonce), '60']]
  return signed(by, draft)
}

describe('trying a change before it is saved', () => {
  test('tells what a word, a rule, a mode and a kind would have refused, by author and kind, and changes nothing (ACCESS-37, ACCESS-38)', async () => {
    const old = signed(poster, { content: 'cheap pills' })
    await answerTo(old)
    const operator = (await putAdmin(relay, 'operator')).token
    await relay.call('/api/access/words', { token: operator, body: { entries: [{ value: 'forbidden' }] } })
    clock.now += 86_400_000 + 60_000
    const content = 'cheap pills 💊 für alle'
    const early = signed(spammer, { content })
    expect(await answerTo(early)).toBe('taken')
    clock.now += 7 * 86_400_000 - 60_000
    const spam = [signed(spammer, { content }), signed(spammer, { kind: 7, content })]
    for (const event of [...spam, signed(owner, { content: 'cheap pills' })])
      expect(await answerTo(event)).toBe('taken')
    expect(await answerTo(signed(spammer, { kind: 7, content: 'forbidden' }))).toMatch(/^blocked: /)
    const fresh = (await putAdmin(relay, 'operator')).token
    const tell = async (body: object) => (await attempt(body, fresh)).body
    const saved = () =>
      Promise.all(
        ['', '/rules', '/words', '/changes', '/allowed-pubkeys']
          .map(path => `/api/access${path}`)
          .concat('/api/relay-settings')
          .map(async path => (await relay.call(path, { token: fresh })).body),
      )
    const before = await saved()

    const bytes = [early, ...spam].reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0)
    const byWord = await tell({ list: 'words', entries: [{ value: 'pills' }] })
    expect(byWord).toEqual({
      days: 7,
      refused: { events: 3, authors: 1, bytes },
      statuses: { stranger: 1 },
      stored: { events: 4, authors: 2, bytes: bytes + JSON.stringify(old).length },
      by_author: [
        { pubkey: spammer.pubkey, events: 3, standing: 'stranger' },
        { pubkey: poster.pubkey, events: 1, standing: 'stranger' },
      ],
      by_kind: [
        { kind: 1, events: 3 },
        { kind: 7, events: 1 },
      ],
      examples: [spam[1]?.id, spam[0]?.id, early.id, old.id],
      looked_at: expect.any(Number),
      is_all: true,
      locked_out: { count: 0, pubkeys: [] },
    })
    // With the one that was refused.
    const rule = { who: 'strangers', action: 'refuse', kinds: [{ from: 7, to: 7 }] }
    expect((await tell({ rules: [rule] })).refused).toMatchObject({ events: 2, authors: 1 })
    expect((await tell({ relay_settings: { mode: 'blacklist', KindBlacklist: ['kind7'] } })).refused.events).toBe(2)
    expect((await tell({ access: { write: 'listed' } })).refused.events).toBe(4)
    expect((await tell({ access: { read: 'writers' } })).refused.events).toBe(0)
    expect(await saved()).toEqual(before)
    const reader = await connect()
    expect(await reader.stored({ ids: [old.id] })).toEqual([old.id])
    reader.close()
    const perHour = { who: 'everyone', action: 'limit', times: 1, per: 'hour' }
    const allowed = { entries: [{ value: spammer.pubkey }] }
    await relay.call('/api/access/allowed-pubkeys', { token: fresh, body: allowed })
    expect(await tell({ rules: [perHour] })).toMatchObject({ refused: { events: 2 }, statuses: { allowed: 1 } })
    for (const by of [spammer, newOperator()])
      expect(await answerTo(signed(by, { kind: 7, content: 'cheap pills' }))).toBe('taken')
  })

  test('counts what work, bounds of created_at, invitations and trust would refuse (ACCESS-37)', async () => {
    const { fresh, tell } = await openWeek()
    const [member, follower, stranger] = [newOperator(), newOperator(), newOperator()]
    const { body } = await relay.call('/api/access/invitations', { token: fresh, body: {} })
    const claim = [['-'], ['claim', body.invitation.code]]
    expect(await answerTo(signed(member, { kind: 28_934, content: '', tags: claim }))).toBe('taken')
    const seconds = Math.floor(clock.now / 1000)
    for (const event of [
      withWork(member, 8),
      signed(follower, { created_at: seconds - 7200 }),
      signed(follower, { kind: 3, content: '', tags: [['p', member.pubkey]] }),
      signed(stranger, { created_at: seconds + 600 }),
    ])
      expect(await answerTo(event)).toBe('taken')
    const expected: [object, number, object][] = [
      [{ min_pow: 8 }, 3, { stranger: 2 }],
      [{ min_pow: 9 }, 4, { stranger: 2, member: 1 }],
      [{ created_at_past_seconds: 3600 }, 1, { stranger: 1 }],
      [{ created_at_past_seconds: 7200 }, 0, {}],
      [{ created_at_future_seconds: 60 }, 1, { stranger: 1 }],
      [{ created_at_future_seconds: 600 }, 0, {}],
      [{ write: 'invited' }, 3, { stranger: 2 }],
      [{ write: 'paying' }, 4, { stranger: 2, member: 1 }],
      [{ write: 'trusted', trust: { roots: [follower.pubkey], depth: 1 } }, 1, { stranger: 1 }],
    ]
    const counted: typeof expected = []
    for (const [access] of expected) {
      const { refused, statuses } = await tell({ access })
      counted.push([access, refused.events, statuses])
    }
    expect(counted).toEqual(expected)
  })

  test('counts what words, parts, patterns, addresses and networks would refuse (ACCESS-37)', async () => {
    const { tell } = await openWeek()
    const author = newOperator()
    for (const content of ['xv1agrax', 'a v1agra', 'pooker']) await answerTo(signed(author, { content }))
    for (const address of ['203.0.113.5', '203.0.113.6', '203.0.114.5']) {
      const client = await from(address)
      expect(await answerTo(signed(author, { tags: [['-']] }), client)).toMatch(/^auth-required: /)
      client.close()
    }
    const expected: [string, object, number][] = [
      ['words', { value: 'v1agra' }, 1],
      ['words', { value: 'v1agra', match: 'part' }, 2],
      ['words', { value: 'po+ker', match: 'pattern' }, 1],
      ['words', { value: 'po+ker', match: 'part' }, 0],
      ['addresses', { value: '203.0.113.5' }, 1],
      ['addresses', { value: '203.0.113.0/24' }, 2],
      ['addresses', { value: '192.0.2.0/24' }, 0],
    ]
    const counted: typeof expected = []
    for (const [list, entry] of expected)
      counted.push([list, entry, (await tell({ list, entries: [entry] })).refused.events])
    expect(counted).toEqual(expected)
  })

  test('refuses two changes at a time and roles below operators', async () => {
    const moderator = await putAdmin(relay, 'moderator')
    const fresh = (await putAdmin(relay, 'operator')).token
    expect((await attempt({ access: { write: 'listed' } }, moderator.token)).status).toBe(403)
    for (const body of [{}, { access: {}, rules: [] }, { list: 'words' }, { access: { write: 'nobody' } }])
      expect((await attempt(body, fresh)).status).toBe(400)
  })

  test('says how far it is, and ends for a caller who hangs up', async () => {
    await answerTo(signed(newOperator()))
    const { trial } = relay.context
    const gone = new AbortController()
    const trying = trial.try({ rules: [] }, { admin: owner.pubkey, role: 'owner', signal: gone.signal })
    expect(trial.progressOf(owner.pubkey)).toMatchObject({ done: 0, of: expect.any(Number) })
    gone.abort()
    await expect(trying).rejects.toThrow()
    expect(trial.progressOf(owner.pubkey)).toBeNull()
  })
})
