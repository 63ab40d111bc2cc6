import { defaultsOf, ollama } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { playState } from '../support/stubs/relay-states.ts'
import type { Received } from '../support/stubs/stub-relay.ts'
import { pubkey, user } from '../support/visitor.ts'

const ended = { status: 401, body: { error: 'Invalid or expired token', code: 'unauthorized' } }
const blocked = { pubkey: 'e'.repeat(64), reason: 'Floods', blocked_at: '2026-11-01T00:00:00Z' }
const challenge = { event: { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' } }

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, message: '' } })
    relay.answers.set('POST /login', { body: challenge })
    relay.answers.set('POST /verify', { body: { token: 'fresh', user } })
    relay.answers.set('POST /api/blocked-pubkeys', onlyFor('fresh', { message: 'ok', blocked, deleted_events: 0 }))
  },
  { signedIn: true, extensionAfterMs: 0 },
)

const onlyFor = (token: string, body: object) => (received: Received) =>
  received.headers.authorization === `Bearer ${token}` ? { body } : ended

const signInOver = (page: Page) => page.getByRole('alertdialog', { name: 'Sign in again' })
const stored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)
const reason = (page: Page) => page.getByLabel('Reason', { exact: true })

/** Fills in the dialog that blocks an author, and presses its button with a session that has ended. */
async function blockWithEndedSession(): Promise<Page> {
  const page = await site.go('/blocked-pubkeys')
  await page.getByRole('button', { name: 'Block an author' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Block an author' })
  await dialog.getByLabel('Public key').fill('e'.repeat(64))
  await reason(page).fill('Floods')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await signInOver(page).waitFor()
  return page
}

async function signIn(page: Page): Promise<void> {
  await signInOver(page).getByLabel('Password').fill('Correct-Horse-7')
  await signInOver(page).getByRole('button', { name: 'Sign in' }).click()
}

it('asks for the sign-in over an open dialog, refuses another account, keeps what was entered, and makes the call again (DESK-16)', async () => {
  site.relay.answers.set('POST /verify', { body: { token: 'other', user: { ...user, npub: 'f'.repeat(64) } } })
  const page = await blockWithEndedSession()
  await signIn(page)
  await signInOver(page).getByText('This is another account').waitFor()
  expect([await stored(page, 'accessToken'), await reason(page).inputValue()]).toEqual(['token', 'Floods'])
  expect(site.relay.calls.filter(call => call === 'POST /api/blocked-pubkeys')).toHaveLength(1)

  await page.keyboard.press('Escape')
  expect(await signInOver(page).isVisible()).toBe(true)
  site.relay.answers.set('POST /verify', { body: { token: 'fresh', user } })
  await signIn(page)
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  await signInOver(page).waitFor({ state: 'detached' })
  const posts = site.relay.received.filter(({ call }) => call === 'POST /api/blocked-pubkeys')
  expect(posts.map(({ headers, body }) => [headers.authorization, body])).toEqual(
    ['Bearer token', 'Bearer fresh'].map(token => [
      token,
      { pubkey: 'e'.repeat(64), reason: 'Floods', expires_at: null, delete_events: false },
    ]),
  )
  expect([await stored(page, 'accessToken'), new URL(page.url()).pathname]).toEqual(['fresh', '/blocked-pubkeys'])
})

it('asks over unsaved settings when only a read is refused, and keeps them (DESK-16)', async () => {
  const settings = 'GET /api/settings/ollama'
  site.relay.answers.set(settings, { body: { ollama: defaultsOf(ollama) } })
  const page = await site.go('/settings/ollama')
  const address = page.getByLabel('Address')
  await address.fill('http://other/api')
  site.relay.answers.set(settings, onlyFor('fresh', { ollama: defaultsOf(ollama) }))
  site.relay.tell('changed', { what: 'settings' })
  await signInOver(page).waitFor()
  await signIn(page)
  await signInOver(page).waitFor({ state: 'detached' })
  expect([await address.inputValue(), new URL(page.url()).pathname]).toEqual(['http://other/api', '/settings/ollama'])
})

it('asks for the second factor, and once for all calls that wait (DESK-16)', async () => {
  site.relay.answers.set('POST /verify', { body: { twoFactorRequired: true, ticket: 'ticket' } })
  site.relay.answers.set('POST /verify/totp', { body: { token: 'fresh', user } })
  const page = await blockWithEndedSession()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await signIn(page)
  await signInOver(page).getByLabel('Two-factor code or recovery code').fill('123456')
  await signInOver(page).getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  expect(site.relay.calls.filter(call => call === 'POST /login')).toHaveLength(1)
})

it('keeps unsaved edits for the next sign-in when the user logs out instead', async () => {
  site.relay.answers.set('GET /api/settings/ollama', { body: { ollama: defaultsOf(ollama) } })
  site.relay.answers.set('POST /api/settings/ollama', ended)
  const page = await site.go('/settings/ollama')
  await page.getByLabel('Address').fill('http://other/api')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await signInOver(page).waitFor()
  await signInOver(page).getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login')
  await page.getByText('Authentication failed. You have been logged out.', { exact: true }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toContain('http://other/api')
})

it('AUTH-09, R-12: a call without a token clears the session and leads to the login, which says so once', async () => {
  const page = await site.go('/blocked-pubkeys')
  const unblock = page.getByRole('button', { name: /^Unblock npub/ })
  await unblock.first().waitFor()
  // The browser reports this to other tabs only.
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await unblock.first().click()
  await page.waitForURL('**/auth/login')
  await page.getByText('No authentication token found', { exact: true }).waitFor()
  expect(await page.getByText('No authentication token found').count()).toBe(1)
  expect(await stored(page, 'user')).toBeNull()
  expect(await page.evaluate(() => sessionStorage.getItem('origin'))).toBe('/blocked-pubkeys')
  expect(site.relay.calls.filter(call => call.startsWith('DELETE'))).toEqual([])
})

it('signs in over the page by a sign-in in another tab', async () => {
  const page = await blockWithEndedSession()
  const other = await page.context().newPage()
  await other.goto(`${site.relay.url}/manifest.webmanifest`)
  await other.evaluate(() => localStorage.setItem('accessToken', 'fresh'))
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  expect(await signInOver(page).count()).toBe(0)
})
