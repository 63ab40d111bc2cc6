import { finalizeEvent, nip19 } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { putAdmin } from '../support/people.ts'

const minuteMs = 60_000
let clock = Date.now()
let relay: Relay
let operator: Operator
beforeAll(async () => {
  relay = await startRelay({ now: () => clock, config: { publicUrl: 'wss://relay.example' } })
  operator = await relay.claim()
})
afterAll(() => relay.close())
beforeEach(() => {
  clock += 60 * minuteMs
})

const askChallenge = async () => {
  const { body } = await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } })
  return body.event as { content: string; created_at: number; kind: number; pubkey: string; tags: unknown[] }
}
const verify = (body: unknown) => relay.call('/verify', { body })
const auditOf = (action: string) =>
  relay.context.adminDatabase.reads.selectFrom('audit_log').selectAll().where('action', '=', action).execute()

describe('the first step, the password', () => {
  it('API-02: a wrong password and an unknown account are refused with the same answer', async () => {
    const wrong = await relay.call('/login', { body: { npub: operator.pubkey, password: 'Wrong-Horse-7' } })
    const unknown = await relay.call('/login', { body: { npub: newOperator().pubkey, password: operator.password } })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ error: 'Invalid npub or password', code: 'invalid_credentials' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('records a refusal in the audit log without the password', async () => {
    await relay.call('/login', { body: { npub: operator.pubkey, password: 'Guess-Guess-7' } })
    const rows = await auditOf('session.login')
    expect(rows.at(-1)).toMatchObject({ outcome: 'refused', actor: null, target: operator.pubkey, ip: '127.0.0.1' })
    expect(rows.at(-1)?.at).toBe(clock)
    expect(JSON.stringify(rows)).not.toContain('Guess-Guess-7')
  })

  it('API-02: returns an unsigned event with a readable challenge for the right one (SIGN-04, FAMILY-27)', async () => {
    const event = await askChallenge()
    expect(event).toEqual({
      kind: 1,
      pubkey: operator.pubkey,
      created_at: Math.floor(clock / 1000),
      tags: [],
      content: expect.stringMatching(/^Sign in to wss:\/\/relay\.example at \d\d:\d\d, code [\w-]{43}$/),
    })
    expect(event.content).toContain(` at ${new Date(clock).toISOString().slice(11, 16)},`)
    expect((await askChallenge()).content).not.toBe(event.content)
  })
})

describe('the second step, the signature', () => {
  it("API-03: refuses another key's signature even with the password (fault 2, SIGN-06)", async () => {
    const event = await askChallenge()
    const { operator: another } = await putAdmin(relay, 'owner')
    for (const signer of [another, newOperator()]) {
      const answer = await verify(answerTo(event, signer))
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials'])
    }
    expect((await verify(answerTo(event, operator))).status).toBe(200)
  })

  it("refuses an operator's old note with any challenge (fault 1)", async () => {
    const { content } = await askChallenge()
    const note = { content: 'Good morning, nostr!', created_at: Math.floor(clock / 1000) }
    const answer = await verify({ ...answerTo(note, operator), challenge: content })
    expect(answer.status).toBe(401)
    expect((await verify(answerTo(note, operator))).status).toBe(401)
  })

  it('accepts a challenge once among simultaneous answers (SIGN-05)', async () => {
    const answer = answerTo(await askChallenge(), operator)
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(answer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    expect((await verify(answer)).status).toBe(401)
  })

  it('API-03: opens one session with a challenge, within three minutes (SIGN-05)', async () => {
    const late = answerTo(await askChallenge(), operator)
    clock += 3 * minuteMs
    expect((await verify(late)).status).toBe(401)
    const inTime = answerTo(await askChallenge(), operator)
    clock += 3 * minuteMs - 1
    expect((await verify(inTime)).status).toBe(200)
    expect((await verify(inTime)).status).toBe(401)
  })

  it('a challenge that was never given is refused', async () => {
    const event = { content: 'A'.repeat(43), created_at: Math.floor(clock / 1000) }
    expect((await verify(answerTo(event, operator))).status).toBe(401)
  })

  it.each([
    ['challenge', 'another'],
    ['signature', '0'.repeat(128)],
    ['messageHash', '0'.repeat(64)],
  ])('API-03: a %s that differs from the event is refused', async (field, value) => {
    const answer = answerTo(await askChallenge(), operator)
    expect((await verify({ ...answer, [field]: value })).status).toBe(401)
    expect((await verify(answer)).status).toBe(200)
  })

  it.each([
    ['an id that is not the hash of the event', { id: 'a'.repeat(64) }, { messageHash: 'a'.repeat(64) }],
    ['a signature that is not the author’s', { sig: 'b'.repeat(128) }, { signature: 'b'.repeat(128) }],
    ['a time that was not signed', { created_at: Math.floor(clock / 1000) + 5 }, {}],
  ])('%s is refused', async (_name, event, fields) => {
    const answer = answerTo(await askChallenge(), operator)
    const forged = { ...answer, ...fields, event: { ...answer.event, ...event } }
    expect((await verify(forged)).status).toBe(401)
  })

  it('an event stamped an hour off, or of another kind, is refused', async () => {
    const event = await askChallenge()
    expect((await verify(answerTo({ ...event, created_at: event.created_at - 3600 }, operator))).status).toBe(401)
    const auth = finalizeEvent({ ...event, kind: 22242, tags: [] }, operator.secretKey)
    const { id, pubkey, created_at, kind, tags, content, sig } = auth
    const body = { id, pubkey, created_at, kind, tags, content, sig }
    const answer = await verify({ challenge: content, signature: sig, messageHash: id, event: body })
    expect(answer.status).toBe(401)
  })

  it.each([
    ['nothing', {}],
    ['an event that is null', { challenge: 'a', signature: 'b', messageHash: 'c', event: null }],
    ['an event that is a text', { challenge: 'a', signature: 'b', messageHash: 'c', event: '{}' }],
    ['a list', []],
    ['a number', 7],
  ])('POST /verify with %s is a bad request, and the relay lives on (fault 5)', async (_name, body) => {
    const answer = await verify(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request'])
    expect((await relay.call('/health')).status).toBe(200)
  })

  it('API-03, AUTH-17: the right one is answered with a token and the user', async () => {
    const answer = await verify(answerTo(await askChallenge(), operator))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { npub: operator.pubkey, role: 'owner', email: { name: '', verified: false } },
    })
  })

  it('returns every field of the profile and the key as hex (SIGN-11)', async () => {
    const { user } = (await verify(answerTo(await askChallenge(), operator))).body
    expect(Object.keys(user)).toEqual(
      expect.arrayContaining([
        'id',
        'npub',
        'firstName',
        'lastName',
        'imgUrl',
        'userName',
        'email',
        'phone',
        'sex',
        'birthday',
        'lang',
        'country',
        'city',
        'address1',
        'zipcode',
        'website',
        'socials',
      ]),
    )
    expect(user).toMatchObject({
      npub: expect.stringMatching(/^[0-9a-f]{64}$/),
      email: { name: '', verified: false },
      phone: { number: '', verified: false },
      socials: { twitter: '', facebook: '', linkedin: '' },
    })
  })

  it('API-03: refuses a wrong id, a wrong signature and another content than the challenge (SIGN-08)', async () => {
    const event = await askChallenge()
    const answer = answerTo(event, operator)
    const other = answerTo({ ...event, content: `${event.content.slice(0, -1)}_` }, operator)
    const note = answerTo({ ...event, content: 'Good morning, nostr!' }, operator)
    const forged = [
      // An id that is rightly signed, but of what the event said before.
      { ...note, challenge: event.content, event: { ...note.event, content: event.content } },
      { ...answer, messageHash: 'a'.repeat(64), event: { ...answer.event, id: 'a'.repeat(64) } },
      { ...answer, signature: other.signature, event: { ...answer.event, sig: other.signature } },
      { ...other, challenge: event.content },
      other,
      // The event is right, but not what is said beside it.
      { ...answer, challenge: other.challenge },
      { ...answer, signature: other.signature },
      { ...answer, messageHash: other.messageHash },
    ]
    for (const [at, body] of forged.entries()) expect([at, (await verify(body)).status]).toEqual([at, 401])
    expect((await verify(answer)).status).toBe(200)
  })

  it('accepts the key as hex and as npub for the same account (WIRE-09)', async () => {
    const login = (npub: string) => relay.call('/login', { body: { npub, password: operator.password } })
    const [hex, npub] = await Promise.all([login(operator.pubkey), login(nip19.npubEncode(operator.pubkey))])
    expect([hex.body.event.pubkey, npub.body.event.pubkey]).toEqual([operator.pubkey, operator.pubkey])
    expect((await verify(answerTo(npub.body.event, operator))).body.user.npub).toBe(operator.pubkey)
  })

  it.each([
    '/login',
    '/signup',
    '/invitation',
    '/verify',
    '/verify/totp',
    '/forgot-password',
    '/security-code',
    '/new-password',
  ])('refuses malformed input to %s and continues (SIGN-09)', async path => {
    const { password } = operator
    const texts = { npub: 'npub1nobody', password, confirmPassword: password, email: 'nobody', ticket: 'x', code: '?' }
    const event = { kind: 1, created_at: 0, tags: [], content: 'x', pubkey: 'x', id: 'x', sig: 'x' }
    const wrongForms = { ...texts, invitation: 'x'.repeat(201), event }
    for (const body of [
      '{"npub":',
      { npub: 7 },
      [],
      7,
      { npub: null, password: {}, ticket: [], event: 'x' },
      wrongForms,
    ])
      expect([path, body, (await relay.call(path, { body })).status]).toEqual([path, body, 400])
    expect((await relay.call('/health')).status).toBe(200)
  })
})

describe('sessions', () => {
  it("uses the contract's two texts for missing and invalid tokens (WIRE-05, AUTH-09, AUTH-48)", async () => {
    const none = await relay.call('/api/status')
    expect([none.status, none.body.error]).toEqual([401, 'Missing or invalid Authorization header'])
    const [expired, ended] = [await relay.login(operator), await relay.login(operator)]
    for (const authorization of ['Basic YTpi', expired, `Basic ${expired}`, `Token ${expired}`, 'Bearer ']) {
      const other = await relay.call('/api/status', { headers: { authorization } })
      expect([other.status, other.body.error]).toEqual([401, 'Missing or invalid Authorization header'])
    }
    expect((await relay.call('/api/status', { headers: { authorization: `Bearer ${expired}` } })).status).toBe(200)
    expect((await relay.call('/logout', { method: 'POST', token: ended })).status).toBe(200)
    clock += 24 * 60 * minuteMs
    for (const token of ['A'.repeat(43), ended, expired]) {
      const wrong = await relay.call('/api/status', { token })
      expect([wrong.status, wrong.body.error]).toEqual([401, 'Invalid or expired token'])
    }
  })

  it('API-05: ends this session on log-out, and no other (AUTH-43, SIGN-13)', async () => {
    const one = await relay.login(operator)
    const other = await relay.login(operator)
    expect((await relay.call('/logout', { method: 'POST', token: one })).status).toBe(200)
    expect((await relay.call('/api/status', { token: one })).status).toBe(401)
    expect((await relay.call('/api/status', { token: other })).status).toBe(200)
    expect((await relay.call('/logout', { method: 'POST', token: one })).status).toBe(200)
    expect((await relay.call('/api/status', { token: other })).status).toBe(200)
  })

  it('keeps a used session, and ends an unused one after 24 hours (SIGN-12)', async () => {
    const used = await relay.login(operator)
    const [idle, late] = [await relay.login(operator), await relay.login(operator)]
    clock += 23 * 60 * minuteMs
    expect((await relay.call('/api/status', { token: used })).status).toBe(200)
    clock += 60 * minuteMs - 1
    expect((await relay.call('/api/status', { token: late })).status).toBe(200)
    clock += 1
    expect((await relay.call('/api/status', { token: idle })).status).toBe(401)
    expect((await relay.call('/api/status', { token: used })).status).toBe(200)
  })

  it('tokens are kept as hashes: the database tells none', async () => {
    const token = await relay.login(operator)
    const rows = await relay.context.adminDatabase.reads.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
