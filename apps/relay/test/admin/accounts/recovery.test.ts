import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, type Operator, type Relay, startRelay } from '../../harness.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const minuteMs = 60_000
const email = 'hornet@mail.example'
let clock = Date.now()
let post: MailServer
let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  post = await startMailServer()
  relay = await startRelay({ now: () => clock, config: { smtp: post.smtp } })
  operator = await relay.claim()
  token = await relay.login(operator)
  await save(token, { email: 'Hornet@mail.example', lang: 'en' })
  await verifyAddress(token)
})
afterAll(async () => {
  await relay.close()
  await post.close()
})
beforeEach(async () => {
  clock += 60 * minuteMs
  token = await relay.login(operator)
})

const save = (session: string, body: unknown) => relay.call('/api/account/profile', { token: session, body })
const codeIn = ({ text }: { text: string }) => /^([2-9A-HJKMNP-Z]{6})\r?$/m.exec(text)?.[1] ?? ''
async function verifyAddress(session: string, address = email) {
  await relay.call('/api/account/email/verification', { token: session, method: 'POST' })
  const code = codeIn(await post.mailTo(address))
  return relay.call('/api/account/email/confirmation', { token: session, body: { code: code.toLowerCase() } })
}
const forgot = (address: string) => relay.call('/forgot-password', { body: { email: address } })
const check = (address: string, code: string, recovery?: string) =>
  relay.call('/security-code', { body: { email: address, code, recovery } })
const renew = (code: string, password: string, address = email, recovery?: string) =>
  relay.call('/new-password', { body: { email: address, code, recovery, password, confirmPassword: password } })
async function askForCode() {
  clock += minuteMs
  const { status, body } = await forgot(email)
  expect(status).toBe(200)
  return { code: codeIn(await post.mailTo(email)), handle: body.recovery as string }
}
const mailedCode = async () => (await askForCode()).code
const isLive = async (session: string) => (await relay.call('/api/account', { token: session })).status === 200

describe('API-08: asking for a code', () => {
  it('API-08, PROFILE-05: reports an invalid address at its field', async () => {
    const answer = await forgot('hornet@')
    expect([answer.status, answer.body.fields]).toEqual([400, { email: 'Please input a valid email address!' }])
  })

  it('responds alike and equally fast to known and unknown addresses, before any email (SIGN-15)', async () => {
    let open = () => {}
    post.state.gate = new Promise(resolve => {
      open = resolve
    })
    const [known, unknown] = [await forgot(email), await forgot('nobody@mail.example')]
    const shape = (body: { recovery: string }) => ({ ...body, recovery: body.recovery.replace(/[\w-]/g, 'x') })
    expect([known.status, shape(known.body)]).toEqual([200, shape(unknown.body)])
    expect(post.mails).toEqual([])
    open()
    post.state.gate = undefined
    await post.mailTo(email)
    expect(post.mails).toEqual([])
  })

  it('an address that is not verified gets none', async () => {
    const other = await putAdmin(relay, 'viewer')
    await save(other.token, { email: 'viewer@mail.example' })
    await forgot('viewer@mail.example')
    // This mail arrives, so nothing arrived before it.
    await mailedCode()
    expect(post.mails).toEqual([])
  })

  it('voids a code whose email was refused permanently, and emails the next one immediately', async () => {
    post.state.answers.push(550)
    await forgot(email)
    const { reads } = relay.context.adminDatabase
    await expect.poll(() => reads.selectFrom('mail_codes').selectAll().execute()).toEqual([])
    await forgot(email)
    expect((await check(email, codeIn(await post.mailTo(email)))).status).toBe(200)
  })

  it("CONST-10: uses six unambiguous characters in the profile's language, stored as a hash", async () => {
    await save(token, { lang: 'de' })
    await forgot('HORNET@mail.example')
    const mail = await post.mailTo(email)
    const code = codeIn(mail)
    expect(code).toHaveLength(6)
    expect(mail.subject).toMatch(/^Ihr Sicherheitscode für /)
    expect(mail.text).toContain('Er gilt 15 Minuten und nur einmal.')
    expect(mail.html).toContain(code)
    expect(mail.raw).toContain('Auto-Submitted: auto-generated')
    await save(token, { lang: 'en' })
    const { reads } = relay.context.adminDatabase
    const kept = [
      await reads.selectFrom('mail_codes').selectAll().execute(),
      await auditOf(relay, 'account.recovery-code'),
    ]
    expect(JSON.stringify(kept)).not.toContain(code)
    for (const given of [code.slice(1), `${code}A`]) expect((await check(email, given)).status).toBe(400)
    expect((await check(email, code)).status).toBe(200)
  })
})

