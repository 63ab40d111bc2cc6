import { createHash } from 'node:crypto'
import { finalizeEvent } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import { callRelay, headerOf, type Signing, send } from './management-world.ts'
import { methodEffects } from './method-effects.ts'

let relay: Relay
let owner: Operator
let token: string
let httpUrl: string
let moderator: Operator
let viewer: Operator
let operator: Operator
beforeAll(async () => {
  relay = await startRelay()
  const signedIn = await relay.signedIn()
  owner = signedIn.operator
  token = signedIn.token
  httpUrl = relay.publicUrl.replace('ws', 'http')
  moderator = (await putAdmin(relay, 'moderator')).operator
  viewer = (await putAdmin(relay, 'viewer')).operator
  operator = (await putAdmin(relay, 'operator')).operator
})
afterAll(() => relay.close())

const called = new Set<string>()
const ask = (by: Operator, ...request: [string, ...unknown[]]) => {
  called.add(request[0])
  return callRelay(httpUrl, by, request)
}
const resultOf = async (by: Operator, ...request: [string, ...unknown[]]) => {
  const { status, body } = await ask(by, ...request)
  expect([status, body.error]).toEqual([200, undefined])
  return body.result
}
const hex = (digit: string) => digit.repeat(64)
let notes = 0
const note = (by = newOperator(), kind = 1) =>
  finalizeEvent({ kind, content: `note ${++notes}`, tags: [], created_at: Math.floor(Date.now() / 1000) }, by.secretKey)
async function answerTo(event: ReturnType<typeof note>): Promise<string> {
  const client = await RawClient.connect(relay.publicUrl)
  const { accepted, message } = await client.publish(event)
  client.close()
  return accepted ? 'taken' : message
}
const document = async (): Promise<unknown> =>
  (await fetch(httpUrl, { headers: { accept: 'application/nostr+json' } })).json()

describe('authorization of the management API', () => {
  test('refuses calls without a signature, or signed for another body or address (ADMIN86-02)', async () => {
    const refused = async (signing: Signing) => {
      const { status, body } = await callRelay(httpUrl, owner, ['changerelayname', 'Stolen'], signing)
      return [status, typeof body.error, body.result]
    }
    const body = JSON.stringify({ method: 'changerelayname', params: ['Stolen'] })
    expect((await send(httpUrl, body)).status).toBe(401)
    const tags = [
      ['u', httpUrl],
      ['method', 'POST'],
      ['payload', createHash('sha256').update(body).digest('hex')],
    ]
    const template = { kind: 27_235, created_at: Math.floor(Date.now() / 1000), content: 'forged', tags }
    const forged = { ...finalizeEvent(template, owner.secretKey), sig: '0'.repeat(128) }
    const note = finalizeEvent({ ...template, kind: 1 }, owner.secretKey)
    for (const event of [forged, note]) expect((await send(httpUrl, body, headerOf(event))).status).toBe(401)
    expect(await refused({ payload: hex('0') })).toEqual([401, 'string', undefined])
    expect(await refused({ payload: null })).toEqual([401, 'string', undefined])
    expect(await refused({ u: 'wss://elsewhere.example' })).toEqual([401, 'string', undefined])
    expect(await refused({ u: `${httpUrl}/upload` })).toEqual([401, 'string', undefined])
    expect((await document()) as object).not.toMatchObject({ name: 'Stolen' })
  })

  test('refuses calls signed for another address, method or minute (PROTO-23, ADMIN86-01, ADMIN86-02)', async () => {
    const statusOf = async (signing: Signing) => (await callRelay(httpUrl, owner, ['listallowedkinds'], signing)).status
    const ago = (seconds: number) => statusOf({ at: Date.now() - seconds * 1000 })
    expect(await Promise.all([statusOf({}), ago(55), ago(-55)])).toEqual([200, 200, 200])
    expect(await Promise.all([ago(65), ago(-65)])).toEqual([401, 401])
    for (const u of ['https://elsewhere.example', `${httpUrl}/upload`, `${httpUrl}/?page=2`])
      expect([u, await statusOf({ u })]).toEqual([u, 401])
    for (const method of ['GET', 'PUT', '']) expect([method, await statusOf({ method })]).toEqual([method, 401])
    expect(await statusOf({ method: 'post' })).toBe(200)
  })

  test('accepts each signed event once, even with another signature (ADMIN86-02)', async () => {
    const body = JSON.stringify({ method: 'listallowedkinds', params: [] })
    const tags = [
      ['u', httpUrl],
      ['method', 'POST'],
      ['payload', createHash('sha256').update(body).digest('hex')],
    ]
    const template = { kind: 27_235, created_at: Math.floor(Date.now() / 1000), content: 'once', tags }
    const twice = [finalizeEvent(template, owner.secretKey), finalizeEvent(template, owner.secretKey)]
    const statuses = []
    for (const event of twice) statuses.push((await send(httpUrl, body, headerOf(event))).status)
    expect(statuses).toEqual([200, 401])
  })

  test('answers pages of any origin, and asks them for nothing but their signature (ADMIN86-01)', async () => {
    const preflight = await fetch(httpUrl, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/POST/)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization, \*/)
    const { headers } = await ask(owner, 'supportedmethods')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('refuses unknown methods, wrong parameters and other content types (ADMIN86-01)', async () => {
    expect((await ask(owner, 'makecoffee')).status).toBe(400)
    expect((await ask(owner, 'banpubkey', 'nobody')).status).toBe(400)
    expect((await ask(owner, 'allowkind', 'one')).status).toBe(400)
    const response = await fetch(httpUrl, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } })
    expect(response.status).toBe(415)
  })
})

