import { rm } from 'node:fs/promises'
import { finalizeEvent, type NostrEvent } from 'nostr-tools'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { RawClient } from '../../support/raw-client.ts'

let clock: number
let relay: Relay
let token: string
let owner: Operator
let restart: () => Promise<void>
beforeEach(async () => {
  const dataDir = await makeDataDir()
  const start = () => startRelay({ dataDir, now: () => clock, config: { trustedProxies: ['loopback'] } })
  clock = Date.now()
  relay = await start()
  ;({ token, operator: owner } = await relay.signedIn())
  restart = async () => {
    await relay.close()
    relay = await start()
  }
  return async () => {
    await relay.close()
    await rm(dataDir, { recursive: true })
  }
})

const post = async (path: string, body: object) => {
  const answer = await relay.call(path, { token, body })
  expect([200, 201]).toContain(answer.status)
  return answer.body
}
const add = (list: string, ...entries: object[]) => post(`/api/access/${list}`, { entries })
const block = (pubkey: string) => post('/api/blocked-pubkeys', { pubkey })
const save = (access: object) => post('/api/access', { access })
const saveMode = (relay_settings: object) => post('/api/relay-settings', { relay_settings })

async function from(address: string) {
  const client = await RawClient.connect(relay.publicUrl, { 'x-forwarded-for': address })
  onTestFinished(() => client.close())
  return client
}
const connect = () => from('198.51.100.7')

function signed(by: Operator, draft: Partial<NostrEvent> = {}): NostrEvent {
  const template = { kind: 1, content: 'hello', tags: [], created_at: Math.floor(clock / 1000), ...draft }
  return finalizeEvent(template, by.secretKey)
}

async function answerTo(by: Operator, draft: Partial<NostrEvent> = {}): Promise<string> {
  const { accepted, message } = await (await connect()).publish(signed(by, draft))
  return accepted ? 'taken' : message
}

const httpUrl = () => relay.publicUrl.replace('ws', 'http')

/** The status of the answer and its reason. */
async function upload(type: string) {
  const body = png(300)
  const headers = { authorization: person().header('upload', [sha256(body)]), 'content-type': type }
  const answer = await fetch(`${httpUrl()}/upload`, { method: 'PUT', body, headers })
  return [answer.status, answer.headers.get('x-reason')]
}

async function signIn(by: Operator, client: RawClient): Promise<string> {
  const challenge = ['challenge', await client.challenge()]
  const event = signed(by, { kind: 22_242, content: '', tags: [['relay', relay.publicUrl], challenge] })
  client.say('AUTH', event)
  const [, , isIn, message] = await client.hear('OK', event.id)
  return isIn ? 'signed in' : String(message)
}

test('blocked keys can neither write nor sign in after a restart, until their block ends (ACCESS-01, ACCESS-02, ACCESS-09)', async () => {
  const [blocked, brief] = [newOperator(), newOperator()]
  await block(blocked.pubkey)
  const expires_at = new Date(clock + 60_000).toISOString()
  await post('/api/blocked-pubkeys/block-many', { blocks: [{ pubkey: brief.pubkey, expires_at }] })
  await restart()
  clock += 59_999
  for (const by of [blocked, brief]) {
    expect(await answerTo(by)).toMatch(/^blocked: .*key/)
    expect(await signIn(by, await connect())).toMatch(/^blocked: /)
  }
  clock += 1
  expect([await answerTo(brief), await signIn(brief, await connect())]).toEqual(['taken', 'signed in'])
  expect(await answerTo(blocked)).toMatch(/^blocked: .*key/)
  expect(await signIn(blocked, await connect())).toMatch(/^blocked: /)
})

test('words, parts and patterns are refused after a restart (ACCESS-12, ACCESS-21, ACCESS-22)', async () => {
  await add('words', { value: 'casino' }, { value: 'v1agra', match: 'part' }, { value: 'po+ker', match: 'pattern' })
  await restart()
  const author = newOperator()
  for (const content of ['a casino', 'xv1agrax', 'pooker'])
    expect([content, await answerTo(author, { content })]).toEqual([content, expect.stringMatching(/^blocked: .*word/)])
  for (const content of ['casinos', 'v1agr', 'pker'])
    expect([content, await answerTo(author, { content })]).toEqual([content, 'taken'])
})

test('blocked addresses and networks, and less work than required, are refused after a restart (ACCESS-13, ACCESS-14, ACCESS-33)', async () => {
  await add('addresses', { value: '203.0.113.9' }, { value: '192.0.2.0/24' }, { value: '2001:db8::/32' })
  await save({ min_pow: 60 })
  await restart()
  for (const address of ['203.0.113.9', '192.0.2.0', '192.0.2.255', '2001:db8:ffff::1'])
    await expect(from(address), address).rejects.toThrow()
  for (const address of ['203.0.113.10', '192.0.3.0', '2001:db9::1']) await from(address)
  expect(await answerTo(newOperator())).toMatch(/^pow: /)
  const document = await fetch(httpUrl(), { headers: { accept: 'application/nostr+json' } })
  expect(await document.json()).toMatchObject({ limitation: { min_pow_difficulty: 60 } })
})