describe('API-07: looking at a code', () => {
  it('wrong, of another address and for an unknown one are refused alike, the right one is taken (AUTH-36, AUTH-37)', async () => {
    const code = await mailedCode()
    const wrong = code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
    const answers = [await check(email, wrong), await check('nobody@mail.example', code)]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([401, 'The code is incorrect or has expired']),
    )
    for (const length of [5, 7]) expect((await check(email, 'A'.repeat(length))).status).toBe(400)
    expect((await check(email, code)).status).toBe(200)
    expect((await check('HORNET@mail.example', code.toLowerCase())).status).toBe(200)
  })

  it('R-08: refuses the right code to a browser after five wrong tries, even concurrent ones (SIGN-15)', async () => {
    const { code, handle } = await askForCode()
    const wrong = code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
    for (const recovery of [handle, undefined, 'made-up.handle.of-nobody']) {
      await Promise.all(Array.from({ length: 4 }, () => check(email, wrong, recovery)))
      // Without a valid handle, the tries of the caller's address count.
      if (recovery !== 'made-up.handle.of-nobody') expect((await check(email, code, recovery)).status).toBe(200)
      await check(email, wrong, recovery)
      expect((await check(email, code, recovery)).status).toBe(401)
    }
    const body = { email, code, recovery: handle, password: 'Abcdefg1', confirmPassword: 'Abcdefg1' }
    expect((await relay.call('/new-password', { body })).status).toBe(401)
  })

  it('after fifteen minutes it is worth nothing; a newer one takes nothing from it (SIGN-15)', async () => {
    const first = await mailedCode()
    const second = await mailedCode()
    expect([(await check(email, first)).status, (await check(email, second)).status]).toEqual([200, 200])
    clock += 14 * minuteMs
    expect([(await check(email, first)).status, (await check(email, second)).status]).toEqual([401, 200])
    clock += minuteMs
    expect((await check(email, second)).status).toBe(401)
  })
})

it('takes a code once, for 15 minutes and after at most 5 wrong tries, and never tells whether an address exists (AUTH-31, SIGN-15)', async () => {
  const [known, unknown] = [await forgot(email), await forgot('nobody@mail.example')]
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
  await post.mailTo(email)
  const password = 'Recovered-2'
  const refusal = [401, 'The code is incorrect or has expired']
  const answerTo = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]
  const late = await mailedCode()
  clock += 15 * minuteMs - 1
  expect((await check(email, late)).status).toBe(200)
  clock += 1
  expect(answerTo(await renew(late, password))).toEqual(refusal)
  const byCheck = (code: string, handle: string) => check(email, code, handle)
  const byRenewal = (code: string, handle: string) => renew(code, password, email, handle)
  for (const guess of [byCheck, byRenewal]) {
    const { code, handle } = await askForCode()
    for (let tries = 0; tries < 5; tries++) expect((await guess('AAAAAA', handle)).status).toBe(401)
    const answers = [await byCheck(code, handle), await byRenewal(code, handle)]
    expect(answers.map(answerTo)).toEqual([refusal, refusal])
  }
  clock += 60 * minuteMs
  const code = await mailedCode()
  expect(answerTo(await renew(code, password, 'nobody@mail.example'))).toEqual(refusal)
  expect((await renew(code, password)).status).toBe(200)
  expect((await post.mailTo(email)).text).toContain('was changed')
  expect(answerTo(await renew(code, password))).toEqual(refusal)
  operator = { ...operator, password }
})

