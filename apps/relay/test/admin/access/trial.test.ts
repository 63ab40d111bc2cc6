import { afterAll, describe, expect, test } from 'vitest'
import { newOperator } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
const { clock, relay, token, owner, add, signed, connect, answerTo } = world

const attempt = (body: object, by = token) => relay.call('/api/access/try', { token: by, body })
const [poster, spammer] = [newOperator(), newOperator()]

describe('trying a change before it is saved', () => {
  test('tells what a word, a rule, a mode and a kind would have refused, by author and kind, and changes nothing (ACCESS-37, ACCESS-38)', async () => {
    const old = signed(poster, { content: 'cheap pills' })
    await answerTo(old)
    await add('words', { value: 'forbidden' })
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