test('allowed keys alone write after a restart, until their entries expire (ACCESS-10, ACCESS-20, ACCESS-26)', async () => {
  const [brief, permanent] = [newOperator(), newOperator()]
  await save({ write: 'listed' })
  const expires_at = new Date(clock + 60_000).toISOString()
  await add('allowed-pubkeys', { value: brief.pubkey, expires_at }, { value: permanent.pubkey })
  await add('addresses', { value: '203.0.113.9', expires_at })
  await restart()
  expect([await answerTo(brief), await answerTo(permanent)]).toEqual(['taken', 'taken'])
  expect(await answerTo(newOperator())).toMatch(/^restricted: /)
  await expect(from('203.0.113.9')).rejects.toThrow()
  clock += 60_000
  expect(await answerTo(brief)).toMatch(/^restricted: /)
  expect(await answerTo(permanent)).toBe('taken')
  await from('203.0.113.9')
})

test('the listed kinds and types are refused after a restart, for blocked authors as blocked (ADMIT-01, ADMIT-03, POLICY-07)', async () => {
  const blocked = newOperator()
  await block(blocked.pubkey)
  await saveMode({ mode: 'whitelist', KindWhitelist: ['kind1'], MimeTypeWhitelist: ['audio/mpeg', 'image/*'] })
  await restart()
  expect(await answerTo(newOperator(), { kind: 7 })).toBe('blocked: kind 7 is not accepted here')
  expect(await answerTo(newOperator())).toBe('taken')
  expect(await answerTo(blocked, { kind: 7 })).toMatch(/^blocked: .*key/)
  expect(await upload('text/plain')).toEqual([415, expect.stringContaining('text/plain')])
  expect(await upload('image/png')).toEqual([201, null])
})

test('excluded kinds and types are refused after a restart (ADMIT-04, ADMIT-05)', async () => {
  await saveMode({ mode: 'blacklist', KindBlacklist: ['kind7'], MimeTypeBlacklist: ['audio/mpeg', 'text/*'] })
  await restart()
  expect(await answerTo(newOperator(), { kind: 7 })).toBe('blocked: kind 7 is not accepted here')
  expect(await answerTo(newOperator())).toBe('taken')
  expect(await upload('text/plain')).toEqual([415, expect.stringContaining('text/plain')])
  expect(await upload('image/png')).toEqual([201, null])
})

test('members write after a restart, others do not (ACCESS-27)', async () => {
  await save({ write: 'invited' })
  const { code } = (await post('/api/access/invitations', { uses_max: 2 })).invitation
  const join = (by: Operator) => answerTo(by, { kind: 28_934, content: '', tags: [['-'], ['claim', code]] })
  const [member, late] = [newOperator(), newOperator()]
  expect(await join(member)).toBe('taken')
  await restart()
  expect([await answerTo(member), await answerTo(late)]).toEqual(['taken', expect.stringMatching(/^restricted: /)])
  expect([await join(late), await answerTo(late)]).toEqual(['taken', 'taken'])
  expect(await join(newOperator())).toMatch(/^restricted: /)
})

test("the last owner's key and address pass from the first moment after a restart (ACCESS-44)", async () => {
  await block(owner.pubkey)
  await add('addresses', { value: '127.0.0.0/8' })
  await restart()
  expect([await answerTo(owner), await answerTo(newOperator())]).toEqual(['taken', 'taken'])
  expect(await signIn(owner, await connect())).toBe('signed in')
  expect(relay.context.policy.judgeAddress('127.0.0.1')).toBeNull()
  await from('127.0.0.1')
  await expect(from('127.0.0.2')).rejects.toThrow()
})

test('only writers read, and only events within the bounds of created_at pass, after a restart (ACCESS-32, ACCESS-34, ACCESS-35)', async () => {
  const author = newOperator()
  await add('allowed-pubkeys', { value: author.pubkey })
  await save({ write: 'listed', read: 'writers', created_at_past_seconds: 3600, created_at_future_seconds: 60 })
  await restart()
  const document = await fetch(httpUrl(), { headers: { accept: 'application/nostr+json' } })
  const limitation = { auth_required: true, created_at_lower_limit: 3600, created_at_upper_limit: 60 }
  expect(await document.json()).toMatchObject({ limitation })
  const at = (seconds: number) => answerTo(author, { created_at: Math.floor(clock / 1000) + seconds })
  expect([await at(-3600), await at(60)]).toEqual(['taken', 'taken'])
  for (const seconds of [-3601, 61]) expect(await at(seconds)).toMatch(/^invalid: created_at/)
  const reader = await connect()
  const closed = async (id: string) => {
    reader.say('REQ', id, { kinds: [1] })
    return (await reader.hear('CLOSED', id))[2]
  }
  expect(await closed('nobody')).toMatch(/^auth-required: /)
  await signIn(newOperator(), reader)
  expect(await closed('stranger')).toMatch(/^restricted: /)
  await signIn(author, reader)
  expect(await reader.stored({ kinds: [1] })).toHaveLength(2)
})

test('keys in the web of trust write after a restart, others do not (ACCESS-29)', async () => {
  const [root, friend, stranger] = [newOperator(), newOperator(), newOperator()]
  expect(await answerTo(root, { kind: 3, tags: [['p', friend.pubkey]] })).toBe('taken')
  await save({ write: 'trusted', trust: { roots: [root.pubkey], depth: 1 } })
  await restart()
  expect([await answerTo(root), await answerTo(friend)]).toEqual(['taken', 'taken'])
  expect(await answerTo(stranger)).toMatch(/^restricted: /)
})