describe('API-08: the new password', () => {
  it('PROFILE-07, AUTH-38: one against the rule, and two that differ, are refused, and the code is still good', async () => {
    const code = await mailedCode()
    expect((await renew(code, 'abcdefg1')).body.fields.password).toContain('Minimum eight characters')
    const body = { email, code, password: 'Abcdefg1', confirmPassword: 'Abcdefg2' }
    expect((await relay.call('/new-password', { body })).body.fields).toHaveProperty('confirmPassword')
    expect((await check(email, code)).status).toBe(200)
  })

  it('AUTH-38, R-08: ends all sessions, uses the code up, is mailed and audited; signing in still takes the key', async () => {
    const code = await mailedCode()
    const password = 'Recovered-1'
    const answers = await Promise.all([renew(code, password), renew(code, password)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await isLive(token)).toBe(false)
    expect((await post.mailTo(email)).text).toContain('The password of your account was changed')
    expect((await auditOf(relay, 'account.recover-password')).at(-1)).toMatchObject({ target: operator.pubkey })
    expect((await relay.call('/login', { body: { npub: operator.pubkey, password: operator.password } })).status).toBe(
      401,
    )
    operator = { ...operator, password }
    const { event } = (await relay.call('/login', { body: { npub: operator.pubkey, password } })).body
    const stranger = await putAdmin(relay, 'viewer')
    expect((await relay.call('/verify', { body: answerTo(event, stranger.operator) })).status).toBe(401)
    expect((await relay.call('/verify', { body: answerTo(event, operator) })).status).toBe(200)
  })

  it('with two-factor on, signing in afterwards still takes the second factor', async () => {
    const { body } = await relay.call('/api/account/two-factor/begin', { token, method: 'POST' })
    const { Secret, TOTP } = await import('otpauth')
    const code = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: clock })
    const say = (path: string) => relay.call(`/api/account/two-factor/${path}`, { token, body: { code: code() } })
    expect((await say('enable')).status).toBe(200)
    expect((await post.mailTo(email)).text).toContain('turned on')
    clock += minuteMs
    expect((await say('recovery-codes')).status).toBe(200)
    expect((await post.mailTo(email)).text).toContain('New recovery codes were created for your account')
    operator = { ...operator, password: 'Recovered-2' }
    expect((await renew(await mailedCode(), operator.password)).status).toBe(200)
    await post.mailTo(email)
    const login = { npub: operator.pubkey, password: operator.password }
    const { event } = (await relay.call('/login', { body: login })).body
    expect((await relay.call('/verify', { body: answerTo(event, operator) })).body.twoFactorRequired).toBe(true)
    const off = { totp_secret: null, totp_pending: null }
    await relay.context.adminDatabase.transact(tx => tx.updateTable('accounts').set(off).execute())
  })
})

