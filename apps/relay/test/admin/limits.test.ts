import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInLimits as defaults } from '../../src/accounts/limits.ts'
import { answerTo, makeDataDir, newOperator, type Relay, startRelay } from '../harness.ts'
import { auditOf, putAdmin } from '../support/people.ts'

const minuteMs = 60_000
const signInLimits = { ...defaults, slowedMs: 3000 }
let clock = Date.now()
let relay: Relay
beforeAll(async () => {
  relay = await startRelay({ now: () => clock, signInLimits, config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => relay.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (address: string) => relay.call('/user-exist', { headers: from(address) })
const guess = (address: string, npub = newOperator().pubkey) =>
  relay.call('/login', { headers: from(address), body: { npub, password: 'Wrong-Horse-7' } })

async function repeat(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < times; round++) statuses.push((await call()).status)
  return statuses
}

it('rate-limits an address that guesses passwords, with the waiting time, and no others', async () => {
  const { burst } = signInLimits.signIn
  const statuses = await repeat(burst + 1, () => guess('203.0.113.1'))
  expect(statuses).toEqual([...Array(burst).fill(401), 429])
  const refused = await guess('203.0.113.1')
  expect(refused.body).toEqual({
    error: 'Too many attempts. Please wait a moment and try again.',
    code: 'rate_limited',
  })
  expect(Number(refused.headers.get('retry-after'))).toBe(6)
  expect((await guess('203.0.113.2')).status).toBe(401)
  clock += 6000
  expect((await guess('203.0.113.1')).status).toBe(401)
})

it('counts the addresses of one IPv6 customer as one', async () => {
  const { burst } = signInLimits.asking
  let host = 0
  const statuses = await repeat(burst + 1, () => ask(`2001:db8:1:2::${(++host).toString(16)}`))
  expect(statuses.at(-1)).toBe(429)
  expect((await ask('2001:db8:1:100::1')).status).toBe(200)
})

it('rate-limits an address that guesses at one account before it uses up its own tries', async () => {
  const { pubkey } = newOperator()
  const { burst } = signInLimits.accountAtAddress
  const statuses = await repeat(burst + 1, () => guess('203.0.113.20', pubkey))
  expect(statuses).toEqual([...Array(burst).fill(401), 429])
  expect((await guess('203.0.113.20')).status).toBe(401)
})

it('many addresses that guess at one account are slowed, and cannot keep its admin out', async () => {
  const { operator } = await putAdmin(relay, 'owner')
  const { pubkey: npub, password } = operator
  const signIn = async (address: string) => {
    const headers = from(address)
    const started = performance.now()
    const { status, body } = await relay.call('/login', { headers, body: { npub, password } })
    const ms = performance.now() - started
    if (status === 200) await relay.call('/verify', { headers, body: answerTo(body.event, operator) })
    return { status, ms }
  }
  expect((await signIn('192.0.2.2')).status).toBe(200)

  let host = 0
  const { burst } = signInLimits.accountFailures
  expect(await repeat(burst, () => guess(`198.51.100.${++host}`, npub))).toEqual(Array(burst).fill(401))
  const started = performance.now()
  expect((await guess('198.51.100.200', npub)).status).toBe(401)
  expect(performance.now() - started).toBeGreaterThanOrEqual(signInLimits.slowedMs)

  const elsewhere = await signIn('192.0.2.3')
  expect(elsewhere.status).toBe(200)
  expect(elsewhere.ms).toBeGreaterThanOrEqual(signInLimits.slowedMs)
  for (const known of ['192.0.2.2', '192.0.2.3']) {
    const { status, ms } = await signIn(known)
    expect([status, ms < signInLimits.slowedMs]).toEqual([200, true])
  }
  const unknown = performance.now()
  expect((await guess('198.51.100.201')).status).toBe(401)
  expect(performance.now() - unknown).toBeLessThan(signInLimits.slowedMs)
})

it('keeps known addresses of an account after a restart, so that floods cannot lock it out', async () => {
  const dataDir = await makeDataDir()
  const options = { now: () => clock, signInLimits, config: { trustedProxies: ['127.0.0.1'] }, dataDir }
  const before = await startRelay(options)
  const setupToken = before.context.setupToken.value
  const operator = newOperator()
  const { pubkey: npub, password } = operator
  const claim = { npub, password, confirmPassword: password, termOfUse: true, setupToken }
  const headers = from('192.0.2.9')
  expect((await before.call('/signup', { headers, body: claim })).status).toBe(201)
  const { event } = (await before.call('/login', { headers, body: { npub, password } })).body
  expect((await before.call('/verify', { headers, body: answerTo(event, operator) })).status).toBe(200)
  await before.close()

  const after = await startRelay(options)
  try {
    const flood = (host: number) =>
      after.call('/login', { headers: from(`198.51.100.${host}`), body: { npub, password: 'Wrong-Horse-7' } })
    for (let host = 0; host < signInLimits.accountFailures.burst; host++) expect((await flood(host)).status).toBe(401)
    const started = performance.now()
    expect((await after.call('/login', { headers, body: { npub, password } })).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(signInLimits.slowedMs)
  } finally {
    await after.close()
    await rm(dataDir, { recursive: true })
  }
})

it('signing up and answering challenges are limited too', async () => {
  const body = { npub: newOperator().pubkey, password: 'Correct-Horse-7', confirmPassword: 'Correct-Horse-7' }
  const signup = () => relay.call('/signup', { headers: from('203.0.113.9'), body: { ...body, termOfUse: true } })
  expect((await repeat(signInLimits.signup.burst + 1, signup)).at(-1)).toBe(429)
  const event = { id: 'a'.repeat(64), pubkey: 'b'.repeat(64), created_at: 1, kind: 1, tags: [], content: '' }
  const answer = { challenge: 'x', signature: 'x', messageHash: 'x', event: { ...event, sig: 'c'.repeat(128) } }
  const verify = () => relay.call('/verify', { headers: from('203.0.113.10'), body: answer })
  expect((await repeat(signInLimits.signIn.burst + 1, verify)).at(-1)).toBe(429)
})

it('a forwarded address counts only from a proxy that is trusted', async () => {
  const untrusting = await startRelay({ now: () => clock, signInLimits })
  try {
    let host = 0
    const spoof = () => untrusting.call('/user-exist', { headers: from(`203.0.113.${++host}`) })
    expect((await repeat(signInLimits.asking.burst + 1, spoof)).at(-1)).toBe(429)
  } finally {
    await untrusting.close()
  }
})

it('records repeated refusals once with a count, so that guessing cannot fill the disk', async () => {
  clock += 60 * minuteMs
  const { adminDatabase, audit, auditReader } = relay.context
  await audit.settle()
  const newest = adminDatabase.reads.selectFrom('audit_log').select(['ip', 'after']).orderBy('id', 'desc')
  const ofGuesser = async () => (await newest.where('ip', '=', '203.0.113.77').execute()).map(({ after }) => after)
  await repeat(60, () => relay.call('/api/status', { headers: from('203.0.113.77'), token: 'A'.repeat(43) }))
  expect(await ofGuesser()).toEqual([null])
  clock += 60 * minuteMs
  await audit.settle()
  expect(await ofGuesser()).toEqual([expect.stringContaining('"repeated":59'), null])
  expect(await auditReader.verify()).toMatchObject({ whole: true })
})

it('limits changes by signed-in users to a human pace, since the log keeps everything', async () => {
  const { changes, changesOfAccount } = signInLimits
  const { token, id } = await putAdmin(relay, 'viewer')
  const open = () =>
    relay.context.adminDatabase.transact(tx =>
      relay.context.sessions.open(tx, id, { address: '127.0.0.1', userAgent: '' }),
    )
  let city = 0
  const change = async (session: string) =>
    (await relay.call('/api/account/profile', { token: session, body: { city: `City ${++city}` } })).status
  expect(await repeat(changes.burst + 1, () => change(token).then(status => ({ status })))).toEqual([
    ...Array(changes.burst).fill(200),
    429,
  ])
  const refused = await relay.call('/api/account/profile', { token, body: { city: 'Elsewhere' } })
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['rate_limited', '1'])
  expect((await relay.call('/api/account', { token })).status).toBe(200)
  expect((await auditOf(relay, 'account.profile')).length).toBe(changes.burst)
  // The owner's defence against a stolen session continues, in another session and in this one.
  const others = await Promise.all([open(), open(), open()])
  expect(await change(others[0])).toBe(200)
  for (const session of others) await repeat(changes.burst, () => change(session).then(status => ({ status })))
  expect((await auditOf(relay, 'account.profile')).length).toBe(changesOfAccount.burst)
  const ended = await relay.call('/api/account/sessions/revoke-others', { token, method: 'POST' })
  expect([ended.status, ended.body]).toEqual([200, { ended: 3 }])
  clock += 1000
  expect(await change(token)).toBe(200)
  expect((await relay.call('/logout', { token, method: 'POST' })).status).toBe(200)
})

it('preferences that are saved as they are leave no entry', async () => {
  const { token } = await putAdmin(relay, 'viewer')
  const save = (newSignIn: boolean) =>
    relay.call('/api/account/mail-preferences', { token, body: { newSignIn, accountChange: true } })
  expect((await save(true)).body.preferences).toEqual({ newSignIn: true, accountChange: true })
  expect((await auditOf(relay, 'account.mail-preferences')).length).toBe(0)
  await save(false)
  expect((await auditOf(relay, 'account.mail-preferences')).length).toBe(1)
})
