import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '../../../src/accounts/limits.ts'
import { answerTo, type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const minuteMs = 60_000
let clock = Date.now()
let relay: Relay
beforeAll(async () => {
  const { secondFactor } = signInLimits
  const generous = { burst: 10_000, perMinute: 10_000 }
  const limits = { ...signInLimits, signup: generous, signIn: generous, accountAtAddress: generous, slowedMs: 0 }
  relay = await startRelay({ now: () => clock, signInLimits: { ...limits, secondFactor } })
})
afterAll(() => relay.close())
beforeEach(() => {
  clock += 60 * minuteMs
})

const codeOf = (secret: string, atMs = clock) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')
const account = (path: string, token: string, body?: unknown) =>
  relay.call(`/api/account/two-factor${path}`, {
    token,
    ...(body !== undefined && { body }),
    method: body ? 'POST' : 'GET',
  })
const begin = (token: string) => relay.call('/api/account/two-factor/begin', { token, method: 'POST' })

async function guardedAdmin() {
  const { operator, token, id } = await putAdmin(relay, 'owner')
  const { secret } = (await begin(token)).body
  const { recoveryCodes } = (await account('/enable', token, { code: codeOf(secret) })).body as {
    recoveryCodes: string[]
  }
  clock += minuteMs
  return { id, operator, token, secret: secret as string, recoveryCodes }
}

async function firstSteps(operator: Operator) {
  const body = { npub: operator.pubkey, password: operator.password }
  const { event } = (await relay.call('/login', { body })).body
  const answer = await relay.call('/verify', { body: answerTo(event, operator) })
  return answer.body as { twoFactorRequired?: true; ticket: string; token?: string }
}
const totp = (ticket: string, code: string) => relay.call('/verify/totp', { body: { ticket, code } })

describe('switching two-factor on', () => {
  it('changes nothing until a code of the new secret is given, and reports a wrong one at its field', async () => {
    const { operator, token } = await putAdmin(relay, 'viewer')
    expect((await account('/enable', token, { code: '123456' })).status).toBe(409)
    const { body } = await begin(token)
    expect(body).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.stringMatching(/^otpauth:/) })
    const wrong = await account('/enable', token, { code: wrongCode(body.secret) })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'The code is incorrect or has expired' }])
    expect((await account('', token)).body).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect((await firstSteps(operator)).token).toMatch(/^[\w-]{43}$/)
  })

  it('asks for the password again when it was given more than ten minutes ago', async () => {
    const { token } = await putAdmin(relay, 'viewer')
    clock += 11 * minuteMs
    expect((await begin(token)).body.code).toBe('password_needed')
  })

  it('shows ten recovery codes once, and stores no secret or code in plain text', async () => {
    const { token, secret, recoveryCodes, id } = await guardedAdmin()
    expect(recoveryCodes).toHaveLength(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect((await account('', token)).body).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    expect((await begin(token)).status).toBe(409)
    const { reads } = relay.context.adminDatabase
    const kept = JSON.stringify([
      await reads.selectFrom('accounts').selectAll().where('id', '=', id).execute(),
      await reads.selectFrom('recovery_codes').selectAll().execute(),
      await auditOf(relay, 'account.two-factor-on'),
    ])
    for (const text of [secret, ...recoveryCodes, recoveryCodes[0]?.replace('-', '')]) expect(kept).not.toContain(text)
  })
})

