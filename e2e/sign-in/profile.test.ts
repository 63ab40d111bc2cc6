import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goWithin } from '../../apps/console/test/support/rest.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter, enter, signInByCalls } from '../support/calls.ts'
import { fillSignUp, signOut } from '../support/console.ts'
import { sizes } from '../support/pages.ts'
import { newOperator, type OpenRelay, type Operator, openContext, startRelay } from '../support/world.ts'
import { totp } from './totp.ts'

let relay: OpenRelay
let browser: Browser
let operator = newOperator()
let page: Page

beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  page = await openPerson(operator)
  await claimAndEnter(page, relay, operator)
})
beforeEach(() => page.setViewportSize(sizes.desktop))
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

async function openPerson(person: Operator): Promise<Page> {
  const context = await openContext(browser, person, { viewport: sizes.desktop })
  return context.newPage()
}
const at = (path: string) => new URL(path, relay.adminUrl).href

test('ROUTE-19, PROFILE-02: the profile has its four pages; only phones have its menu as a page', async () => {
  for (const size of [sizes.tablet, sizes.desktop]) {
    await page.setViewportSize(size)
    await page.goto(at('/profile'))
    await page.waitForURL('**/profile/personal-info')
  }
  await page.getByRole('button', { name: 'Fill from my Nostr profile' }).waitFor()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Website').fill('ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please input a valid URL!').first().waitFor()
  await page.getByLabel('Website').fill('https://ada.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Profile saved').waitFor()
  await page.reload()
  await page.getByLabel('First name').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
  for (const [name, path, cards] of [
    ['Security settings', 'security-settings', ['Password', 'Two-factor auth', 'Sessions', 'Admins']],
    ['Notifications', 'notifications', ['Where they arrive', 'Quiet hours', 'Account emails']],
    ['Payments', 'payments', ['Payments']],
  ] as const) {
    await page.getByRole('navigation', { name: 'Profile pages' }).getByRole('link', { name }).click()
    await page.waitForURL(`**/profile/${path}`)
    for (const title of [name, ...cards])
      await page.getByRole('main').getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
  }
  await page.setViewportSize(sizes.phone)
  await page.goto(at('/profile'))
  const links = page.getByRole('main').getByRole('link', { name: 'Payments' })
  await links.waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await links.click()
  await page.waitForURL('**/profile/payments')
}, 60_000)

test('PROFILE-06, HOUSE-03: lists sessions, ends one immediately by its button, and every other one after a password change', async () => {
  const other = await openPerson(operator)
  await enter(other, relay, operator)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
  const ended = await signInByCalls(relay, operator, firefox)
  const tokens = [ended.token, await other.evaluate(() => localStorage.getItem('accessToken'))]
  const statuses = () =>
    Promise.all(
      tokens.map(async token => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(at('/api/account'), { headers })).status
      }),
    )
  expect(await statuses()).toEqual([200, 200])
  await page.goto(at('/profile/security-settings'))
  await page.getByRole('button', { name: 'End Firefox on Linux' }).click()
  await page.getByText('1 session ended').waitFor()
  expect(await statuses()).toEqual([401, 200])
  const password = 'Battery-Staple-8'
  await page.getByLabel('Current password').fill(operator.password)
  await page.getByLabel('New password', { exact: true }).fill(operator.password)
  await page.getByLabel('Confirm new password').fill(operator.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The new password must differ from the current one').waitFor()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').waitFor()
  operator = { ...operator, password }
  // The page may already be leaving by itself.
  await other.goto(at('/settings')).catch(() => null)
  await other.waitForURL('**/auth/login')
  await other.context().close()
}, 60_000)

test('HOUSE-04: signs up an invited viewer by the link, without write access, and records it in the audit log', async () => {
  await page.goto(at('/profile/security-settings'))
  await page.getByRole('button', { name: 'Invite an admin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('Share this link').waitFor()
  const link = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const viewer = newOperator()
  const guest = await openPerson(viewer)
  await guest.goto(link)
  await fillSignUp(guest, viewer)
  await goWithin(guest, '/profile/security-settings')
  await guest.getByText('Only owners can see and change other admins.').waitFor()
  const [token, stored] = await guest.evaluate(() => [
    localStorage.getItem('accessToken'),
    localStorage.getItem('user'),
  ])
  expect(JSON.parse(stored ?? '')).toMatchObject({ npub: viewer.pubkey, role: 'viewer' })
  const refused = await fetch(at('/api/relay-settings'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ relay_settings: { mode: 'whitelist' } }),
  })
  expect(refused.status).toBe(403)
  await guest.context().close()

  await goWithin(page, '/audit-log?outcome=refused')
  await page.getByRole('button', { name: /Call not allowed for the role/ }).waitFor()
  await goWithin(page, '/audit-log')
  await page.getByRole('button', { name: /Admin invited/ }).waitFor()
  // The owner's own, and the viewer's.
  await expect.poll(() => page.getByRole('button', { name: /Sign-up/ }).count()).toBe(2)
  await page.getByRole('button', { name: 'Verify log' }).click()
  await page.getByText(/entries verified/).waitFor()
}, 60_000)

test('asks for two-factor at every sign-in once it is on, and accepts a recovery code once', async () => {
  await page.goto(at('/profile/security-settings'))
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  await dialog.getByText('The code is incorrect or has expired').waitFor()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp(secret))
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  await dialog.getByText('Save your recovery codes').waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('checkbox', { name: /I have saved them/ }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  await signOut(page, relay)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /recovery code/i }).click()
  await page.getByRole('textbox').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Relay dashboard', level: 1 }).waitFor()
  await goWithin(page, '/profile/security-settings')
  await page.getByText('9 recovery codes left').waitFor()
  await page.getByRole('button', { name: 'Turn off two-factor' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('Code')
    .fill(codes[1] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor' }).click()
  await page.getByRole('button', { name: 'Turn on two-factor' }).waitFor()
}, 60_000)
