import { rm } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataDir, newOperator, type Operator, startRelay } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
const { clock, relay, token, owner, add, signed, connect, from, answerTo } = world

const read = async (by = token) => (await relay.call('/api/access/rules', { token: by })).body
const post = (rules: object[], revision: string, by = token) =>
  relay.call('/api/access/rules', { token: by, body: { revision, rules } })
const saveRules = async (...rules: object[]) => (await post(rules, (await read()).revision)).body.rules

beforeEach(async () => {
  await world.reset()
  await saveRules()
})

const refuseAll = { who: 'everyone', action: 'refuse' }
const ofKind = (kind: number, rule: object) => ({ ...rule, kinds: [{ from: kind, to: kind }] })

describe("the operator's own rules", () => {
  test('act in their order on open connections, each with its switch and its count of 7 days (ACCESS-42)', async () => {
    const [author, friend] = [newOperator(), newOperator()]
    await add('allowed-pubkeys', { value: friend.pubkey })
    const client = await connect()
    const article = (by: Operator) => answerTo(signed(by, { kind: 30_023, tags: [['d', `${Math.random()}`]] }), client)
    expect(await article(author)).toBe('taken')
    const allow = ofKind(30_023, { who: 'allowed', action: 'allow', note: 'known writers' })
    const [first, second] = await saveRules(allow, ofKind(30_023, refuseAll))
    expect(await article(author)).toBe('blocked: events of kind 30023 are not accepted here')
    expect(await article(friend)).toBe('taken')
    expect(await answerTo(signed(author), client)).toBe('taken')
    expect((await read()).rules).toMatchObject([{ note: 'known writers', count: 1 }, { count: 1 }])
    expect((await relay.call(`/api/refusals?rule=rule:${second.id}`, { token })).body.refusals).toMatchObject([
      { cause: 'kind', kind: 30_023, pubkey: author.pubkey },
    ])
    await saveRules(second, first)
    expect(await article(friend)).toMatch(/^blocked: /)
    await saveRules({ ...second, on: false }, first)
    expect(await article(author)).toBe('taken')
    const kinds = [
      { from: 40, to: 42 },
      { from: 8, to: 11 },
    ]
    const notes = { ...refuseAll, kinds }
    await saveRules({ ...second, on: false }, first, notes)
    const answers: [number, boolean][] = []
    for (const kind of [7, 8, 9, 11, 12])
      answers.push([kind, (await answerTo(signed(author, { kind }), client)) === 'taken'])
    expect(answers).toEqual([
      [7, true],
      [8, false],
      [9, false],
      [11, false],
      [12, true],
    ])
    await saveRules({ ...second, on: false }, first)
    const countsIn = async (days: number) => {
      clock.now += days * 86_400_000
      const { rules } = await relay.context.own.list()
      clock.now -= days * 86_400_000
      return rules.map(({ count }) => count)
    }
    expect([await countsIn(6), await countsIn(7)]).toEqual([
      [2, 1],
      [0, 0],
    ])
    client.close()
  })

  test('meet members, trusted keys, allowed keys and strangers, each alone or all but these (ACCESS-42)', async () => {
    const people = { members: newOperator(), trusted: newOperator(), allowed: newOperator(), strangers: newOperator() }
    const { members, trusted, allowed } = people
    const { invitation } = (await relay.call('/api/access/invitations', { token, body: {} })).body
    const tags = [['-'], ['claim', invitation.code]]
    expect(await answerTo(signed(members, { kind: 28_934, tags, content: '' }))).toBe('taken')
    await add('allowed-pubkeys', { value: allowed.pubkey })
    await world.save({ trust: { roots: [trusted.pubkey], depth: 1 } })
    const groups = Object.keys(people)
    for (const who of groups)
      for (const others of [false, true]) {
        await saveRules(ofKind(7, { who, others, action: 'refuse' }))
        const met: string[] = []
        for (const [group, by] of Object.entries(people))
          if ((await answerTo(signed(by, { kind: 7 }))) !== 'taken') met.push(group)
        expect([who, others, met]).toEqual([who, others, groups.filter(group => (group === who) !== others)])
      }
  })

  test('spare the keys that they except, also with uploads and limits (ACCESS-42)', async () => {
    const [author, friend] = [newOperator(), newOperator()]
    const except = [friend.pubkey]
    const media = { content: 'https://example.com/a.png' }
    await saveRules({ ...refuseAll, what: 'media', except }, { who: 'everyone', action: 'limit', times: 1, except })
    expect(await answerTo(signed(author, media))).toMatch(/^blocked: /)
    for (let at = 0; at < 2; at++) expect(await answerTo(signed(friend, media))).toBe('taken')
    const { policy } = relay.context
    const judged = ({ pubkey }: Operator) => policy.judgeFile({ mime: 'image/png', bytes: 1, pubkey })?.reason
    expect([judged(author), judged(friend)]).toEqual(['blocked: files are not accepted here', undefined])
    expect((await post([{ ...refuseAll, except: ['nobody'] }], (await read()).revision)).status).toBe(400)
  })

  test('limit strangers to a number an hour by key, and all keys of an address together (ACCESS-42)', async () => {
    const author = newOperator()
    await saveRules({ who: 'strangers', action: 'limit', times: 2, per: 'hour' })
    const answers = async (by: Operator, count: number) => {
      const all: string[] = []
      for (let at = 0; at < count; at++) all.push(await answerTo(signed(by)))
      return all
    }
    const refused = 'rate-limited: at most 2 per hour of events are accepted here, try later'
    expect(await answers(author, 3)).toEqual(['taken', 'taken', refused])
    expect(await answers(newOperator(), 1)).toEqual(['taken'])
    clock.now += 3_600_000
    expect(await answers(author, 3)).toEqual(['taken', 'taken', refused])
    await add('allowed-pubkeys', { value: author.pubkey })
    expect(await answers(author, 3)).toEqual(['taken', 'taken', 'taken'])
    await saveRules({ who: 'everyone', action: 'limit', times: 1, per: 'day', by: 'address' })
    const client = await from('192.0.2.44')
    expect([await answerTo(signed(newOperator()), client), await answerTo(signed(newOperator()), client)]).toEqual([
      'taken',
      'rate-limited: at most 1 per day of events are accepted here, try later',
    ])
    clock.now += 23 * 3_600_000
    expect(await answerTo(signed(newOperator()), client)).toMatch(/^rate-limited: /)
    clock.now += 3_600_000
    expect(await answerTo(signed(newOperator()), client)).toBe('taken')
    // The session ends long before.
    clock.now -= 24 * 3_600_000
    client.close()
  })

  test('refuse media of keys that are new here in their first hours, also as uploads (ACCESS-42)', async () => {
    const [known, fresh] = [newOperator(), newOperator()]
    await answerTo(signed(known))
    clock.now += 2 * 3_600_000
    await saveRules({ who: 'new', new_hours: 2, what: 'media', action: 'refuse' })
    const image = (by: Operator) => answerTo(signed(by, { content: 'see https://example.com/cat.jpg?w=1' }))
    await expect.poll(() => image(fresh)).toMatch(/^restricted: .*with media in their first 2 hours/)
    expect(await image(known)).toBe('taken')
    const upload = (pubkey: string) => relay.context.policy.judgeFile({ mime: 'image/png', bytes: 10, pubkey })?.cause
    expect([upload(fresh.pubkey), upload(known.pubkey)]).toEqual(['media-type', undefined])
    expect(await answerTo(signed(fresh))).toBe('taken')
    clock.now += 2 * 3_600_000 - 1000
    expect(await image(fresh)).toMatch(/^restricted: /)
    clock.now += 1000
    expect(await image(fresh)).toBe('taken')
  })

  test('refuse keys outside a group, and events above a size (ACCESS-42)', async () => {
    const author = newOperator()
    await saveRules(ofKind(30_023, { who: 'members', others: true, action: 'refuse' }), {
      who: 'everyone',
      what: 'larger',
      above_kb: 2,
      action: 'refuse',
    })
    const article = signed(author, { kind: 30_023, tags: [['d', 'a']] })
    expect(await answerTo(article)).toMatch(/^restricted: only members can publish events of kind 30023 here/)
    expect(await answerTo(signed(author, { content: 'x'.repeat(2048) }))).toMatch(/^blocked: events above 2 KB/)
    expect(await answerTo(signed(author, { content: 'x'.repeat(1600) }))).toBe('taken')
  })

  test('let every owner pass (ACCESS-44)', async () => {
    await saveRules(refuseAll)
    await add('words', { value: 'forbidden' })
    await add('addresses', { value: '198.51.100.0/24' })
    await world.save({ write: 'listed' })
    expect(await answerTo(signed(newOperator()), await from('192.0.2.1'))).toMatch(/^restricted: /)
    expect(await answerTo(signed(owner, { content: 'forbidden' }), await from('192.0.2.1'))).toBe('taken')
    const addresses = await relay.context.sessions.addressesOf(owner.pubkey)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      await add('addresses', { value: address })
      expect(relay.context.policy.judgeAddress(address)).toBeNull()
    }
  })
})

