import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInLimits } from '../../../src/accounts/limits.ts'
import { type Relay, startRelay } from '../../harness.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const minuteMs = 60_000
const email = 'hornet@mail.example'
const ownPlace = '203.0.113.9'
let clock = Date.now()
let post: MailServer
let relay: Relay
let accountId: string
beforeEach(async () => {
  clock += 24 * 60 * minuteMs
  post = await startMailServer()
  // Behind a proxy, so that callers appear to come from everywhere, and with the relay's real limits.
  const config = { smtp: post.smtp, trustedProxies: ['127.0.0.1'] }
  relay = await startRelay({ now: () => clock, signInLimits: { ...signInLimits, recoveryAnswerMs: 0 }, config })
  const admin = await putAdmin(relay, 'owner')
  accountId = admin.id
  const set = { email, email_verified: 1 } as const
  await relay.context.adminDatabase.transact(tx =>
    tx.updateTable('accounts').set(set).where('id', '=', accountId).execute(),
  )
})
afterEach(async () => {
  await relay.close()
  await post.close()
})

const from = (place: string) => ({ headers: { 'x-forwarded-for': place } })
let asked = 0
async function forgot(place: string, address = email): Promise<string> {
  const { audit } = relay.context
  const noted = [vi.spyOn(audit, 'recordChange'), vi.spyOn(audit, 'recordRefusal')]
  const { status, body } = await relay.call('/forgot-password', { body: { email: address }, ...from(place) })
  expect(status).toBe(200)
  await expect.poll(() => noted.some(({ mock }) => mock.settledResults.length > 0)).toBe(true)
  for (const spy of noted) spy.mockRestore()
  return body.recovery
}
const stranger = () => `198.51.${Math.floor(asked / 250)}.${(asked++ % 250) + 1}`
const check = (code: string, place: string, recovery?: string) =>
  relay.call('/security-code', { body: { email, code, recovery }, ...from(place) })
const codeIn = ({ text }: { text: string }) => /^([2-9A-HJKMNP-Z]{6})\r?$/m.exec(text)?.[1] ?? ''
const wrongOf = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')
async function mailbox(): Promise<string[]> {
  const made = (await auditOf(relay, 'account.recovery-code')).filter(({ outcome }) => outcome === 'done').length
  await expect.poll(() => post.mails.length).toBe(made)
  return post.mails.map(codeIn)
}

it("AUTH-31, R-08: keeps recovery open to the mailbox's owner during hours of strangers' requests, without flooding it", async () => {
  for (let time = 0; time < 30; time++) {
    await forgot(stranger())
    clock += 2 * minuteMs
  }
  const mailedInAnHour = (await mailbox()).length
  expect(mailedInAnHour).toBeLessThanOrEqual(signInLimits.recoveryMail.burst + 60 * signInLimits.recoveryMail.perMinute)
  // One more before the owner asks: no mail is left for now.
  await forgot(stranger())
  const handle = await forgot(ownPlace)
  const codes = await mailbox()
  const newest = codes.at(-1) ?? ''
  expect((await check(newest, ownPlace, handle)).status).toBe(200)
  const body = { email, code: newest, recovery: handle, password: 'Recovered-1', confirmPassword: 'Recovered-1' }
  expect((await relay.call('/new-password', { body, ...from(ownPlace) })).status).toBe(200)
  // The password has changed: no earlier code sets it again.
  for (const code of codes.slice(-3)) expect((await check(code, stranger(), handle)).status).toBe(401)
})

it('R-08: emails a code immediately to a known address of the account, even if strangers used up their limit', async () => {
  for (let time = 0; time < 20; time++) {
    await forgot(stranger())
    clock += minuteMs / 2
  }
  const row = { account_id: accountId, address: ownPlace, last_used_at: clock }
  await relay.context.adminDatabase.transact(tx => tx.insertInto('sign_in_addresses').values(row).execute())
  const before = (await mailbox()).length
  const handle = await forgot(ownPlace)
  const codes = await mailbox()
  expect(codes.length).toBe(before + 1)
  expect((await check(codes.at(-1) ?? '', ownPlace, handle)).status).toBe(200)
})

it('R-08: stops guesses for an account from any number of addresses, except its known ones', async () => {
  const row = { account_id: accountId, address: ownPlace, last_used_at: clock }
  await relay.context.adminDatabase.transact(tx => tx.insertInto('sign_in_addresses').values(row).execute())
  const handle = await forgot(ownPlace)
  const [code = ''] = await mailbox()
  const guessers = Array.from({ length: signInLimits.recoveryGuesses.burst / 5 }, stranger)
  await Promise.all(guessers.flatMap(place => Array.from({ length: 5 }, () => check(wrongOf(code), place))))
  expect((await check(code, stranger())).status).toBe(401)
  expect((await check(code, ownPlace, handle)).status).toBe(200)
  clock += minuteMs
  expect((await check(code, stranger())).status).toBe(200)
})

it('R-08: sends no second email on an immediate repeat, and keeps the first code valid', async () => {
  const handle = await forgot(ownPlace)
  const later = await forgot(stranger())
  const [code = '', ...others] = await mailbox()
  expect([code.length, others]).toEqual([6, []])
  expect(later).not.toBe(handle)
  expect((await check(code, ownPlace, handle)).status).toBe(200)
})

it('AUTH-37, R-08: the wrong codes of strangers use up their own tries, never those of the browser that asked', async () => {
  const handle = await forgot(ownPlace)
  const [code = ''] = await mailbox()
  // With their own handle, with one for another address, without one, and from the owner's place.
  const own = await forgot(stranger())
  const foreign = await forgot(stranger(), 'nobody@mail.example')
  for (const [place, recovery] of [
    [stranger(), own],
    [stranger(), foreign],
    [stranger(), undefined],
    [ownPlace, undefined],
  ] as const) {
    for (let time = 0; time < 5; time++) expect((await check(wrongOf(code), place, recovery)).status).toBe(401)
    expect((await check(code, place, recovery)).status).toBe(401)
  }
  expect((await check(code, ownPlace, handle)).status).toBe(200)
})

it('rate-limits frequent requests and guesses by caller', async () => {
  const { recovery, recoveryCode } = signInLimits
  const place = stranger()
  for (let time = 0; time < recovery.burst; time++) await forgot(place, `a${time}@mail.example`)
  const ask = (at: string) => relay.call('/forgot-password', { body: { email: 'b@mail.example' }, ...from(at) })
  expect([(await ask(place)).status, (await ask(stranger())).status]).toEqual([429, 200])
  const guesses = await Promise.all(Array.from({ length: recoveryCode.burst + 1 }, () => check('AAAAAA', place)))
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(recoveryCode.burst).fill(401), 429])
  expect((await check('AAAAAA', stranger())).status).toBe(401)
})