const methods = [
  'banpubkey',
  'unbanpubkey',
  'listbannedpubkeys',
  'allowpubkey',
  'unallowpubkey',
  'listallowedpubkeys',
  'blockip',
  'unblockip',
  'listblockedips',
  'createrole',
  'editrole',
  'deleterole',
  'assignrole',
  'unassignrole',
  'listeventsneedingmoderation',
  'allowevent',
  'unallowevent',
  'banevent',
  'unbanevent',
  'listbannedevents',
  'listallowedevents',
  'changerelayname',
  'changerelaydescription',
  'changerelayicon',
  'allowkind',
  'disallowkind',
  'listallowedkinds',
  'listdisallowedkinds',
  'assignmethod',
  'unassignmethod',
  'listmethodassignees',
]
/** The methods of the NIP in November 2026, beside `supportedmethods`. */
const ofTheNip = 31

describe('roles of the management API', () => {
  test('lets a moderator ban a key, and not change the name of the relay (ADMIN86-04)', async () => {
    expect(await resultOf(moderator, 'banpubkey', hex('a'), 'spam')).toBe(true)
    expect((await ask(moderator, 'changerelayname', 'Mine')).status).toBe(403)
    expect((await ask(viewer, 'banpubkey', hex('b'))).status).toBe(403)
    expect(await resultOf(operator, 'changerelaydescription', 'Ours')).toBe(true)
    expect((await ask(operator, 'assignmethod', hex('b'), 'banpubkey')).status).toBe(403)
    expect((await ask(newOperator(), 'listbannedpubkeys')).status).toBe(403)
    const banned = (await resultOf(viewer, 'listbannedpubkeys')) as { pubkey: string }[]
    expect(banned).toContainEqual({ pubkey: hex('a'), reason: 'spam' })
    expect(banned.map(({ pubkey }) => pubkey)).not.toContain(hex('b'))
    expect(((await document()) as { name: string }).name).not.toBe('Mine')
  })

  test('names the methods that the role of the caller allows (ADMIN86-03, ADMIN86-04)', async () => {
    expect(await resultOf(owner, 'supportedmethods')).toEqual(methods)
    const ofModerators = (await resultOf(moderator, 'supportedmethods')) as string[]
    expect(ofModerators).toContain('banevent')
    expect(ofModerators).not.toContain('changerelayname')
    expect(((await resultOf(viewer, 'supportedmethods')) as string[]).every(name => name.startsWith('list'))).toBe(true)
    expect(await resultOf(viewer, 'supportedmethods')).not.toContain('listmethodassignees')
    expect(await resultOf(newOperator(), 'supportedmethods')).toEqual([])
  })

  test('notes each call in the audit log, also those that only read (ADMIN86-05)', async () => {
    const { pubkey } = newOperator()
    await resultOf(owner, 'banpubkey', pubkey, 'noted')
    await resultOf(owner, 'listblockedips')
    await ask(viewer, 'blockip', '192.0.2.77')
    const { body } = await relay.call('/api/audit?limit=20', { token })
    const entries = body.entries as { action: string; target: string; actor: string; outcome: string }[]
    const by = (action: string) => entries.filter(entry => entry.action === action)
    expect(by('call.nip86').map(({ target, actor }) => [target, actor])).toEqual(
      expect.arrayContaining([
        ['banpubkey', owner.pubkey],
        ['listblockedips', owner.pubkey],
      ]),
    )
    expect(by('access.block')).toContainEqual(expect.objectContaining({ target: pubkey, actor: owner.pubkey }))
    expect(by('call.forbidden')[0]).toMatchObject({
      target: 'NIP-86 blockip',
      outcome: 'refused',
      actor: viewer.pubkey,
    })
  })
})

describe('the management API', () => {
  test('answers signed calls at the address of the websocket, by http or ws (ADMIN86-01)', async () => {
    for (const u of [httpUrl, `${httpUrl}/`, relay.publicUrl]) {
      const { status, headers, body } = await callRelay(httpUrl, owner, ['supportedmethods'], { u })
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, 'application/json'])
      expect(body).toEqual({ result: methods })
    }
    const other = await fetch(httpUrl, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(other.status).toBe(415)
  })

  test('gives every method of the NIP its effect, and notes each call (ADMIN86-03, ADMIN86-05)', async () => {
    expect(await resultOf(owner, 'supportedmethods')).toEqual(methods)
    called.clear()
    const world = { relay, token, owner, moderator, viewer, ask, resultOf, note, answerTo, document }
    for (const run of Object.values(methodEffects(world))) await run()
    expect(methods.filter(name => !called.has(name))).toEqual([])
    const noted = new Set((await auditOf(relay, 'call.nip86')).map(({ target }) => target))
    expect(['supportedmethods', ...methods].filter(name => !noted.has(name))).toEqual([])
    expect(new Set(methods).size).toBe(ofTheNip)
  })

  test('limits the calls of one address', async () => {
    const full = await startRelay()
    onTestFinished(() => full.close())
    const statuses = new Set<number>()
    for (let count = 0; count < 250; count++)
      statuses.add((await send(full.publicUrl.replace('ws', 'http'), '{}')).status)
    expect(statuses).toEqual(new Set([401, 429]))
  })
})