test('keep their order and counts after a restart (ACCESS-42)', async () => {
  const dataDir = await makeDataDir()
  const first = await startRelay({ dataDir })
  const { token: by, operator } = await first.signedIn()
  const allow = ofKind(30_023, { who: 'everyone', action: 'allow' })
  const rules = [
    { ...allow, id: 'ffffffff' },
    { ...refuseAll, id: '00000000' },
  ]
  const { revision } = (await first.call('/api/access/rules', { token: by })).body
  expect((await first.call('/api/access/rules', { token: by, body: { revision, rules } })).status).toBe(200)
  const obeys = async ({ publicUrl }: typeof first) => {
    const client = await RawClient.connect(publicUrl)
    const created_at = Math.floor(Date.now() / 1000)
    for (const [kind, accepted] of [
      [30_023, true],
      [1, false],
    ] as const)
      expect(await client.publish(signed(newOperator(), { kind, created_at }))).toMatchObject({ accepted })
    client.close()
  }
  await obeys(first)
  await first.close()
  const second = await startRelay({ dataDir })
  await obeys(second)
  const { body } = await second.call('/api/access/rules', { token: await second.login(operator) })
  expect(body.rules).toMatchObject([{ count: 2 }, { count: 2 }])
  await second.close()
  await rm(dataDir, { recursive: true })
})