describe('signing in with two-factor on', () => {
  it('password and signature give a ticket, which opens nothing by itself', async () => {
    const { operator } = await guardedAdmin()
    const answer = await firstSteps(operator)
    expect(answer).toEqual({ twoFactorRequired: true, ticket: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await relay.call('/api/account', { token: answer.ticket })).status).toBe(401)
  })

  it('API-03: opens a session by ticket and code, each once (SIGN-10)', async () => {
    const { operator, secret } = await guardedAdmin()
    const first = await firstSteps(operator)
    expect(first).toEqual({ twoFactorRequired: true, ticket: expect.any(String) })
    const { ticket } = first
    const code = codeOf(secret)
    const answer = await totp(ticket, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([answer.status, answer.body.user.npub]).toEqual([200, operator.pubkey])
    const { status, body } = await relay.call('/api/account', { token: answer.body.token })
    expect([status, body.user]).toEqual([200, answer.body.user])
    expect((await totp(ticket, codeOf(secret, clock + 30_000))).status).toBe(401)
    const again = await totp((await firstSteps(operator)).ticket, code)
    expect([again.status, again.body.error]).toEqual([401, 'The code is incorrect or has expired'])
    clock += minuteMs
    expect((await totp((await firstSteps(operator)).ticket, codeOf(secret, clock - minuteMs))).status).toBe(401)
  })

  it('opens one session for ten simultaneous answers with the right code', async () => {
    const { operator, secret } = await guardedAdmin()
    const { ticket } = await firstSteps(operator)
    const answers = await Promise.all(Array.from({ length: 10 }, () => totp(ticket, codeOf(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  it('a recovery code does in its stead, once', async () => {
    const { operator, recoveryCodes, token } = await guardedAdmin()
    const [code = ''] = recoveryCodes
    expect((await totp((await firstSteps(operator)).ticket, code.toUpperCase())).status).toBe(200)
    expect((await totp((await firstSteps(operator)).ticket, code)).status).toBe(401)
    expect((await account('', token)).body.recoveryCodesLeft).toBe(9)
  })

  it('refuses guessed tickets, and those older than three minutes', async () => {
    const { operator, secret } = await guardedAdmin()
    expect((await totp('A'.repeat(43), codeOf(secret))).status).toBe(401)
    const { ticket } = await firstSteps(operator)
    clock += 3 * minuteMs
    const late = await totp(ticket, codeOf(secret))
    expect([late.status, late.body.error]).toEqual([401, expect.stringContaining('Please sign in again')])
  })

  it('allows five guesses per ticket and ten in total, then a pause for all tickets', async () => {
    const { operator, secret, recoveryCodes } = await guardedAdmin()
    const { ticket } = await firstSteps(operator)
    const answers = await Promise.all(Array.from({ length: 8 }, () => totp(ticket, wrongCode(secret))))
    expect(
      answers.map(({ body }) => body.error).filter(error => error === 'The code is incorrect or has expired'),
    ).toHaveLength(4)
    expect((await totp(ticket, codeOf(secret))).status).toBe(401)
    const second = (await firstSteps(operator)).ticket
    for (let time = 0; time < 5; time++) expect((await totp(second, wrongCode(secret))).status).toBe(401)
    const third = (await firstSteps(operator)).ticket
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const refused = await totp(third, code)
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    }
    clock += 6 * minuteMs
    expect((await totp((await firstSteps(operator)).ticket, codeOf(secret))).status).toBe(200)
  })

  it('binds a ticket to its account', async () => {
    const [one, other] = [await guardedAdmin(), await guardedAdmin()]
    const { ticket } = await firstSteps(one.operator)
    expect((await totp(ticket, codeOf(other.secret))).status).toBe(401)
    expect((await totp(ticket, other.recoveryCodes[0] ?? '')).status).toBe(401)
  })
})

describe('switching it off, and new codes', () => {
  it('a wrong code leaves it on; the right one switches it off and makes every code of it worthless', async () => {
    const { operator, token, secret, recoveryCodes } = await guardedAdmin()
    const { ticket } = await firstSteps(operator)
    expect((await account('/disable', token, { code: wrongCode(secret) })).body.fields).toHaveProperty('code')
    expect((await account('', token)).body.enabled).toBe(true)
    expect((await account('/disable', token, { code: codeOf(secret) })).status).toBe(200)
    expect((await totp(ticket, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await firstSteps(operator)).token).toMatch(/^[\w-]{43}$/)
    expect((await account('/disable', token, { code: codeOf(secret) })).status).toBe(409)
  })

  it('session and password alone get no new recovery codes, nor do guesses: with those two-factor could be switched off', async () => {
    const { operator, token, secret, recoveryCodes } = await guardedAdmin()
    const without = await relay.call('/api/account/two-factor/recovery-codes', { token, method: 'POST' })
    expect(without.status).toBe(400)
    const refused = await account('/recovery-codes', token, { code: wrongCode(secret) })
    expect([refused.status, refused.body.fields]).toEqual([400, { code: 'The code is incorrect or has expired' }])
    const guess = () => account('/recovery-codes', token, { code: wrongCode(secret) })
    for (let time = 0; time < 9; time++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
    expect((await auditOf(relay, 'account.recovery-codes')).filter(({ actor }) => actor === operator.pubkey)).toEqual(
      [],
    )
    // Its guesses lock out no one who signs in.
    expect((await totp((await firstSteps(operator)).ticket, recoveryCodes[0] ?? '')).status).toBe(200)
    const off = await putAdmin(relay, 'viewer')
    expect((await account('/recovery-codes', off.token, { code: codeOf(secret) })).status).toBe(409)
  })

  it('new recovery codes take the place of the old ones; the code that they were asked for with is used up', async () => {
    const { operator, token, secret, recoveryCodes } = await guardedAdmin()
    const code = codeOf(secret)
    const renewed = await account('/recovery-codes', token, { code })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await account('/disable', token, { code })).status).toBe(400)
    expect((await totp((await firstSteps(operator)).ticket, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await totp((await firstSteps(operator)).ticket, renewed.body.recoveryCodes[0])).status).toBe(200)
  })
})
