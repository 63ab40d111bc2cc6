import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '../../../src/accounts/limits.ts'
import { answerTo, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const minuteMs = 60_000
let clock = Date.now()
let relay: Relay
let operator: Operator
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  operator = await relay.claim()
})
afterAll(() => relay.close())
beforeEach(() => {
  clock += 25 * 60 * minuteMs
})

async function signIn(userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const body = { npub: operator.pubkey, password: operator.password }
  const { event } = (await relay.call('/login', { headers, body })).body
  return (await relay.call('/verify', { headers, body: answerTo(event, operator) })).body.token as string
}
const list = async (token: string) => (await relay.call('/api/account/sessions', { token })).body.sessions
const isLive = async (token: string) => (await relay.call('/api/account', { token })).status === 200
async function openStream(token: string) {
  const response = await fetch(`${relay.adminUrl}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  return response.text()
}

describe('the list of sessions', () => {
  it('names device, address and last use, marks this one, and never tells a token (HOUSE-03)', async () => {
    const phone = await signIn(`Phone/1 ${'x'.repeat(300)}`)
    clock += 5 * minuteMs
    const laptop = await signIn('Laptop/2')
    const sessions = await list(laptop)
    expect(sessions).toMatchObject([
      { current: true, userAgent: 'Laptop/2', address: '127.0.0.1', createdAt: new Date(clock).toISOString() },
      { current: false, lastUsedAt: new Date(clock - 5 * minuteMs).toISOString() },
    ])
    expect(sessions[1].userAgent).toHaveLength(200)
    expect(JSON.stringify(sessions)).not.toContain(phone)
    clock += 2 * minuteMs
    expect((await list(phone))[0]).toMatchObject({ current: true, lastUsedAt: new Date(clock).toISOString() })
  })

  it('end after thirty days even with daily use, including their live streams', async () => {
    const token = await signIn('Phone/1')
    const opened = clock
    for (let day = 1; day <= 30; day++) {
      clock = opened + day * 23.9 * 60 * minuteMs
      expect([day, await isLive(token)]).toEqual([day, true])
    }
    clock = opened + 30 * 24 * 60 * minuteMs - 1
    const [own] = await list(token)
    expect(await relay.context.sessions.isLive(own.id)).toBe(true)
    clock += 1
    expect([await isLive(token), await relay.context.sessions.isLive(own.id)]).toEqual([false, false])
  })

  it("another admin's session is neither listed nor ended (HOUSE-03)", async () => {
    const token = await signIn('Laptop/2')
    const stranger = await putAdmin(relay, 'viewer')
    const [own] = await list(token)
    expect(await list(stranger.token)).toHaveLength(1)
    const answer = await relay.call(`/api/account/sessions/${own.id}`, { method: 'DELETE', token: stranger.token })
    expect([answer.status, await isLive(token)]).toEqual([404, true])
  })

  it('end immediately when revoked, including their live streams (HOUSE-03)', async () => {
    const [phone, laptop] = [await signIn('Phone/1'), await signIn('Laptop/2')]
    const stream = openStream(phone)
    const gone = (await list(laptop)).find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone/1')
    const answer = await relay.call(`/api/account/sessions/${gone.id}`, { method: 'DELETE', token: laptop })
    expect(answer.status).toBe(200)
    await stream
    expect([await isLive(phone), await isLive(laptop)]).toEqual([false, true])
    expect((await auditOf(relay, 'session.revoke')).at(-1)).toMatchObject({ actor: operator.pubkey, outcome: 'done' })
  })

  it('all others end together', async () => {
    const tokens = [await signIn('a'), await signIn('b'), await signIn('c')]
    const answer = await relay.call('/api/account/sessions/revoke-others', { method: 'POST', token: tokens[2] })
    expect(answer.body).toEqual({ ended: 2 })
    expect(await Promise.all(tokens.map(isLive))).toEqual([false, false, true])
  })
})

describe('a sign-in over a session that is live', () => {
  const signInOver = async (authorization: string, who = operator) => {
    const headers = { authorization }
    const { event } = (await relay.call('/login', { headers, body: { npub: who.pubkey, password: who.password } })).body
    return (await relay.call('/verify', { headers, body: answerTo(event, who) })).body.token as string
  }

  it('ends nothing for an invalid token or after a failure', async () => {
    const [token, other] = [await signIn('a'), await signIn('b')]
    for (const authorization of ['Bearer nobody', `Basic ${token}`, token, 'Bearer '])
      expect(await isLive(await signInOver(authorization))).toBe(true)
    const { event } = (await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } }))
      .body
    const forged = { ...answerTo(event, newOperator()), challenge: event.content }
    expect((await relay.call('/verify', { token, body: forged })).status).toBe(401)
    expect(await Promise.all([token, other].map(isLive))).toEqual([true, true])
  })

  it('ends that one and no other, with its live stream, and the audit log says so', async () => {
    const [token, other] = [await signIn('a'), await signIn('b')]
    const stream = openStream(token)
    const before = (await auditOf(relay, 'session.logout')).length
    const fresh = await signInOver(`Bearer ${token}`)
    await stream
    expect(await Promise.all([token, other, fresh].map(isLive))).toEqual([false, true, true])
    expect((await auditOf(relay, 'session.logout')).slice(before)).toMatchObject([
      { actor: operator.pubkey, target: operator.pubkey, outcome: 'done' },
    ])
  })
})

describe('the password given again', () => {
  const confirm = (token: string, password: string) =>
    relay.call('/api/account/confirm-password', { token, body: { password } })
  const saveSecret = (token: string, values: Record<string, unknown>) =>
    relay.call('/api/settings/wallet', { token, body: { wallet: values } })

  it('reports a wrong password at its field, and ends no session; takes the right one (AUTH-41, SIGN-16)', async () => {
    const token = await signIn('a')
    expect((await confirm(token, operator.password)).status).toBe(200)
    const answer = await confirm(token, 'Wrong-Horse-7')
    expect([answer.status, answer.body.fields]).toEqual([400, { password: 'Incorrect password' }])
    expect(await isLive(token)).toBe(true)
    expect((await auditOf(relay, 'account.confirm-password')).at(-1)).toMatchObject({ outcome: 'refused' })
  })

  it('asks for a new secret after ten minutes, but not for the mask or other values', async () => {
    const token = await signIn('a')
    clock += 10 * minuteMs
    expect((await saveSecret(token, { api_key: 'b'.repeat(64) })).status).toBe(200)
    clock += 1
    const refused = await saveSecret(token, { api_key: 'c'.repeat(64) })
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'Please confirm your password to continue', code: 'password_needed' },
    ])
    expect((await saveSecret(token, { api_key: '********', name: 'default' })).status).toBe(200)
    const confirmed = await confirm(token, operator.password)
    expect(confirmed.body).toEqual({ confirmedUntil: new Date(clock + 10 * minuteMs).toISOString() })
    expect((await saveSecret(token, { api_key: 'c'.repeat(64) })).status).toBe(200)
  })

  it("asks before deleting a blocked author's events, but not for blocking alone", async () => {
    const token = await signIn('a')
    clock += 11 * minuteMs
    const block = (body: object) => relay.call('/api/blocked-pubkeys', { token, body })
    const [one, other] = [newOperator().pubkey, newOperator().pubkey]
    const refused = await block({ pubkey: one, delete_events: true })
    expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
    expect((await block({ pubkey: other })).status).toBe(200)
    await confirm(token, operator.password)
    expect((await block({ pubkey: one, delete_events: true })).status).toBe(200)
  })

  it('in one session it opens nothing in another', async () => {
    const [one, other] = [await signIn('a'), await signIn('b')]
    clock += 11 * minuteMs
    await confirm(one, operator.password)
    expect((await saveSecret(other, { api_key: 'd'.repeat(64) })).status).toBe(403)
  })
})

describe('a stolen session that guesses the password', () => {
  it("rate-limits guesses without delaying the owner's other sessions", async () => {
    const { ownPassword, ownPasswordOfAccount } = signInLimits
    const limited = await startRelay({ now: () => clock, signInLimits: { ...signInLimits, slowedMs: 0 } })
    try {
      const { operator: owner, token } = await limited.signedIn()
      const stolen = await limited.login(owner)
      const confirm = async (session: string, password: string) =>
        (await limited.call('/api/account/confirm-password', { token: session, body: { password } })).status
      for (let minute = 0; minute < 3; minute++) {
        const guesses = minute === 0 ? ownPassword.burst : ownPassword.perMinute
        for (let guess = 0; guess < guesses; guess++) expect(await confirm(stolen, 'Wrong-Horse-7')).toBe(400)
        expect(await confirm(stolen, 'Wrong-Horse-7')).toBe(429)
        expect(await confirm(token, owner.password)).toBe(200)
        clock += minuteMs
      }
      const body = { currentPassword: owner.password, password: 'Abcdefg1', confirmPassword: 'Abcdefg1' }
      expect((await limited.call('/api/account/password', { token, body })).body.endedSessions).toBe(1)
      expect((await limited.call('/api/account', { token: stolen })).status).toBe(401)
      // The total of sessions is limited, too.
      clock += 10 * minuteMs
      const others = await Promise.all(
        Array.from({ length: 5 }, () => limited.login({ ...owner, password: 'Abcdefg1' })),
      )
      const statuses: number[] = []
      for (const session of others)
        for (let guess = 0; guess < ownPassword.burst; guess++) statuses.push(await confirm(session, 'Wrong-Horse-7'))
      expect(statuses.filter(status => status === 400)).toHaveLength(ownPasswordOfAccount.burst)
    } finally {
      await limited.close()
    }
  })
})

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, password: string, confirmPassword = password) =>
    relay.call('/api/account/password', { token, body: { currentPassword, password, confirmPassword } })

  it('PROFILE-06, PROFILE-07: the same one, one against the rule and two that differ are refused', async () => {
    const token = await signIn('a')
    const same = await change(token, operator.password, operator.password)
    expect(same.body.fields).toEqual({ password: 'The new password must differ from the current one' })
    expect((await change(token, operator.password, 'abcdefg1')).body.fields.password).toContain('Minimum eight')
    const differing = await change(token, operator.password, 'Abcdefg1', 'Abcdefg2')
    expect(differing.body.fields).toHaveProperty('confirmPassword')
    // Passwords older than the rule still open the account: a sign-in compares them only.
    const login = { npub: operator.pubkey, password: 'short' }
    expect((await relay.call('/login', { body: login })).status).toBe(401)
  })

  it('a wrong current one is refused at its field, and nothing has changed', async () => {
    const token = await signIn('a')
    const answer = await change(token, 'Wrong-Horse-7', 'Abcdefg1')
    expect([answer.status, answer.body.fields]).toEqual([400, { currentPassword: 'Incorrect password' }])
    await expect(signIn('b')).resolves.toMatch(/^[\w-]{43}$/)
  })

  it('voids procedures begun with the old password', async () => {
    const token = await signIn('a')
    const body = { npub: operator.pubkey, password: operator.password }
    const { event } = (await relay.call('/login', { body })).body
    expect((await change(token, operator.password, 'Abcdefg9')).status).toBe(200)
    operator = { ...operator, password: 'Abcdefg9' }
    expect((await relay.call('/verify', { body: answerTo(event, operator) })).status).toBe(401)
  })

  it('ends every other session; the old password opens nothing any more', async () => {
    const [one, other] = [await signIn('a'), await signIn('b')]
    const stream = openStream(other)
    const answer = await change(one, operator.password, 'Abcdefg1')
    expect(answer.body).toEqual({ message: 'Your password has been changed', endedSessions: 1 })
    await stream
    expect([await isLive(one), await isLive(other)]).toEqual([true, false])
    const old = await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } })
    expect(old.status).toBe(401)
    operator = { ...operator, password: 'Abcdefg1' }
    await expect(signIn('c')).resolves.toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await auditOf(relay, 'account.change-password'))).not.toContain('Abcdefg1')
  })
})
