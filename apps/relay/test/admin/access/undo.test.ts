import { rm } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOperator, startRelay } from '../../harness.ts'
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

const changes = async (on = relay, by = token): Promise<Change[]> =>
  (await on.call('/api/access/changes', { token: by })).body.changes
const undo = (id: number, by = token, on = relay) => on.call(`/api/access/changes/${id}/undo`, { token: by, body: {} })
const newest = async () => (await changes())[0] as Change
const valuesOf = async (list: string) => (await entries(list)).entries.map(({ value }: { value: string }) => value)

describe('undoing a change of the last day', () => {
  test('brings back modes, rules, lists and relay settings with all their entries', async () => {
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

    await add('words', { value: 'kept', reason: 'first' })
    await add('words', { value: 'kept', reason: 'second' }, { value: 'one' }, { value: 'two' })
    expect(await newest()).toMatchObject({ count: 3, can_undo: true })
    await undo((await newest()).id)
    expect((await entries('words')).entries).toMatchObject([{ value: 'kept', reason: 'first' }])
    await remove('words', ['kept'])
    await undo((await newest()).id)
    expect((await entries('words')).entries).toMatchObject([{ value: 'kept', reason: 'first' }])

    const relay_settings = { mode: 'blacklist', KindBlacklist: ['kind7'] }
    await relay.call('/api/relay-settings', { token, body: { relay_settings } })
    await undo((await newest()).id)
    expect(await answerTo(signed(newOperator(), { kind: 7 }), client)).toBe('taken')

    const pubkey = newOperator().pubkey
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey, reason: 'spam' } })
    await undo((await newest()).id)
    expect(relay.context.access.isBlocked(pubkey)).toBe(false)
    await undo((await newest()).id)
    expect(relay.context.access.isBlocked(pubkey)).toBe(true)

    const keys = [newOperator(), newOperator(), newOperator()].map(({ pubkey: key }) => key)
    const blocks = keys.map(key => ({ pubkey: key, reason: 'a flood' }))
    await relay.call('/api/blocked-pubkeys/block-many', { token, body: { blocks } })
    expect(await newest()).toMatchObject({ count: 3, can_undo: true })
    expect((await undo((await newest()).id)).body).toEqual({ undone: 3 })
    expect(keys.filter(key => relay.context.access.isBlocked(key))).toEqual([])
    client.close()
  })

  test('changes nothing if a part of it was changed again, and says so', async () => {
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

test('undoes after a restart what was saved before it, for a day', async () => {
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const first = await startRelay({ now })
  const { dataDir } = first
  const { operator, token: by } = await first.signedIn()
  const saveOn = (on: typeof relay, write: string, as: string) =>
    on.call('/api/access', { token: as, body: { access: { write } } })
  await saveOn(first, 'listed', by)
  await first.app.close()
  await first.context.close()
  const second = await startRelay({ dataDir, now })
  const again = await second.login(operator)
  const [change] = await changes(second, again)
  expect((await undo(change?.id ?? 0, again, second)).status).toBe(200)
  expect((await second.call('/api/access', { token: again })).body.access.write).toBe('everyone')
  await saveOn(second, 'paying', again)
  const [latest] = await changes(second, again)
  passedMs = 86_400_001
  const nextDay = await second.login(operator)
  expect(await changes(second, nextDay)).toEqual([])
  expect((await undo(latest?.id ?? 0, nextDay, second)).status).toBe(404)
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('stops a blocked author within a second while they write, and takes them again when the block expires', async () => {
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

test('closes the open subscription of a reader whose permission expires meanwhile', async () => {
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
