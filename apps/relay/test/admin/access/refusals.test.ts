import { createHash } from 'node:crypto'
import { refusalCauses } from '@hornets/contract/admin/refusals/causes'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOperator, type Operator } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { openAccessWorld } from './access-world.ts'

const world = await openAccessWorld()
afterAll(() => world.relay.close())
beforeEach(() => world.reset())
const { relay, clock, token, httpUrl, add, save, signed, from, connect, answerTo, signIn } = world

interface Listed {
  readonly id: number
  readonly cause: string
  readonly what: string
  readonly text: string | null
  readonly pubkey: string | null
  readonly address: string | null
}

const list = async (query = '', as = token): Promise<{ refusals: Listed[]; next: number | null }> =>
  (await relay.call(`/api/refusals${query}`, { token: as })).body
const newest = async (query = '?limit=1') => (await list(query)).refusals[0]
const seconds = () => Math.floor(clock.now / 1000)

async function upload(by: Operator, body: string, address: string) {
  const tags = [
    ['t', 'upload'],
    ['expiration', String(seconds() + 60)],
    ['x', createHash('sha256').update(body).digest('hex')],
  ]
  const event = JSON.stringify(signed(by, { kind: 24_242, content: 'file', tags }))
  const authorization = `Nostr ${Buffer.from(event).toString('base64')}`
  return fetch(`${httpUrl}/upload`, {
    method: 'PUT',
    body,
    headers: { authorization, 'x-forwarded-for': address, 'content-type': 'text/plain' },
  })
}

