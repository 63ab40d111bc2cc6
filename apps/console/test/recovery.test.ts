import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { authRoutes } from './support/routes.ts'
import { inGerman, pubkey, user } from './support/visitor.ts'

const wrongCode = 'The code is incorrect or has expired'
const refusal = { status: 401, body: { error: wrongCode, code: 'invalid_credentials' } }
const taken = { body: { message: 'ok', recovery: 'the-handle' } }

const site = openConsole(() => {
  claim({ recovery: 'mail' })
})
const { go } = site

const claim = (more: object) =>
  site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, message: '', ...more } })
const bodiesOf = (call: string) => site.relay.received.filter(came => came.call === call).map(({ body }) => body)

const pathOf = (page: Page) => new URL(page.url()).pathname
const submit = '[type=submit]'

const withEmail = (more: object) => sessionStorage.setItem('recovery', JSON.stringify(more))
const asked = { email: 'ada@example.org', sentAt: 1, handle: 'the-handle' }

it('ROUTE-01, AUTH-38: has its pages in the layout of the sign-in, those for code and new password only after requesting an email', async () => {
  const page = await go('/auth/security-code')
  await page.waitForURL('**/auth/forgot-password')
  await page.goto(`${site.relay.url}/auth/new-password`, { waitUntil: 'commit' })
  await page.waitForURL('**/auth/forgot-password')
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
  await page.evaluate(withEmail, { ...asked, code: '123456' })
  for (const [path, title] of [
    ['/auth/login', 'Sign in'],
    ['/auth/forgot-password', 'Forgot password'],
    ['/auth/security-code', 'Enter the code'],
    ['/auth/new-password', 'Set a new password'],
  ] as const) {
    await page.goto(site.relay.url + path)
    await page.getByRole('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name: 'Deutsch' }).waitFor()
    expect(await page.locator('aside, nav').count()).toBe(0)
  }
  expect(site.relay.calls.filter(call => call.startsWith('POST'))).toEqual([])
})

it('AUTH-31, R-08: names the command that resets a password if the relay sends no email', async () => {
  claim({ recovery: 'command' })
  const page = await go('/auth/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByText('npm run admin -- reset-password').waitFor()
  expect(await page.locator('input').count()).toBe(0)
})

it('PROFILE-05: shows at the field that an email is malformed, in either language', async () => {
  const page = await go('/auth/forgot-password')
  await page.fill('[name=email]', 'ada@')
  const words = 'Please input a valid email address!'
  const invalid = { error: words, code: 'invalid_fields', fields: { email: words } }
  site.relay.answers.set('POST /forgot-password', { status: 400, body: invalid })
  await page.click(submit)
  await page.getByText(words, { exact: true }).waitFor()
  await inGerman(page, 'Bitte geben Sie eine gültige E-Mail-Adresse ein!')
})

it('AUTH-31, AUTH-32, AUTH-34, R-09: asks for an email, and then for the code that was sent there, which can be sent again', async () => {
  site.relay.answers.set('POST /forgot-password', { status: 503, body: { error: 'The email could not be sent' } })
  const page = await go('/auth/forgot-password', { ownClock: true })
  await page.click(submit)
  await page.getByText('This field is required!', { exact: true }).waitFor()
  await inGerman(page, 'Dieses Feld ist erforderlich!')
  expect(site.relay.calls).not.toContain('POST /forgot-password')
  await page.fill('[name=email]', ' ada@example.org ')
  await page.click(submit)
  await page.getByText('The email could not be sent').waitFor()
  site.relay.answers.set('POST /forgot-password', taken)
  await page.click(submit)
  await page.waitForURL('**/auth/security-code')
  expect(bodiesOf('POST /forgot-password').at(-1)).toEqual({ email: 'ada@example.org' })

  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await page.getByText('If ada@example.org belongs to an account, a verification code has been sent there').waitFor()
  const code = page.getByLabel('Verification code')
  expect(await code.evaluate(input => input === document.activeElement)).toBe(true)
  const none = page.getByRole('link', { name: 'No code received?' })
  expect([await none.getAttribute('href'), await none.getAttribute('target')]).toEqual(['/', '_blank'])
  expect(page.url()).not.toContain('ada')
  const lead =
    'Wenn ada@example.org zu einem Konto gehört, wurde ein Bestätigungscode dorthin gesendet. Er gilt 15 Minuten.'
  await inGerman(page, 'Code eingeben', lead, 'Keinen Code erhalten?', 'Zurück')

  // no one receives mail after mail; a reload does not help.
  const again = page.getByRole('button', { name: 'Send' })
  await again.getByText('again').waitFor()
  const waits = await again.evaluate(button => {
    const { sentAt } = JSON.parse(sessionStorage.getItem('recovery') ?? '{}')
    const [, seconds] = /^Send again in (\d+) s$/.exec(button.textContent) ?? []
    return Number(seconds) + (Date.now() - sentAt) / 1000
  })
  // The text follows the clock every second.
  expect([await again.isDisabled(), Math.abs(waits - 30) < 3]).toEqual([true, true])
  await page.clock.fastForward(15_000)
  await page.reload()
  expect(await again.isDisabled()).toBe(true)
  await expect.poll(() => again.textContent()).toMatch(/^Send again in (\d|1[0-5]) s$/)
  await page.clock.fastForward(15_000)
  await page.getByRole('button', { name: 'Send the code again' }).click({ timeout: 5000 })
  await page.getByText('A new code has been sent').waitFor()
  expect([await again.isDisabled(), bodiesOf('POST /forgot-password').length]).toEqual([true, 3])

  site.relay.answers.set('POST /security-code', refusal)
  await code.fill('AB12CD34')
  await page.getByText(wrongCode).waitFor()
  expect(bodiesOf('POST /security-code')).toMatchObject([{ code: 'AB12CD' }])
})

it('AUTH-35, AUTH-36, AUTH-37: hands in a code of six characters by itself, says why it is refused, and leads on to the new password', async () => {
  const words = 'No such code: two tries are left'
  site.relay.answers.set('POST /security-code', { ...refusal, body: { error: words, code: 'invalid_credentials' } })
  const { page } = await site.begin()
  await page.addInitScript(withEmail, asked)
  await page.goto(`${site.relay.url}/auth/security-code`)
  const code = page.getByLabel('Verification code')
  const checked = Promise.withResolvers<void>()
  await page.route('**/security-code', async (route, request) => {
    if (request.method() === 'POST') await checked.promise
    await route.fallback()
  })
  await code.pressSequentially('aB12c')
  await code.press('Enter')
  expect(site.relay.calls).not.toContain('POST /security-code')
  await code.press('D')
  await expect.poll(() => code.getAttribute('readonly')).toBe('')
  await page.getByRole('status').getByText('Checking the code…').waitFor()
  checked.resolve()
  await page.locator('[aria-live=assertive]:has(.text-bad)').getByText(words, { exact: true }).waitFor()
  expect(bodiesOf('POST /security-code')).toEqual([
    { email: 'ada@example.org', code: 'aB12cD', recovery: 'the-handle' },
  ])
  expect([await code.inputValue(), await code.getAttribute('readonly'), pathOf(page)]).toEqual([
    '',
    null,
    '/auth/security-code',
  ])
  // Unchecked codes are not wrong: they stay in the field, ready to be sent again.
  for (const [unseen, says] of [
    [{ status: 429, body: { error: 'Too many attempts', code: 'rate_limited' } }, 'Too many attempts'],
    ['hang up', 'The server is not responding'],
  ] as const) {
    site.relay.answers.set('POST /security-code', unseen)
    await code.fill(' 12-34-5 6')
    await page.getByText(says).waitFor()
    expect([await code.inputValue(), await code.getAttribute('aria-invalid')]).toEqual(['123456', null])
  }
  site.relay.answers.set('POST /security-code', taken)
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.waitForURL('**/auth/new-password')
  expect(bodiesOf('POST /security-code').at(-1)).toEqual({
    email: 'ada@example.org',
    code: '123456',
    recovery: 'the-handle',
  })
})

it('AUTH-38, PROFILE-07, ERR-09: sets the new password once both are given and equal, and leads to the login', async () => {
  const { page } = await site.begin()
  await page.goto(`${site.relay.url}/theme.js`)
  await page.evaluate(withEmail, { ...asked, code: '123456' })
  await page.goto(`${site.relay.url}/auth/new-password`)
  await page.click(submit)
  await expect.poll(() => page.getByText('Please input your password!', { exact: true }).count()).toBe(2)
  await page.waitForFunction(() => document.activeElement?.matches('[name=password]'))
  await page.fill('[name=password]', 'Abcdefg1')
  await page.fill('[name=confirmPassword]', 'Abcdefg2')
  await page.click(submit)
  await page.getByText('The two passwords that you entered do not match!', { exact: true }).first().waitFor()
  await inGerman(page, 'Die beiden Passwörter stimmen nicht überein!')
  expect(site.relay.calls).not.toContain('POST /new-password')
  for (const name of ['password', 'confirmPassword']) await page.fill(`[name=${name}]`, 'abcdefg1')
  await page.click(submit)
  await page
    .getByText(/^Minimum eight characters, with one uppercase letter/)
    .first()
    .waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('[name=password][aria-invalid=true]'))
  expect(site.relay.calls).not.toContain('POST /new-password')
  for (const name of ['password', 'confirmPassword']) await page.fill(`[name=${name}]`, 'Abcdefg1')
  site.relay.answers.set('POST /new-password', refusal)
  await page.click(submit)
  await page.getByRole('link', { name: 'Request a new code' }).waitFor()
  site.relay.answers.set('POST /new-password', taken)
  await page.click(submit)
  await page.waitForURL('**/auth/login')
  await page.getByText('Please sign in with your new password.').waitFor()
  expect(bodiesOf('POST /new-password').at(-1)).toEqual({
    email: 'ada@example.org',
    code: '123456',
    recovery: 'the-handle',
    password: 'Abcdefg1',
    confirmPassword: 'Abcdefg1',
  })
  expect(await page.evaluate(() => sessionStorage.getItem('recovery'))).toBeNull()
})

it('AUTH-33: Back returns to the previous step', async () => {
  site.relay.answers.set('POST /forgot-password', taken)
  const page = await go('/auth/forgot-password')
  await page.fill('[name=email]', 'ada@example.org')
  await page.click(submit)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/auth/forgot-password')
  expect(await page.inputValue('[name=email]')).toBe('ada@example.org')

  // To the page before, whichever that was.
  await page.goto(`${site.relay.url}/auth/login`)
  await page.goto(`${site.relay.url}/auth/security-code`)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/auth/login')
})

/** A right password is answered with the question for the second factor. */
function askForCode(): void {
  const event = { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' }
  site.relay.answers.set('POST /login', { body: { event } })
  site.relay.answers.set('POST /verify', { body: { twoFactorRequired: true, ticket: 'the-ticket' } })
}

it('AUTH-08, AUTH-58: shows the sign-in screens, that of the second factor as well, in their own layout, without sidebar and header, and no login to the signed-in', async () => {
  claim({ allowSignup: true, recovery: 'mail' })
  const [{ page: signedOut }, { page: signedIn }] = [
    await site.begin({ extensionAfterMs: 0 }),
    await site.begin({ signedIn: true }),
  ]
  const isInOwnLayout = async (page: Page) => {
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('aside, nav, header:not(main header)').count()).toBe(0)
    expect(await page.locator('main').count()).toBe(1)
    expect(await page.getByRole('group', { name: 'Language' }).count()).toBe(1)
  }
  const recovery = { email: 'ada@example.org', sentAt: 1, code: 'AB12CD' }
  await signedOut.addInitScript(kept => sessionStorage.setItem('recovery', kept), JSON.stringify(recovery))
  for (const path of authRoutes) {
    const page = path === '/auth/lock' ? signedIn : signedOut
    await page.goto(site.relay.url + path, { waitUntil: 'commit' })
    await isInOwnLayout(page)
    expect(pathOf(page)).toBe(path)
  }
  await signedIn.evaluate(() => {
    localStorage.removeItem('locked')
    sessionStorage.setItem('origin', '/404')
  })
  await signedIn.goto(`${site.relay.url}/auth/login`, { waitUntil: 'commit' })
  await signedIn.waitForURL('**/404')
  askForCode()
  // Leftovers of a session do not count as one.
  await signedOut.evaluate(() => {
    localStorage.setItem('accessToken', 'bearerToken')
    localStorage.setItem('user', '{}')
  })
  await signedOut.goto(`${site.relay.url}/auth/login`)
  await signedOut.getByText('Your key').waitFor()
  // It was shown right away, not after a page that had no session.
  expect(await signedOut.getByText('No authentication token found').count()).toBe(0)
  await signedOut.fill('[name=password]', 'x')
  await signedOut.click(submit)
  await signedOut.getByLabel('Code from the app').waitFor()
  await isInOwnLayout(signedOut)
})

it('AUTH-18, AUTH-22, SIGN-10: with a second factor asks for the code before there is a session, takes a recovery code in its place, and lets one start again', async () => {
  askForCode()
  site.relay.answers.set('POST /verify/totp', refusal)
  const page = await go('/auth/login', { extensionAfterMs: 0 })
  await page.getByText('Your key').waitFor()
  await page.fill('[name=password]', 'x')
  await page.click(submit)
  const code = page.getByLabel('Code from the app')
  await code.fill('123456')
  await page.getByText(wrongCode).first().waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect([await code.getAttribute('autocomplete'), await code.inputValue()]).toEqual(['one-time-code', ''])
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.fill('[name=password]', 'x')
  await page.click(submit)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  site.relay.answers.set('POST /verify/totp', {
    status: 429,
    body: { error: 'Too many attempts', code: 'rate_limited' },
  })
  await page.getByLabel('Recovery code').fill('abcde-fgh23')
  await page.click(submit)
  await page.locator('[aria-live=assertive]').getByText('Too many attempts').waitFor()
  expect(await page.getByLabel('Recovery code').getAttribute('aria-invalid')).toBeNull()
  site.relay.answers.set('POST /verify/totp', { body: { token: 'token', user } })
  await page.getByLabel('Recovery code').fill('abcde-fgh23')
  await page.click(submit)
  await page.getByText('You have successfully logged in!', { exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('token')
  expect(bodiesOf('POST /verify/totp')).toEqual([
    { ticket: 'the-ticket', code: '123456' },
    { ticket: 'the-ticket', code: 'abcde-fgh23' },
    { ticket: 'the-ticket', code: 'abcde-fgh23' },
  ])
})

it('AUTH-29, R-05: opens the sign-up of a claimed relay by invitation, shows the role, and sends the invitation with the sign-up', async () => {
  site.relay.answers.set('POST /invitation', {
    status: 404,
    body: { error: 'This invitation is unknown, used or expired', code: 'not_found' },
  })
  site.relay.answers.set('POST /signup', { status: 201, body: { message: 'ok' } })
  const page = await go('/auth/sign-up?invitation=secret', { extensionAfterMs: 0 })
  await page.getByText('This invitation is unknown, used or expired').waitFor()
  const atServer = { role: 'owner', invitedBy: null, expiresAt: '2026-12-24T18:00:00Z' }
  site.relay.answers.set('POST /invitation', { body: atServer })
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText("The server's operator").waitFor()
  site.relay.answers.set('POST /invitation', {
    body: { role: 'moderator', invitedBy: 'd'.repeat(64), expiresAt: '2026-12-24T18:00:00Z' },
  })
  await page.reload()
  await page.getByText('Moderator', { exact: true }).waitFor()
  await page.getByTitle('d'.repeat(64)).waitFor()
  await page.fill('[name=password]', 'Abcdefg1')
  await page.fill('[name=confirmPassword]', 'Abcdefg1')
  // The sign-in that follows by itself stays unanswered.
  await page.route('**/login', () => {})
  await page.click(submit)
  await page.getByText('You have successfully signed up!', { exact: true }).waitFor()
  expect([page.url(), bodiesOf('POST /signup')]).toEqual([
    `${site.relay.url}/auth/login`,
    [expect.objectContaining({ npub: pubkey, invitation: 'secret', termOfUse: true })],
  ])
})

it('R-05: shows signed-in users who they are and the options for an invitation, after unlocking', async () => {
  site.relay.answers.set('POST /invitation', {
    body: { role: 'viewer', invitedBy: 'd'.repeat(64), expiresAt: '2026-12-24T18:00:00Z' },
  })
  site.relay.answers.set('POST /api/account/confirm-password', { body: { confirmedUntil: '2026-12-24T18:00:00Z' } })
  const page = await go('/auth/sign-up?invitation=secret', { signedIn: true })
  await page.getByText('You are signed in as Ada Lovelace.').waitFor()
  await page.getByText('Viewer', { exact: true }).waitFor()
  const ways = ['Go to the console', 'Log out'].map(name => page.getByRole('link', { name }).getAttribute('href'))
  expect(await Promise.all(ways)).toEqual(['/', '/logout'])

  await page.goto(`${site.relay.url}/auth/lock`)
  await page.getByRole('heading', { name: 'Locked' }).waitFor()
  await page.goto(`${site.relay.url}/auth/sign-up?invitation=secret`)
  await page.getByText('Ada Lovelace', { exact: true }).waitFor()
  await page.fill('[name=password]', 'x')
  await page.click(submit)
  await page.getByText('You are signed in as Ada Lovelace.').waitFor()
})