describe('verifying an address', () => {
  it('without one, with a wrong code, and where another admin has verified it, there is nothing to verify', async () => {
    const other = await putAdmin(relay, 'viewer')
    const begin = () => relay.call('/api/account/email/verification', { token: other.token, method: 'POST' })
    expect((await begin()).body.error).toBe('There is no email address in your profile')
    await save(other.token, { email: 'second@mail.example' })
    expect((await begin()).status).toBe(200)
    const code = codeIn(await post.mailTo('second@mail.example'))
    const confirm = (given: string) =>
      relay.call('/api/account/email/confirmation', { token: other.token, body: { code: given } })
    expect((await confirm(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')).body.fields).toEqual({
      code: 'The code is incorrect or has expired',
    })
    // A code for one address does not verify another.
    await save(other.token, { email })
    expect((await confirm(code)).status).toBe(400)
    expect((await verifyAddress(other.token)).body).toMatchObject({ code: 'conflict' })
  })

  it('PROFILE-01: reports a refused email without the server’s words, and verifies the address on a retry', async () => {
    const other = await putAdmin(relay, 'viewer')
    await save(other.token, { email: 'third@mail.example' })
    post.state.refuse = true
    const answer = await relay.call('/api/account/email/verification', { token: other.token, method: 'POST' })
    post.state.refuse = false
    expect([answer.status, answer.body.error]).toEqual([503, 'The email could not be sent'])
    expect((await verifyAddress(other.token, 'third@mail.example')).body.user.email).toEqual({
      name: 'third@mail.example',
      verified: true,
    })
  })

  it('marks a new address unverified, asks for the password, and notifies the old one', async () => {
    clock += 11 * minuteMs
    const refused = await save(token, { email: 'thief@mail.example' })
    expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
    await relay.call('/api/account/confirm-password', { token, body: { password: operator.password } })
    const moved = await save(token, { email: 'moved@mail.example' })
    expect(moved.body.user.email).toEqual({ name: 'moved@mail.example', verified: false })
    expect((await post.mailTo(email)).text).toContain('The email address of your account was changed')
    await save(token, { email })
    expect((await verifyAddress(token)).status).toBe(200)
  })
})

describe('optional emails', () => {
  const preferences = (body?: unknown) =>
    relay.call('/api/account/mail-preferences', { token, ...(body ? { body } : {}) })
  const known = (address: string) =>
    relay.context.adminDatabase.transact(tx =>
      tx.deleteFrom('sign_in_addresses').where('address', '=', address).execute(),
    )

  it('emails about a sign-in from a new place, unless the admin has turned it off', async () => {
    await known('127.0.0.1')
    await relay.login(operator)
    const mail = await post.mailTo(email)
    expect(mail.subject).toMatch(/^New sign-in to /)
    expect(mail.text).toContain('127.0.0.1')
    await relay.login(operator)
    expect((await preferences({ newSignIn: false, accountChange: true })).body).toEqual({
      preferences: { newSignIn: false, accountChange: true },
      deliverable: 'yes',
    })
    await known('127.0.0.1')
    await relay.login(operator)
    await mailedCode()
    expect(post.mails).toEqual([])
  })

  it('asks for the password after ten minutes to turn emails off, but not on', async () => {
    const all = { newSignIn: true, accountChange: true }
    await preferences(all)
    clock += 11 * 60_000
    expect((await preferences({ ...all, accountChange: false })).body.code).toBe('password_needed')
    expect((await preferences(all)).body.preferences).toEqual(all)
    token = await relay.login(operator)
  })

  it('reports whether email can reach this admin, and if not why', async () => {
    expect((await preferences()).body.deliverable).toBe('yes')
    const other = await putAdmin(relay, 'viewer')
    const read = async () => (await relay.call('/api/account/mail-preferences', { token: other.token })).body
    expect(await read()).toEqual({ preferences: { newSignIn: true, accountChange: true }, deliverable: 'no_address' })
    await save(other.token, { email: 'fourth@mail.example' })
    expect((await read()).deliverable).toBe('address_unverified')
  })
})

it('AUTH-31, R-08: reports a missing mail server, names the command, and sends nothing', async () => {
  const silent = await startRelay()
  const answer = await silent.call('/forgot-password', { body: { email } })
  expect([answer.status, answer.body.error]).toEqual([503, expect.stringContaining('npm run admin -- reset-password')])
  expect((await silent.call('/user-exist')).body.recovery).toBe('command')
  expect((await relay.call('/user-exist')).body.recovery).toBe('mail')
  const signedIn = await silent.signedIn()
  const begun = await silent.call('/api/account/email/verification', { token: signedIn.token, method: 'POST' })
  expect(begun.status).toBe(503)
  const { body } = await silent.call('/api/account/mail-preferences', { token: signedIn.token })
  expect(body.deliverable).toBe('no_mail_server')
  await silent.close()
})