describe('GET /api/refusals', () => {
  test('lists each refused event with its cause and exactly the text that was sent (REFUSE-01, REFUSE-02)', async () => {
    const [author, blocked] = [newOperator(), newOperator()]
    await add('words', { value: 'casino' })
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: blocked.pubkey, reason: 'spam' } })
    const client = await from('203.0.113.40')
    const gone = signed(author)
    await answerTo(gone)
    await answerTo(signed(author, { kind: 5, content: '', tags: [['e', gone.id]] }))
    const past = seconds() - 10
    const genuine = [
      ['word', signed(author, { content: 'the casino' }), 'words:casino'],
      ['blocked', signed(blocked), `blocked-pubkeys:${blocked.pubkey}`],
      ['deleted', gone, null],
      ['expired', signed(author, { tags: [['expiration', String(past)]] }), null],
      ['time', signed(author, { created_at: seconds() + 5000 }), null],
      ['protected', signed(author, { tags: [['-']] }), null],
      ['relay-kind', signed(author, { kind: 411 }), null],
    ] as const
    for (const [cause, event, rule] of genuine) {
      const text = await answerTo(event, client)
      const { pubkey, kind } = event
      const bytes = JSON.stringify(event).length
      const address = '203.0.113.40'
      const at = new Date(clock.now).toISOString()
      const told = { at: expect.stringContaining(at.slice(0, 19)), cause, rule, pubkey, kind, bytes, address, text }
      expect(await newest()).toEqual({ id: expect.any(Number), what: 'event', ...told })
    }
    const { next } = await list('?limit=1')
    expect([next, (await list(`?limit=1&before=${next}`)).refusals[0]?.cause]).toEqual([
      expect.any(Number),
      'protected',
    ])
    const whole = await list('?address=203.0.113.40&limit=200')
    expect([whole.refusals.length, whole.next]).toEqual([genuine.length, null])
    expect(refusalCauses.filter(cause => cause !== 'read')).toHaveLength(22)
    for (const cause of refusalCauses)
      expect((await relay.call(`/api/refusals?cause=${cause}`, { token })).status).toBe(200)
    expect((await relay.call('/api/refusals?cause=other', { token })).status).toBe(400)
    await add('addresses', { value: '203.0.113.0/26' })
    await client.closed
    const rule = 'addresses:203.0.113.0/26'
    expect(await newest()).toMatchObject({ what: 'connection', cause: 'address', rule, address: '203.0.113.40' })
  })

  test('names who can write, work, kind, rate, form, quota and size as causes (REFUSE-01, REFUSE-02)', async () => {
    const author = newOperator()
    const client = await from('203.0.113.46')
    const change = (path: string, body: object) => relay.call(path, { token, body })
    const setKinds = (KindBlacklist: string[]) =>
      change('/api/relay-settings', { relay_settings: { mode: 'blacklist', KindBlacklist } })
    const setRules = async (...rules: object[]) => {
      const { revision } = (await relay.call('/api/access/rules', { token })).body
      return (await change('/api/access/rules', { revision, rules })).body.rules[0]?.id
    }
    const isRefused = async (cause: string, event = signed(author)) => {
      const text = await answerTo(event, client)
      expect(await newest()).toMatchObject({ what: 'event', cause, text, kind: event.kind })
    }
    for (const [write, cause] of [
      ['listed', 'not-listed'],
      ['invited', 'not-invited'],
      ['paying', 'not-paid'],
      ['trusted', 'not-trusted'],
    ] as const) {
      await save({ write, trust: { roots: [newOperator().pubkey], depth: 1 } })
      await isRefused(cause)
    }
    await save({ write: 'everyone', min_pow: 60 })
    await isRefused('pow')
    await save({ min_pow: 0 })
    await setKinds(['kind7'])
    await isRefused('kind', signed(author, { kind: 7 }))
    await setKinds([])
    const rule = await setRules({ who: 'everyone', action: 'limit', times: 1, per: 'hour' })
    expect(await answerTo(signed(author), client)).toBe('taken')
    await isRefused('rate')
    expect(await newest()).toMatchObject({ rule: `rule:${rule}` })
    await setRules({ who: 'everyone', action: 'refuse', what: 'media' })
    await isRefused('media-type', signed(author, { content: 'https://example.com/a.png' }))
    await setRules()
    await isRefused('invalid', { ...signed(author), sig: 'f'.repeat(128) })
    const quota = { events_day: 100, files_day: null, files_total: 100 }
    await relay.call(`/api/people/${author.pubkey}/quota`, { token, method: 'PUT', body: { ...quota, reason: 'few' } })
    await isRefused('quota')
    expect((await upload(author, 'x'.repeat(200), '203.0.113.47')).status).toBeGreaterThan(400)
    expect(await newest()).toMatchObject({ what: 'upload', cause: 'quota', address: '203.0.113.47' })
    await change('/api/relay-settings', { relay_settings: { maxfilesize: 1, maxfilesizeunit: 'MB' } })
    expect((await upload(newOperator(), 'x'.repeat(2 ** 20 + 1), '203.0.113.48')).status).toBe(413)
    expect(await newest()).toMatchObject({ what: 'upload', cause: 'size', address: '203.0.113.48' })
    client.close()
  })

  test('gives no author to a false signature (REFUSE-01)', async () => {
    const forged = { ...signed(newOperator()), sig: 'f'.repeat(128) }
    const text = await answerTo(forged)
    expect(await newest()).toMatchObject({ what: 'event', cause: 'invalid', pubkey: null, kind: 1, text })
  })

  test('lists refused sign-ins, reads, connections and uploads with the text that was sent (ACCESS-05, REFUSE-02, REFUSE-04)', async () => {
    const blocked = newOperator()
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: blocked.pubkey, reason: 'spam' } })
    const [client, waiting] = [await from('203.0.113.41'), await from('203.0.113.42')]
    const [, , isIn, denied] = await signIn(client, blocked)
    expect([isIn, denied]).toEqual([false, expect.stringMatching(/^blocked: /)])
    expect(await newest()).toMatchObject({ what: 'sign-in', cause: 'blocked', pubkey: blocked.pubkey, text: denied })

    await save({ read: 'signed-in' })
    client.say('REQ', 'mine', { kinds: [1] })
    const [, , closed] = await client.hear('CLOSED', 'mine')
    expect(await newest()).toMatchObject({ what: 'read', cause: 'read', text: closed, address: '203.0.113.41' })
    client.close()

    await add('addresses', { value: '203.0.113.42' })
    const { reason: text } = await waiting.closed
    const rule = 'addresses:203.0.113.42'
    expect(await newest()).toMatchObject({ what: 'connection', cause: 'address', rule, text, address: '203.0.113.42' })
    await expect(from('203.0.113.42')).rejects.toThrow()
    expect((await list('?what=connection&address=203.0.113.42')).refusals).toHaveLength(2)

    const response = await upload(blocked, 'hello', '203.0.113.43')
    expect([response.status, response.headers.get('x-reason')]).toEqual([403, expect.stringMatching(/^blocked: /)])
    expect(await newest()).toMatchObject({
      what: 'upload',
      cause: 'blocked',
      pubkey: blocked.pubkey,
      address: '203.0.113.43',
      bytes: 5,
      text: response.headers.get('x-reason'),
    })
    await save({ read: 'everyone' })
    const relay_settings = { mode: 'blacklist', MimeTypeBlacklist: ['text/plain'] }
    await relay.call('/api/relay-settings', { token, body: { relay_settings } })
    expect((await upload(newOperator(), 'hello', '203.0.113.44')).status).toBe(415)
    expect(await newest()).toMatchObject({ what: 'upload', cause: 'media-type', address: '203.0.113.44' })
    await relay.call('/api/relay-settings', { token, body: { relay_settings: { MimeTypeBlacklist: [] } } })
    const stray = await from('203.0.113.45')
    const wrong = signed(newOperator(), { kind: 22_242, content: '', tags: [['challenge', 'of another']] })
    expect((await stray.publish(wrong)).accepted).toBe(false)
    stray.say('AUTH', wrong)
    await expect.poll(() => newest()).toMatchObject({ what: 'sign-in', cause: 'invalid', address: '203.0.113.45' })
    stray.close()
  })

  test('is narrowed by cause, author, address and text, and has no gap or double between pages (REFUSE-03)', async () => {
    await add('words', { value: 'casino' }, { value: 'chips' })
    const [one, other] = [newOperator(), newOperator()]
    const client = await from('203.0.113.50')
    for (let count = 0; count < 23; count++) {
      await answerTo(signed(one, { content: 'casino' }), client)
      await answerTo(signed(other, { tags: [['-']] }), client)
    }
    client.close()
    await answerTo(signed(newOperator(), { tags: [['-']] }))
    const ofAddress = '?address=203.0.113.50'
    const found: Listed[] = []
    for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; ) {
      const page = await list(`${ofAddress}&limit=7&before=${next}`)
      expect(page.refusals.length).toBeLessThanOrEqual(7)
      found.push(...page.refusals)
      next = page.next
    }
    expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([46, 46])
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).sort((a, b) => b - a))
    const ofOne = (await list(`?pubkey=${one.pubkey}`)).refusals
    expect([ofOne.length, new Set(ofOne.map(({ cause }) => cause))]).toEqual([23, new Set(['word'])])
    expect((await list(`${ofAddress}&cause=protected`)).refusals).toHaveLength(23)
    expect((await list(`${ofAddress}&q=ONLY ITS author`)).refusals).toHaveLength(23)
    expect((await list(`${ofAddress}&rule=words:casino`)).refusals).toHaveLength(23)
    expect((await list(`${ofAddress}&after=${found[3]?.id}`)).refusals).toEqual(found.slice(0, 3))
  })

  test('hides addresses from viewers, and authors of private messages from all but owners', async () => {
    const author = newOperator()
    const tags = [['-'], ['p', newOperator().pubkey]]
    const client = await from('203.0.113.60')
    await answerTo(signed(author, { kind: 4, tags }), client)
    client.close()
    const seen = async (role: 'viewer' | 'moderator' | 'operator') => {
      const { token: as } = await putAdmin(relay, role)
      const [line] = (await list('?limit=1', as)).refusals
      const byKey = (await list(`?pubkey=${author.pubkey}`, as)).refusals.length
      const byAddress = await relay.call('/api/refusals?address=203.0.113.60', { token: as })
      return [line?.address, line?.pubkey, byKey, byAddress.status]
    }
    expect(await seen('viewer')).toEqual([null, null, 0, 403])
    expect(await seen('moderator')).toEqual(['203.0.113.60', null, 0, 200])
    expect(await seen('operator')).toEqual(['203.0.113.60', null, 0, 200])
    expect((await newest())?.pubkey).toBe(author.pubkey)
  })
})

