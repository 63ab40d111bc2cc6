import { rm } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOperator, startRelay } from '../../harness.ts'
import { callRelay } from '../../nostr/management/management-world.ts'
import { putAdmin } from '../../support/people.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
const { clock, relay, token, add, remove, save, entries, signed, connect, answerTo, signIn } = world
beforeEach(() => world.reset())

interface Change {
  readonly id: number
  readonly action: string
  readonly count: number
  readonly can_undo: boolean
}

interface Grant {
  readonly method: string
  readonly is_in_force: boolean
}

const changes = async (on = relay, by = token): Promise<Change[]> =>
  (await on.call('/api/access/changes', { token: by })).body.changes
const undo = (id: number, by = token, on = relay) => on.call(`/api/access/changes/${id}/undo`, { token: by, body: {} })
const newest = async () => (await changes())[0] as Change
const valuesOf = async (list: string) => (await entries(list)).entries.map(({ value }: { value: string }) => value)

describe('undoing a change of the last day', () => {
  test('brings back modes, rules, lists and relay settings with all their entries (ACCESS-43)', async () => {
    await save({ write: 'listed', min_pow: 3 })
    expect((await undo((await newest()).id)).body).toEqual({ undone: 1 })
    expect((await relay.call('/api/access', { token })).body.access).toMatchObject({ write: 'everyone', min_pow: 0 })

    const rules = async () => (await relay.call('/api/access/rules', { token })).body
    const { revision } = await rules()
    const refuseAll = [{ who: 'everyone', action: 'refuse' }]
    await relay.call('/api/access/rules', { token, body: { revision, rules: refuseAll } })
    const client = await connect()
    expect(await answerTo(signed(newOperator()), client)).toMatch(/^blocked: /)
    await undo((await newest()).id)
    expect([await answerTo(signed(newOperator()), client), (await rules()).rules]).toEqual(['taken', []])

    const expires_at = new Date(clock.now + 3_600_000).toISOString()
    const inFull = { value: 'kept', match: 'part', reason: 'first', expires_at }
    await add('words', inFull)
    const before = (await entries('words')).entries
    expect(before).toMatchObject([inFull])
    await add('words', { value: 'kept', match: 'part', reason: 'second' }, { value: 'one' }, { value: 'two' })
    expect(await newest()).toMatchObject({ count: 3, can_undo: true })
    await undo((await newest()).id)
    expect((await entries('words')).entries).toEqual(before)
    await remove('words', ['kept'])
    await undo((await newest()).id)
    expect((await entries('words')).entries).toEqual(before)

    const relay_settings = { mode: 'blacklist', KindBlacklist: ['kind7'] }
    await relay.call('/api/relay-settings', { token, body: { relay_settings } })
    await undo((await newest()).id)
    expect(await answerTo(signed(newOperator(), { kind: 7 }), client)).toBe('taken')

    const pubkey = newOperator().pubkey
    const block = { pubkey, reason: 'spam', expires_at }
    await relay.call('/api/blocked-pubkeys', { token, body: block })
    await undo((await newest()).id)
    expect(relay.context.access.isBlocked(pubkey)).toBe(false)
    await undo((await newest()).id)
    const { blocked_pubkeys } = (await relay.call('/api/blocked-pubkeys', { token })).body
    expect(blocked_pubkeys).toContainEqual(expect.objectContaining(block))

    const keys = [newOperator(), newOperator(), newOperator()].map(({ pubkey: key }) => key)
    const blocks = keys.map(key => ({ pubkey: key, reason: 'a flood' }))
    await relay.call('/api/blocked-pubkeys/block-many', { token, body: { blocks } })
    expect(await newest()).toMatchObject({ count: 3, can_undo: true })
    expect((await undo((await newest()).id)).body).toEqual({ undone: 3 })
    expect(keys.filter(key => relay.context.access.isBlocked(key))).toEqual([])
    client.close()
  })

  test('blocks all keys again that were unblocked together, with their reasons and ends (ACCESS-43)', async () => {
    const authors = [newOperator(), newOperator(), newOperator()]
    const pubkeys = authors.map(({ pubkey }) => pubkey)
    const ends = [null, 3_600_000, 7_200_000].map(ms => ms && new Date(clock.now + ms).toISOString())
    for (const [at, pubkey] of pubkeys.entries()) {
      const body = { pubkey, reason: `reason ${at}`, expires_at: ends[at] }
      await relay.call('/api/blocked-pubkeys', { token, body })
    }
    const blocks = async () => {
      const { blocked_pubkeys } = (await relay.call('/api/blocked-pubkeys', { token })).body
      return blocked_pubkeys.filter(({ pubkey }: { pubkey: string }) => pubkeys.includes(pubkey))
    }
    const before = await blocks()
    expect(before).toHaveLength(3)
    await relay.call('/api/blocked-pubkeys/unblock-many', { token, body: { pubkeys } })
    expect(await blocks()).toEqual([])
    expect(await newest()).toMatchObject({ count: 3, can_undo: true })
    expect((await undo((await newest()).id)).body).toEqual({ undone: 3 })
    expect(await blocks()).toEqual(before)
    for (const author of authors) expect(await answerTo(signed(author))).toMatch(/^blocked: /)
  })

  test('brings back withdrawn codes, ended memberships and roles of members, with all that they had (ACCESS-43)', async () => {
    const { body } = await relay.call('/api/access/invitations', { token, body: { note: 'friends', uses_max: 2 } })
    const { code } = body.invitation
    const [member, late] = [newOperator(), newOperator()]
    const join = (by = member) => answerTo(signed(by, { kind: 28_934, tags: [['-'], ['claim', code]], content: '' }))
    const isMember = (by = member) => relay.context.members.isMember(by.pubkey)
    expect(await join()).toBe('taken')
    const removing = (path: string, given: object) => relay.call(path, { token, method: 'DELETE', body: given })

    await removing('/api/access/invitations', { codes: [code] })
    expect(await join(late)).toMatch(/^restricted: this invitation is unknown/)
    const log = JSON.stringify((await relay.call('/api/audit?limit=50', { token })).body)
    expect([log.includes('access.withdraw-invitation'), log.includes(code)]).toEqual([true, false])
    expect((await undo((await newest()).id)).body).toEqual({ undone: 1 })
    const { invitations } = (await relay.call('/api/access/invitations', { token })).body
    expect(invitations).toContainEqual(expect.objectContaining({ code, note: 'friends', uses: 1, uses_max: 2 }))
    expect(await join(late)).toBe('taken')

    await removing('/api/access/members', { pubkeys: [member.pubkey, late.pubkey] })
    expect([isMember(), isMember(late)]).toEqual([false, false])
    expect((await undo((await newest()).id)).body).toEqual({ undone: 2 })
    expect([isMember(), isMember(late)]).toEqual([true, true])

    const role = { id: 'king', label: 'King', description: 'Rules', color: 37, order: 2 }
    const roles = async () => (await relay.call('/api/member-roles', { token })).body.roles
    const pubkeys = [member.pubkey, late.pubkey].sort()
    await relay.call('/api/member-roles', { token, body: role })
    await relay.call('/api/member-roles/king/keys', { token, body: { pubkeys } })
    await relay.call('/api/member-roles', { token, body: { ...role, label: 'Queen' } })
    const renamed = await newest()
    await removing('/api/member-roles/king/keys', { pubkeys: [member.pubkey] })
    await undo(renamed.id)
    expect(await roles()).toEqual([{ ...role, keys: [late.pubkey] }])
    await relay.call('/api/member-roles/king', { token, method: 'DELETE' })
    expect(await roles()).toEqual([])
    await undo((await newest()).id)
    expect(await roles()).toEqual([{ ...role, keys: [late.pubkey] }])
    const taken = (await changes()).find(({ action }) => action === 'role.take')
    expect(taken?.can_undo).toBe(false)
    expect((await undo((await newest()).id)).status).toBe(200)
    expect(await roles()).toEqual([])
  })

  test('leaves a code withdrawn that another admin has withdrawn again, and a member who has left', async () => {
    const { body } = await relay.call('/api/access/invitations', { token, body: {} })
    const codes = [body.invitation.code]
    const withdraw = () => relay.call('/api/access/invitations', { token, method: 'DELETE', body: { codes } })
    await withdraw()
    const first = await newest()
    await undo(first.id)
    await withdraw()
    expect((await changes()).find(({ id }) => id === first.id)?.can_undo).toBe(false)
    await undo((await newest()).id)
    expect((await undo(first.id)).status).toBe(409)
  })

  test('takes back allowed and banned events by their id (ACCESS-43)', async () => {
    const [event, other] = [signed(newOperator()), signed(newOperator())]
    const change = (path: string, method: string, given: object) => relay.call(path, { token, method, body: given })
    await save({ write: 'listed' })
    await change('/api/banned-events', 'POST', { ids: [event.id], reason: 'spam' })
    const ids = [event.id, other.id]
    const { body } = await change('/api/allowed-events', 'POST', { ids, reason: 'an announcement' })
    const banned = [{ id: event.id, reason: 'spam' }]
    expect(body).toEqual({ allowed: 2, lifted: 1, before: { allowed: [], banned } })
    expect(await answerTo(event)).toBe('taken')
    const { events } = (await relay.call('/api/allowed-events', { token })).body
    expect(events).toContainEqual(
      expect.objectContaining({ id: other.id, reason: 'an announcement', created_by: world.owner.pubkey }),
    )
    await change('/api/allowed-events', 'DELETE', { ids: [other.id] })
    expect(await answerTo(other)).toMatch(/^restricted:/)
    await undo((await newest()).id)
    expect(await answerTo(other)).toBe('taken')
    await change('/api/banned-events', 'POST', { ids: [other.id] })
    expect(await answerTo(signed(newOperator()))).toMatch(/^restricted:/)
    await undo((await newest()).id)
    expect(await answerTo(other)).toBe('taken')
    await change('/api/allowed-events', 'DELETE', { ids })
  })

  test('lets owners alone grant methods and undo it, from which time the key is refused (ACCESS-43)', async () => {
    const helper = newOperator()
    const grant = { pubkey: helper.pubkey, methods: ['banpubkey', 'listblockedips'] }
    const operator = await putAdmin(relay, 'operator')
    const call = (by: string, method: string, given?: object) =>
      relay.call('/api/method-grants', { token: by, method, ...(given && { body: given }) })
    const ask = () => callRelay(world.httpUrl, helper, ['listblockedips'], { at: clock.now })
    expect((await call(operator.token, 'POST', grant)).status).toBe(403)
    expect((await call(token, 'POST', { ...grant, methods: ['assignmethod'] })).status).toBe(400)
    expect((await ask()).status).toBe(403)
    expect((await call(token, 'POST', grant)).body).toEqual({ granted: 2 })
    expect((await ask()).status).toBe(200)
    const listed = (await call(token, 'GET')).body
    expect(listed.methods).not.toContain('assignmethod')
    expect(listed.grants.map(({ method, is_in_force }: Grant) => [method, is_in_force])).toEqual([
      ['banpubkey', true],
      ['listblockedips', true],
    ])
    const { id } = await newest()
    expect((await changes(relay, operator.token)).map(({ action }) => action)).not.toContain('method.grant')
    expect((await undo(id, operator.token)).status).toBe(403)
    expect((await undo(id)).status).toBe(200)
    expect((await ask()).status).toBe(403)
    await undo((await newest()).id)
    expect((await ask()).status).toBe(200)
    await call(token, 'DELETE', grant)
    expect((await ask()).status).toBe(403)
  })

  test('changes nothing if a part of it was changed again, and says so (ACCESS-43)', async () => {
    await add('words', { value: 'one' }, { value: 'two' })
    const { id } = await newest()
    await add('words', { value: 'two', reason: 'of another admin' })
    expect((await changes()).find(change => change.id === id)?.can_undo).toBe(false)
    const { status, body } = await undo(id)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await valuesOf('words')).sort()).toEqual(['one', 'two'])
    await save({ write: 'listed' })
    const mode = await newest()
    await save({ write: 'paying' })
    expect((await undo(mode.id)).status).toBe(409)
  })

  test('lets one of two admins undo it', async () => {
    const other = await putAdmin(relay, 'operator')
    await add('words', { value: 'one' })
    const { id } = await newest()
    const answers = await Promise.all([undo(id), undo(id, other.token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await valuesOf('words')).toEqual([])
  })

  test('is refused to moderators', async () => {
    await add('words', { value: 'one' })
    const { id } = await newest()
    const moderator = await putAdmin(relay, 'moderator')
    expect((await undo(id, moderator.token)).status).toBe(403)
  })
})