describe('saving rules', () => {
  test('tells the later of two admins, and saves nothing of theirs', async () => {
    const { revision } = await read()
    expect((await post([refuseAll], revision)).status).toBe(200)
    const { status, body } = await post([], revision)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await read()).rules).toHaveLength(1)
  })

  test('refuses unknown conditions and a range that ends before it begins', async () => {
    const { revision } = await read()
    for (const rule of [
      { who: 'everyone', action: 'run' },
      { who: 'nobody', action: 'refuse' },
      { ...refuseAll, kinds: [{ from: 5, to: 1 }] },
      { ...refuseAll, action: 'limit', times: 1001 },
    ])
      expect((await post([rule], revision)).status).toBe(400)
    expect(
      (
        await post(
          Array.from({ length: 201 }, () => refuseAll),
          revision,
        )
      ).status,
    ).toBe(400)
  })

  test('is for operators and above, and in the audit log', async () => {
    const [moderator, operator] = await Promise.all([putAdmin(relay, 'moderator'), putAdmin(relay, 'operator')])
    const { revision, rules } = await read(moderator.token)
    expect(rules).toEqual([])
    expect((await post([refuseAll], revision, moderator.token)).status).toBe(403)
    expect((await post([refuseAll], revision, operator.token)).status).toBe(200)
    const { body } = await relay.call('/api/audit?action=access.save-rules&limit=1', { token })
    expect(body.entries[0]).toMatchObject({ before: { rules: [] }, after: { rules: [{ action: 'refuse' }] } })
  })
})