test('counts refusals by cause, hour and day (REFUSE-05)', async () => {
  const client = await connect()
  const count = async (query = '') => (await relay.call(`/api/refusals/counts${query}`, { token })).body
  const before = await count()
  for (let sent = 0; sent < 3; sent++) await answerTo(signed(newOperator(), { tags: [['-']] }), client)
  await answerTo(signed(newOperator(), { tags: [['expiration', '1']] }), client)
  const after = await count()
  expect(after.counts).toEqual({
    ...before.counts,
    protected: (before.counts.protected ?? 0) + 3,
    expired: (before.counts.expired ?? 0) + 1,
  })
  const hour = new Date(clock.now).toISOString().slice(0, 13)
  expect(after.by_hour.at(-1)).toMatchObject({ hour: expect.stringContaining(hour), counts: after.counts })
  expect(after.by_day.at(-1)).toEqual({ day: hour.slice(0, 10), counts: after.counts })
  const tomorrow = new Date(clock.now + 86_400_000).toISOString()
  expect(await count(`?to=${tomorrow}`)).toEqual(after)
  expect((await count(`?to=${new Date(clock.now - 86_400_000).toISOString()}`)).counts).toEqual({})
  expect(await count(`?from=${tomorrow}`)).toEqual({ counts: {}, unlisted: 0, by_hour: [], by_day: [] })
  clock.now += 3_600_000
  await answerTo(signed(newOperator(), { tags: [['-']] }), client)
  client.close()
  const { counts, by_hour } = await count()
  expect(counts.protected).toBe(after.counts.protected + 1)
  const nextHour = new Date(clock.now).toISOString().slice(0, 13)
  expect(by_hour.at(-1)).toEqual({ hour: expect.stringContaining(nextHour), counts: { protected: 1 } })
  expect(by_hour.at(-2)).toEqual(after.by_hour.at(-1))
  const hourMs = 3_600_000
  const begun = clock.now - (clock.now % hourMs)
  const at = (ms: number) => new Date(begun + ms).toISOString()
  const [newest, older] = [{ protected: 1 }, after.counts]
  // An hour that `from` or `to` cuts counts whole.
  for (const [query, shown] of [
    [`from=${at(0)}`, newest],
    [`from=${at(hourMs - 1)}`, newest],
    [`to=${at(0)}`, older],
    [`from=${at(-1)}&to=${at(0)}`, older],
    [`from=${at(-1)}&to=${at(1)}`, counts],
    [`from=${at(hourMs)}`, {}],
  ] as const)
    expect([query, (await count(`?${query}`)).counts]).toEqual([query, shown])
})

test('tells open consoles of new refusals (REFUSE-08)', async () => {
  const response = await fetch(`${relay.adminUrl}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await answerTo(signed(newOperator(), { tags: [['-']] }))
  let heard = ''
  while (!heard.includes('"what":"refusals"')) heard += (await reader?.read())?.value ?? 'over'
  await reader?.cancel()
})