test('undoes after a restart what was saved before it, for a day (ACCESS-43)', async () => {
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const first = await startRelay({ now })
  const { dataDir } = first
  const { operator, token: by } = await first.signedIn()
  const saveOn = (on: typeof relay, write: string, as: string) =>
    on.call('/api/access', { token: as, body: { access: { write } } })
  await saveOn(first, 'listed', by)
  const expires_at = new Date(now() + 7 * 86_400_000).toISOString()
  const block = { pubkey: newOperator().pubkey, reason: 'spam', expires_at }
  await first.call('/api/blocked-pubkeys', { token: by, body: block })
  await first.call(`/api/blocked-pubkeys/${block.pubkey}`, { token: by, method: 'DELETE' })
  await first.app.close()
  await first.context.close()
  const second = await startRelay({ dataDir, now })
  const again = await second.login(operator)
  const [unblocked, , change] = await changes(second, again)
  for (const one of [unblocked, change]) expect((await undo(one?.id ?? 0, again, second)).status).toBe(200)
  const { blocked_pubkeys } = (await second.call('/api/blocked-pubkeys', { token: again })).body
  expect(blocked_pubkeys).toMatchObject([block])
  expect((await second.call('/api/access', { token: again })).body.access.write).toBe('everyone')
  await saveOn(second, 'paying', again)
  const [late] = await changes(second, again)
  passedMs = 86_370_000
  const nearlyADay = await second.login(operator)
  expect((await undo(late?.id ?? 0, nearlyADay, second)).status).toBe(200)
  await saveOn(second, 'paying', nearlyADay)
  const [latest] = await changes(second, nearlyADay)
  passedMs += 86_400_001
  const nextDay = await second.login(operator)
  expect(await changes(second, nextDay)).toEqual([])
  expect((await undo(latest?.id ?? 0, nextDay, second)).status).toBe(404)
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('stops a blocked author within a second while they write, and takes them again when the block expires (ROUTE-14, ACCESS-03, ACCESS-09)', async () => {
  const author = newOperator()
  const client = await connect()
  const expires_at = new Date(clock.now + 60_000).toISOString()
  const writing = (async () => {
    const answers: string[] = []
    while (!answers.at(-1)?.startsWith('blocked')) {
      const answer = await Promise.race([answerTo(signed(author), client), client.closed.then(() => 'blocked: closed')])
      answers.push(answer)
    }
    return answers
  })()
  await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: author.pubkey, expires_at } })
  const answers = await writing
  expect(answers.slice(0, -1).every(answer => answer === 'taken')).toBe(true)
  const again = await connect()
  expect(await answerTo(signed(author), again)).toMatch(/^blocked: /)
  clock.now += 59_000
  expect(await answerTo(signed(author))).toMatch(/^blocked: /)
  clock.now += 1000
  expect(await answerTo(signed(author))).toBe('taken')
})

test('closes the open subscription of a reader whose permission expires meanwhile (ACCESS-20, ACCESS-32)', async () => {
  const reader = newOperator()
  await save({ write: 'listed', read: 'writers' })
  await add('allowed-pubkeys', { value: reader.pubkey, expires_at: new Date(clock.now + 60_000).toISOString() })
  const client = await connect()
  await signIn(client, reader)
  client.say('REQ', 'open', { kinds: [1] })
  await client.hear('EOSE', 'open')
  clock.now += 59_000
  client.say('REQ', 'before', { kinds: [1], limit: 1 })
  await client.hear('EOSE', 'before')
  clock.now += 1000
  expect((await client.hear('CLOSED', 'open'))[2]).toMatch(/^restricted: /)
  client.close()
})
