import { npubEncode } from 'nostr-tools/nip19'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { fullAccount } from './support/stubs/account-answers.ts'
import { playState } from './support/stubs/relay-states.ts'
import { seedSession, user } from './support/visitor.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const { go, begin } = site

const account = fullAccount['/api/account'].user
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const called = (call: string) => site.relay.calls.filter(one => one === call).length

it('shows and copies the own key as npub in the head of the profile', async () => {
  const { page } = await begin()
  await page.goto(`${site.relay.url}/profile/personal-info`)
  const npub = npubEncode(user.npub)
  await page
    .getByTitle(npub)
    .filter({ hasText: /^npub1/ })
    .waitFor()
  await page.getByRole('button', { name: 'Copy public key' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(npub)
})

describe('the personal info', () => {
  it('PROFILE-03, PROFILE-04, PROFILE-05: shows that it loads, why it could not with another try, and at each field what is wrong; sends nothing, and leads to the first', async () => {
    // A stream that opens reads everything again, also what failed.
    site.relay.answers.set('GET /api/live', { status: 503, body: { error: 'Away', code: 'unavailable' } })
    const { page } = await begin()
    const { promise: loading, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/account', async route => {
      await loading
      await route.fulfill({ status: 400, json: { error: 'An error occurred', code: 'bad_request' } })
    })
    await page.goto(`${site.relay.url}/profile/personal-info`)
    await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' })
    answer()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/account')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')

    await page.getByRole('textbox', { name: 'Email' }).fill('ada@')
    await page.getByLabel('Phone').fill('call me')
    await page.getByLabel('Website').fill('ada')
    await save(page)
    for (const text of ['Please input a valid email address!', 'Wrong number', 'Please input a valid URL!'])
      await page.getByText(text, { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Email' }).evaluate(input => input === document.activeElement))
      .toBe(true)
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    for (const text of [
      'Bitte geben Sie eine gültige E-Mail-Adresse ein!',
      'Falsche Nummer',
      'Bitte geben Sie eine gültige URL ein!',
    ])
      await page.getByText(text, { exact: true }).waitFor()
    expect(called('POST /api/account/profile')).toBe(0)
  })

  it('DASH-09, PROFILE-01, R-38: says how full it is; keeps what is typed while a save is under way and saves once however often it is pressed; keeps the edits of a save that failed, posts only them, and asks before they are lost', async () => {
    const { answers, received } = site.relay
    site.relay.answers.set('POST /api/account/profile', { body: { user: { ...account, city: 'Paris' } } })
    const page = await go('/profile', { width: 390 })
    // Seven of seventeen fields.
    await page.getByText('41%', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site.relay.url}/profile/personal-info`)
    await page.getByText('41%', { exact: true }).waitFor()
    await page.getByRole('main').locator('form').getByText('Verified', { exact: true }).waitFor()
    const labels = await page.getByRole('main').locator('form label').allInnerTexts()
    expect(labels.join(', ')).toBe(
      'First name, Last name, User name, Picture address, Birthday, Sex, Language, Email, Phone, Website, Street and number, Postal code, City, Country, X (Twitter), Facebook, LinkedIn',
    )
    expect(await page.getByRole('progressbar', { name: 'Profile' }).getAttribute('value')).toMatch(/^0\.411/)
    const { promise: waiting, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/account/profile', async route => {
      await waiting
      await route.continue()
    })
    await page.getByLabel('City').fill('Paris')
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await page.getByLabel('Postal code').fill('75005')
    await page.keyboard.press('Enter')
    answer()
    await page.getByText('Profile saved').waitFor()
    expect(await page.getByLabel('Postal code').inputValue()).toBe('75005')
    await page.getByText('1 field changed').waitFor()
    expect(called('POST /api/account/profile')).toBe(1)

    await page.unroute('**/api/account/profile')
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('1 field changed').waitFor({ state: 'detached' })

    answers.set('POST /api/account/profile', 'hang up')
    await page.getByLabel('City').fill('Rome')
    await save(page)
    await page.getByText('Not saved').waitFor()
    await page.getByText('The server is not responding').waitFor()

    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('City').inputValue()).toBe('Rome')
    expect(new URL(page.url()).pathname).toBe('/profile/personal-info')

    await page.context().setOffline(true)
    await save(page)
    await page.getByText('You are offline: nothing was sent, and nothing has changed').waitFor()
    await page.context().setOffline(false)

    answers.set('POST /api/account/profile', { body: { user: { ...account, city: 'Rome' } } })
    await save(page)
    await expect
      .poll(() => received.findLast(({ call }) => call === 'POST /api/account/profile')?.body)
      .toEqual({ city: 'Rome' })
    await page.getByText('Profile saved').first().waitFor()
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.waitForURL('**/profile/payments')
  })

  it('PROFILE-01: emails another code on request, and shows a wrong one at the field', async () => {
    const { answers, received } = site.relay
    answers.set('GET /api/account', { body: { user: { ...account, email: { name: 'a@b.example', verified: false } } } })
    answers.set('POST /api/account/email/verification', { body: { message: 'Sent' } })
    answers.set('POST /api/account/email/confirmation', {
      status: 400,
      body: { error: 'The code is incorrect or has expired', code: 'invalid_fields' },
    })
    const page = await go('/profile/personal-info')
    await page.getByRole('button', { name: 'Verify email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify your email' })
    await dialog.getByLabel('Code').pressSequentially('abc123')
    await dialog.getByText('The code is incorrect or has expired').waitFor()
    await dialog.getByLabel('Code').fill(' ABC-DEF')
    const given = () => received.filter(({ call }) => call === 'POST /api/account/email/confirmation')
    await expect.poll(() => given().map(({ body }) => body)).toEqual([{ code: 'abc123' }, { code: 'ABCDEF' }])
    await dialog.getByText('The code is incorrect or has expired').waitFor()
    await dialog.getByRole('button', { name: 'Send another' }).click()
    await page.getByText('A new code has been sent').waitFor()
    expect(called('POST /api/account/email/verification')).toBe(2)
  })
})

describe('the security settings', () => {
  it('R-05: show when a session could not be ended and reload the list, give new recovery codes only for a code, and ask before closing an invitation link that was not copied', async () => {
    const refusal = { error: 'Not found', code: 'not_found' }
    site.relay.answers.set('DELETE /api/account/sessions/b', { status: 404, body: refusal })
    const page = await go('/profile/security-settings')
    await page.getByRole('button', { name: 'End Unknown device' }).click()
    await page.getByText('Not found').waitFor()
    await expect.poll(() => called('GET /api/account/sessions')).toBe(2)

    const renew = 'POST /api/account/two-factor/recovery-codes'
    const { answers, received } = site.relay
    answers.set(renew, { status: 400, body: { error: 'The code is incorrect or has expired', code: 'invalid_fields' } })
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const dialog = page.getByRole('dialog')
    const ask = () => dialog.getByRole('button', { name: 'New recovery codes' }).click()
    await ask()
    expect(called(renew)).toBe(0)
    await dialog.getByLabel('Code').fill('123456')
    await ask()
    await dialog.getByText('The code is incorrect or has expired').waitFor()
    answers.set(renew, { body: { recoveryCodes: ['aaaaa-bbbbb'] } })
    await dialog.getByLabel('Code').fill('654321')
    await ask()
    await dialog.getByText('aaaaa-bbbbb').waitFor()
    expect(received.findLast(({ call }) => call === renew)?.body).toEqual({ code: '654321' })
    await dialog.getByRole('checkbox', { name: 'I have saved them in a safe place' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })

    const link = 'https://relay.example/auth/sign-up?invitation=secret'
    const invitation = { ...fullAccount['/api/admins'].invitations[0], email: '' }
    site.relay.answers.set('POST /api/admins/invitations', {
      status: 201,
      body: { invitation, token: 'secret', link, mail: 'none' },
    })
    await page.getByRole('button', { name: 'Invite an admin' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText(link).waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Close without copying the link?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByText(link).waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.getByText('works on this machine only').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText(link).waitFor({ state: 'detached' })
  })

  it('warn of an invitation whose link leads to this machine only', async () => {
    const invitation = { ...fullAccount['/api/admins'].invitations[0], email: '' }
    const link = 'http://localhost:9002/auth/sign-up?invitation=secret'
    const body = { invitation, token: 'secret', link, mail: 'none' }
    site.relay.answers.set('POST /api/admins/invitations', { status: 201, body })
    const page = await site.go('/profile/security-settings')
    await page.getByRole('button', { name: 'Invite an admin' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('dialog').getByText('works on this machine only').waitFor()
  })

  it('show long lists step by step, this session and oneself first, with one call each', async () => {
    const { sessions } = fullAccount['/api/account/sessions']
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...sessions[1], id: `s${index}` }))
    site.relay.answers.set('GET /api/account/sessions', { body: { sessions: [...many, sessions[0]] } })
    const { admins, invitations } = fullAccount['/api/admins']
    const others = Array.from({ length: 1000 }, (_, index) => ({ ...admins[1], id: `a${index}` }))
    site.relay.answers.set('GET /api/admins', { body: { admins: [...others, admins[0]], invitations } })
    const page = await go('/profile/security-settings')
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    await card('Sessions').getByRole('listitem').first().getByText('This session').waitFor()
    await card('Admins').getByRole('listitem').first().getByText('You', { exact: true }).waitFor()
    expect(await card('Sessions').getByRole('button', { name: 'End Unknown device' }).count()).toBe(5)
    await card('Sessions').getByRole('button', { name: 'Show 50 more' }).click()
    expect(await card('Sessions').getByRole('button', { name: 'End Unknown device' }).count()).toBe(55)
    expect(await card('Admins').getByRole('combobox').count()).toBe(20)
    expect(called('GET /api/admins')).toBe(1)
  })

  it("ask before a role changes, and apply one's own new role", async () => {
    const { admins } = fullAccount['/api/admins']
    const second = { ...admins[0], id: '3', npub: 'e'.repeat(64), name: 'Grace' }
    site.relay.answers.set('GET /api/admins', { body: { admins: [...admins, second], invitations: [] } })
    site.relay.answers.set('POST /api/admins/1', () => {
      site.relay.answers.set('GET /api/account', { body: { user: { ...account, role: 'viewer' } } })
      return { body: { admin: { ...admins[0], role: 'viewer' } } }
    })
    const page = await go('/profile/security-settings')
    const choose = async () => {
      await page.getByRole('combobox', { name: 'Role of Ada Lovelace' }).click()
      await page.getByRole('option', { name: 'Viewer' }).click()
    }
    await choose()
    const question = page.getByRole('alertdialog', { name: "Change Ada Lovelace's role to Viewer?" })
    await question.getByText('This is you').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(called('POST /api/admins/1')).toBe(0)
    await choose()
    await question.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Your role is now Viewer').waitFor()
    await page.getByText('Only owners can see and change other admins.').waitFor()
    expect([called('POST /api/admins/1'), called('GET /api/admins')]).toEqual([1, 1])
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('"role":"viewer"')
  })

  it("tell non-owners so, and do not request owners' data", async () => {
    const { page } = await begin({ signedIn: false })
    const viewer = { ...account, role: 'viewer' }
    site.relay.answers.set('GET /api/account', { body: { user: viewer } })
    await seedSession(page, 'viewer')
    await page.goto(`${site.relay.url}/profile/security-settings`)
    await page.getByText('Only owners can see and change other admins.').waitFor()
    await page.evaluate(() => history.pushState({}, '', '/audit-log'))
    await page.getByText('Only owners and operators can read the audit log.').waitFor()
    expect(called('GET /api/admins') + called('GET /api/audit') + called('GET /api/audit/filters')).toBe(0)
  })
})

describe('the other pages of the profile', () => {
  it('explain why no email would arrive, link to the setting, and revert an email choice that could not be saved', async () => {
    const preferences = { newSignIn: true, accountChange: true }
    const say = (deliverable: string) =>
      site.relay.answers.set('GET /api/account/mail-preferences', { body: { preferences, deliverable } })
    say('no_mail_server')
    const page = await go('/profile/notifications')
    await page.getByText('Email is not set up on this relay').waitFor()
    for (const [deliverable, text] of [
      ['no_address', 'No email address'],
      ['address_unverified', 'not verified'],
    ] as const) {
      say(deliverable)
      await page.reload()
      await page.getByText(text).first().waitFor()
      await page.getByRole('status').getByRole('link', { name: 'Personal info' }).waitFor()
    }
    say('yes')
    await page.reload()
    await page.getByRole('switch', { name: 'Sign-in from a new address' }).waitFor()
    expect(await page.getByRole('status').getByRole('link', { name: 'Personal info' }).count()).toBe(0)

    site.relay.answers.set('POST /api/account/mail-preferences', 'hang up')
    await page.getByRole('switch', { name: 'Sign-in from a new address' }).click()
    await page.getByText('The server is not responding').waitFor()
    await page.getByRole('switch', { name: 'Sign-in from a new address', checked: true }).waitFor()
  })
})
