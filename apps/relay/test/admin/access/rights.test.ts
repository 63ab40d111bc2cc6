import { getEventHash, type NostrEvent, nip19 } from 'nostr-tools'
import { getPow } from 'nostr-tools/nip13'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOperator, type Operator } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import type { RawClient } from '../../support/raw-client.ts'
import { everyone, openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
beforeEach(() => world.reset())
const { clock, relay, token, owner, httpUrl, add, remove, save, signed } = world
const { connect, answerTo, signIn, upload, limitation } = world

/** Why this was closed, without any answer before it: a later judgement closes too, but stored events were sent then. */
async function onlyAnswer(client: RawClient, id: string): Promise<unknown> {
  const [, , reason] = await client.hear('CLOSED', id)
  expect(client.heard.filter(([, about]) => about === id)).toHaveLength(1)
  return reason
}

describe('write access', () => {
  test('lets only allowed keys write, refuses everyone with an empty list, and keeps unsent members (ACCESS-10, ACCESS-25, ACCESS-26)', async () => {
    const author = newOperator()
    const client = await connect()
    await save({ created_at_past_seconds: 7200, created_at_future_seconds: 700 })
    const { body } = await save({ write: 'listed' })
    const kept = { created_at_past_seconds: 7200, created_at_future_seconds: 700 }
    expect(body.access).toMatchObject({ ...everyone, ...kept, write: 'listed' })
    expect(await answerTo(signed(author), client)).toMatch(/^restricted: /)
    expect(await limitation()).toMatchObject({ restricted_writes: true, auth_required: false })
    await add('allowed-pubkeys', { value: author.pubkey })
    expect(await answerTo(signed(author), client)).toBe('taken')
    await save({ min_pow: 0 })
    await signIn(client, author)
    for (const kind of [0, 1, 5, 7, 20_001, 30_023])
      expect([kind, await answerTo(signed(newOperator(), { kind }), client)]).toEqual([
        kind,
        expect.stringMatching(/^restricted: /),
      ])
    client.close()
  })

  test('lets only allowed keys upload files, and no key with an empty list (ROUTE-14, ACCESS-26)', async () => {
    const [author, other] = [newOperator(), newOperator()]
    const refused = [403, expect.stringMatching(/^restricted: /)]
    await save({ write: 'listed' })
    expect(await upload(author, 'one')).toEqual(refused)
    await add('allowed-pubkeys', { value: author.pubkey })
    expect([await upload(author, 'one'), await upload(other, 'two')]).toEqual([[201, null], refused])
    await remove('allowed-pubkeys', [author.pubkey])
    expect(await upload(author, 'three')).toEqual(refused)
  })

  test('refuses keys without a running subscription, members too, while only paying keys write (ACCESS-28)', async () => {
    const member = newOperator()
    const { invitation } = (await relay.call('/api/access/invitations', { token, body: {} })).body
    const tags = [['-'], ['claim', invitation.code]]
    expect(await answerTo(signed(member, { kind: 28_934, content: '', tags }))).toBe('taken')
    await save({ write: 'paying' })
    for (const by of [member, newOperator()]) expect(await answerTo(signed(by))).toMatch(/^restricted: .*paying/)
  })

  test('lets keys within the depth of the roots write, and follows changed follow lists (ACCESS-29, ACCESS-30)', async () => {
    const [root, friend, friendOfFriend, stranger] = [newOperator(), newOperator(), newOperator(), newOperator()]
    const follow = (by: Operator, ...keys: Operator[]) =>
      answerTo(signed(by, { kind: 3, content: '', tags: keys.map(({ pubkey }) => ['p', pubkey]) }))
    const [far, another] = [newOperator(), newOperator()]
    await follow(root, another, friend)
    await follow(friend, another, friendOfFriend)
    await follow(stranger, far)
    const other = newOperator()
    const roots = [nip19.npubEncode(other.pubkey), nip19.npubEncode(root.pubkey)]
    const { body } = await save({ write: 'trusted', trust: { roots, depth: 1 } })
    expect(body.access.trust).toEqual({ roots: [other.pubkey, root.pubkey], depth: 1, size: 4 })
    for (const by of [other, root, friend]) expect(await answerTo(signed(by))).toBe('taken')
    expect(await answerTo(signed(friendOfFriend))).toMatch(/^restricted: /)
    await save({ trust: { depth: 2 } })
    expect(await answerTo(signed(friendOfFriend))).toBe('taken')
    expect((await relay.call(`/api/access/trust/${friendOfFriend.pubkey}`, { token })).body.path).toEqual([
      root.pubkey,
      friend.pubkey,
      friendOfFriend.pubkey,
    ])
    await follow(friendOfFriend, stranger)
    expect(await answerTo(signed(stranger))).toMatch(/^restricted: /)
    await save({ trust: { depth: 3 } })
    expect(await answerTo(signed(stranger))).toBe('taken')
    expect(await answerTo(signed(far))).toMatch(/^restricted: /)
    for (const depth of [0, 4]) expect([depth, (await save({ trust: { depth } })).status]).toEqual([depth, 400])
    await save({ trust: { depth: 2 } })
    expect(await answerTo(signed(stranger))).toMatch(/^restricted: /)
    clock.now += 1000
    await follow(friend, another, stranger)
    await expect.poll(() => answerTo(signed(stranger)), { timeout: 5000 }).toBe('taken')
    expect(await answerTo(signed(friendOfFriend))).toMatch(/^restricted: /)
    expect((await relay.call(`/api/access/trust/${friendOfFriend.pubkey}`, { token })).body.path).toEqual([])
    await follow(other, far)
    await expect.poll(() => answerTo(signed(far)), { timeout: 5000 }).toBe('taken')
  })

  test('names the address before who can write, and this before the kind (POLICY-08, POLICY-09)', async () => {
    const { policy } = relay.context
    const event = signed(newOperator(), { kind: 7 })
    await save({ write: 'listed' })
    const relay_settings = { mode: 'blacklist', KindBlacklist: ['kind7'] }
    await relay.call('/api/relay-settings', { token, body: { relay_settings } })
    await add('addresses', { value: '203.0.113.0/24' })
    const judge = (ip: string) => policy.judgeEvent(event, { authenticated: new Set(), ip })
    const reasonOf = (ip: string) => judge(ip)?.reason
    expect([judge('203.0.113.3')?.cause, judge('203.0.114.3')?.cause]).toEqual(['address', 'not-listed'])
    expect(reasonOf('203.0.113.3')).toMatch(/^blocked: .*address/)
    expect(reasonOf('203.0.114.3')).toMatch(/^restricted: /)
    await save({ write: 'everyone' })
    expect(reasonOf('203.0.114.3')).toMatch(/^blocked: kind 7/)
    await relay.call('/api/relay-settings', { token, body: { relay_settings: { KindBlacklist: [] } } })
  })
})

describe('read access', () => {
  test('closes REQ and COUNT before AUTH, and open subscriptions, once only the signed-in read (ACCESS-31, ACCESS-36)', async () => {
    const client = await connect()
    client.say('REQ', 'open', { kinds: [1], limit: 1 })
    await client.hear('EOSE', 'open')
    await save({ read: 'signed-in' })
    const saved = performance.now()
    expect((await client.hear('CLOSED', 'open'))[2]).toMatch(/^auth-required: /)
    expect(performance.now() - saved).toBeLessThan(1000)
    client.say('REQ', 'tiers', { kinds: [411] })
    await client.hear('EOSE', 'tiers')
    expect(await limitation()).toMatchObject({ auth_required: true })
    client.say('REQ', 'again', { kinds: [1] })
    client.say('COUNT', 'count', { kinds: [1] })
    for (const id of ['again', 'count']) expect(await onlyAnswer(client, id)).toMatch(/^auth-required: /)
    await signIn(client, newOperator())
    client.say('REQ', 'signed', { kinds: [1], limit: 1 })
    await client.hear('EOSE', 'signed')
    client.close()
  })

  test('gives events only to keys that can write, and ends them with the permission (ACCESS-11, ACCESS-32, ACCESS-36)', async () => {
    const [writer, other] = [newOperator(), newOperator()]
    await add('allowed-pubkeys', { value: writer.pubkey })
    await save({ write: 'listed', read: 'writers' })
    expect(await limitation()).toMatchObject({ auth_required: true })
    const client = await connect()
    for (const reason of [/^auth-required: /, /^restricted: /]) {
      if (reason.source.includes('restricted')) await signIn(client, other)
      for (const type of ['REQ', 'COUNT']) {
        client.say(type, `${type} ${reason.source}`, { kinds: [1] })
        expect(await onlyAnswer(client, `${type} ${reason.source}`)).toMatch(reason)
      }
      client.say('NEG-OPEN', reason.source, { kinds: [1] }, '6100000200')
      expect((await client.hear('NEG-ERR', reason.source))[2]).toMatch(reason)
    }
    const event = signed(writer)
    expect(await answerTo(event)).toBe('taken')
    await signIn(client, writer)
    client.say('REQ', 'yes', { ids: [event.id] })
    expect((await client.hear('EVENT', 'yes'))[2]).toEqual(event)
    await client.hear('EOSE', 'yes')
    await remove('allowed-pubkeys', [writer.pubkey])
    const removed = performance.now()
    expect((await client.hear('CLOSED', 'yes'))[2]).toMatch(/^restricted: /)
    expect(performance.now() - removed).toBeLessThan(1000)
    // The write mode says who that is, whatever the list of allowed keys.
    await add('allowed-pubkeys', { value: other.pubkey })
    await save({ write: 'trusted', trust: { roots: [writer.pubkey], depth: 1 } })
    client.say('REQ', 'trusted', { ids: [event.id] })
    expect((await client.hear('EVENT', 'trusted'))[2]).toEqual(event)
    const stranger = await connect()
    await signIn(stranger, newOperator())
    stranger.say('REQ', 'stranger', { ids: [event.id] })
    expect((await stranger.hear('CLOSED', 'stranger'))[2]).toMatch(/^restricted: /)
    await save({ write: 'everyone' })
    stranger.say('REQ', 'everyone', { ids: [event.id] })
    expect((await stranger.hear('EVENT', 'everyone'))[2]).toEqual(event)
    stranger.close()
    client.close()
  })

  test('lists of files follow the read mode', async () => {
    const author = newOperator()
    const list = (headers = {}) => fetch(`${httpUrl}/list/${author.pubkey}`, { headers })
    expect((await list()).status).toBe(200)
    await save({ read: 'signed-in' })
    expect((await list()).status).toBe(401)
    const expiration = ['expiration', String(Math.floor(clock.now / 1000) + 60)]
    const event = signed(author, { kind: 24_242, tags: [['t', 'list'], expiration] })
    const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
    expect((await list({ authorization })).status).toBe(200)
  })
})

describe('work and clock', () => {
  test('answers with modes, trust, work and the bounds of created_at, of which a save changes those sent (ACCESS-24, ACCESS-25)', async () => {
    const access = {
      write: 'invited',
      read: 'signed-in',
      trust: { roots: [owner.pubkey], depth: 2 },
      min_pow: 4,
      created_at_past_seconds: 60,
      created_at_future_seconds: 30,
    }
    await save(access)
    const read = async () => (await relay.call('/api/access', { token })).body.access
    expect(await read()).toEqual(access)
    const trust = { ...access.trust, depth: 3 }
    const parts = { write: 'listed', read: 'writers', min_pow: 5, created_at_past_seconds: 61 }
    for (const [name, value] of Object.entries({ ...parts, created_at_future_seconds: 31, trust })) {
      await save({ [name]: name === 'trust' ? { depth: 3 } : value })
      Object.assign(access, { [name]: value })
      expect([name, await read()]).toEqual([name, access])
    }
    const roots = [newOperator().pubkey, owner.pubkey]
    await save({ trust: { roots } })
    expect(await read()).toEqual({ ...access, trust: { roots, depth: 3 } })
  })

  test('refuses less work than min_pow, which is in NIP-11 (ACCESS-33, SERVICE-09, PROTO-12)', async () => {
    await save({ min_pow: 8 })
    expect(await limitation()).toMatchObject({ min_pow_difficulty: 8 })
    const author = newOperator()
    for (const [bits, answer] of [
      [7, expect.stringMatching(/^pow: /)],
      [8, 'taken'],
    ] as const) {
      const worked = {
        kind: 1,
        pubkey: author.pubkey,
        created_at: Math.floor(clock.now / 1000),
        content: '',
        tags: [['']],
      }
      for (let nonce = 0; getPow(getEventHash(worked)) !== bits || nonce === 0; nonce++)
        worked.tags = [['nonce', String(nonce), '8']]
      expect([bits, await answerTo(signed(author, worked))]).toEqual([bits, answer])
    }
    for (const kind of [0, 5, 20_001, 30_023])
      expect([kind, await answerTo(signed(author, { kind }))]).toEqual([kind, expect.stringMatching(/^pow: /)])
  })

  test('rejects created_at one second outside the limits in NIP-11, and has no limit at 0, and keeps comments (ACCESS-35, PROTO-04, PROTO-13)', async () => {
    const author = newOperator()
    const at = (seconds: number, kind = 1) =>
      answerTo(signed(author, { kind, created_at: Math.floor(clock.now / 1000) + seconds }))
    await save({ created_at_past_seconds: 3600, created_at_future_seconds: 60 })
    expect(await limitation()).toMatchObject({ created_at_lower_limit: 3600, created_at_upper_limit: 60 })
    expect(await at(-3600)).toBe('taken')
    expect(await at(-3601)).toBe('invalid: created_at is more than 60 minutes ago')
    expect(await at(60)).toBe('taken')
    expect(await at(61)).toBe('invalid: created_at is more than 60 seconds ahead')
    for (const kind of [0, 5, 20_001, 30_023]) {
      expect(await at(-3601, kind)).toBe('invalid: created_at is more than 60 minutes ago')
      expect(await at(61, kind)).toBe('invalid: created_at is more than 60 seconds ahead')
    }
    const client = await connect()
    const root = 'a'.repeat(64)
    const about = ['E', 'e']
      .map(name => [name, root])
      .concat([
        ['K', '1'],
        ['k', '1'],
      ])
    const comment = signed(author, { kind: 1111, tags: about })
    expect(await answerTo(comment, client)).toBe('taken')
    expect(await client.stored({ kinds: [1111], '#E': [root] })).toEqual([comment.id])
    client.close()
    await save({ created_at_past_seconds: 120, created_at_future_seconds: 3600 })
    expect(await limitation()).toMatchObject({ created_at_lower_limit: 120, created_at_upper_limit: 3600 })
    expect([await at(3600), await at(3601)]).toEqual(['taken', 'invalid: created_at is more than 60 minutes ahead'])
    expect([await at(-120), await at(-121)]).toEqual(['taken', 'invalid: created_at is more than 2 minutes ago'])
    await save({ created_at_past_seconds: 0, created_at_future_seconds: 0 })
    expect(await at(-86_400 * 400)).toBe('taken')
    expect(await at(86_400)).toBe('taken')
    for (const name of ['created_at_upper_limit', 'created_at_lower_limit'])
      expect(await limitation()).not.toHaveProperty(name)
    await save({ min_pow: 6 })
    expect(await limitation()).toMatchObject({ min_pow_difficulty: 6 })
    expect(await at(0)).toMatch(/^pow: /)
  })
})

describe('invitations (NIP-43)', () => {
  beforeEach(async () => {
    const { members } = (await relay.call('/api/access/members', { token })).body
    const pubkeys = members.map(({ pubkey }: { pubkey: string }) => pubkey)
    if (pubkeys.length > 0) await relay.call('/api/access/members', { token, method: 'DELETE', body: { pubkeys } })
  })

  const invite = async (body: object = {}) =>
    (await relay.call('/api/access/invitations', { token, body })).body.invitation
  const join = (by: Operator, code: string, client?: RawClient) =>
    answerTo(signed(by, { kind: 28_934, content: '', tags: [['-'], ['claim', code]] }), client)

  test('a join request with a valid invitation lets its key write while members can, until it leaves (ACCESS-10, ACCESS-26, ACCESS-27)', async () => {
    await save({ write: 'invited' })
    const [one, two] = [newOperator(), newOperator()]
    const { code } = await invite({ note: 'for one' })
    expect(await answerTo(signed(one))).toMatch(/^restricted: .*invitation/)
    expect(await join(one, 'wrong')).toMatch(/^restricted: /)
    expect(await join(one, code)).toBe('taken')
    expect(await join(two, code)).toMatch(/^restricted: /)
    expect(await answerTo(signed(one))).toBe('taken')
    await save({ write: 'listed' })
    expect(await answerTo(signed(one))).toMatch(/^restricted: .*list/)
    await save({ write: 'invited' })
    const members = (await relay.call('/api/access/members', { token })).body
    expect(members).toMatchObject({ count: 1, members: [{ pubkey: one.pubkey, code }] })
    const client = await connect()
    const list = async () => {
      const before = client.heard.length
      await client.stored({ kinds: [13_534] })
      const found = client.heard.slice(before).find(([type]) => type === 'EVENT')?.[2] as NostrEvent | undefined
      return found && { pubkey: found.pubkey, tags: found.tags }
    }
    const tags = [['-'], ['member', one.pubkey]]
    await expect.poll(list, { timeout: 5000 }).toEqual({ pubkey: relay.context.relay.pubkey(), tags })
    expect(await answerTo(signed(one, { kind: 28_936, content: '', tags: [['-']] }))).toBe('taken')
    expect(await answerTo(signed(one))).toMatch(/^restricted: /)
    client.close()
  })

  test('a blocked key can neither join with a valid invitation nor leave (ACCESS-01)', async () => {
    const [member, other] = [newOperator(), newOperator()]
    const { code } = await invite({ uses_max: 2 })
    expect(await join(member, code)).toBe('taken')
    for (const { pubkey } of [member, other]) await relay.call('/api/blocked-pubkeys', { token, body: { pubkey } })
    expect(await join(other, code)).toMatch(/^blocked: /)
    expect(await answerTo(signed(member, { kind: 28_936, content: '', tags: [['-']] }))).toMatch(/^blocked: /)
    const { members } = (await relay.call('/api/access/members', { token })).body
    expect(members).toMatchObject([{ pubkey: member.pubkey }])
  })

  test('an invitation ends with its uses, its expiry and when it is withdrawn (ACCESS-27)', async () => {
    const { code: timed } = await invite({ uses_max: null, expires_at: new Date(clock.now + 1000).toISOString() })
    const { code: withdrawn } = await invite()
    const { code: twice } = await invite({ uses_max: 2 })
    const joined = [newOperator(), newOperator(), newOperator()].map(by => join(by, twice))
    expect((await Promise.all(joined)).sort()).toEqual([expect.stringMatching(/^restr/), 'taken', 'taken'])
    clock.now += 999
    expect(await join(newOperator(), timed)).toBe('taken')
    clock.now += 1
    expect(await join(newOperator(), timed)).toMatch(/^restricted: /)
    const body = { codes: [withdrawn] }
    const gone = await relay.call('/api/access/invitations', { token, method: 'DELETE', body })
    expect([gone.body, await join(newOperator(), withdrawn)]).toEqual([{ removed: 1 }, expect.stringMatching(/^restr/)])
  })

  test('gives moderators a code by REQ of kind 28935, and strangers none (ACCESS-27)', async () => {
    await save({ write: 'invited', read: 'writers' })
    const { operator: moderator } = await putAdmin(relay, 'moderator')
    const client = await connect()
    const ask = async (id: string) => {
      client.say('REQ', id, { kinds: [28_935] })
      await client.hear('EOSE', id)
      return client.heard.find(([type, name]) => type === 'EVENT' && name === id)?.[2] as NostrEvent | undefined
    }
    expect(await ask('stranger')).toBeUndefined()
    await signIn(client, moderator)
    const invitation = await ask('moderator')
    const code = invitation?.tags.find(([name]) => name === 'claim')?.[1] ?? ''
    expect(invitation?.pubkey).toBe(relay.context.relay.pubkey())
    expect(await join(newOperator(), code, client)).toBe('taken')
    client.close()
  })
})
