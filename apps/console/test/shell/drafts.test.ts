import { defaultsOf, general, ollama } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { pubkey, user } from '../support/visitor.ts'

const ended = { status: 401, body: { error: 'Invalid or expired token', code: 'unauthorized' } }

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, message: '' } })
    relay.answers.set('GET /api/settings/ollama', { body: { ollama: defaultsOf(ollama) } })
    relay.answers.set('GET /api/settings/general', { body: { general: defaultsOf(general) } })
    relay.answers.set('POST /login', {
      body: { event: { kind: 1, pubkey, created_at: 1, tags: [], content: 'challenge' } },
    })
    relay.answers.set('POST /verify', { body: { token: 'another', user } })
    relay.answers.set('POST /logout', { body: { message: 'ok' } })
  },
  { signedIn: true, extensionAfterMs: 0 },
)

const offer = (page: Page) => page.getByText(/^You have unsaved edits from \d/)
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts') ?? '')
const address = (page: Page) => page.getByLabel('Address')

async function go(path: string, page?: Page): Promise<Page> {
  const opened = page ?? (await site.begin()).page
  opened.on('dialog', dialog => {
    throw new Error(`asked: ${dialog.type()}`)
  })
  await opened.goto(site.relay.url + path)
  return opened
}

async function signIn(page: Page): Promise<void> {
  await page.waitForURL('**/auth/login')
  await page.getByText('Your key').waitFor()
  await page.fill('[name=password]', 'Correct-Horse-7')
  await page.click('[type=submit]')
  await page.waitForURL(url => !url.pathname.startsWith('/auth'))
}

it("AUTH-48: keeps edits without secrets when a session ends in another tab, over the relay's current values", async () => {
  const page = await go('/settings/general')
  await page.getByLabel('Private key').fill('f'.repeat(64))
  await page.getByRole('textbox', { name: 'Port', exact: true }).fill('9100')
  await page.getByRole('button', { name: /^Ollama/ }).click()
  await address(page).fill('http://other/api')
  site.relay.answers.set('GET /api/blocked-pubkeys', ended)
  const other = await go('/blocked-pubkeys', await page.context().newPage())
  await other.waitForURL('**/auth/login')
  await page.waitForURL('**/auth/login')
  expect(await kept(page)).toContain('http://other/api')
  expect(await kept(page)).not.toContain('fff')

  const changed = { ...defaultsOf(ollama), model: 'newer' }
  site.relay.answers.set('GET /api/settings/ollama', { body: { ollama: changed } })
  site.relay.answers.set('GET /api/settings/general', { body: { general: { ...defaultsOf(general), port: '9100' } } })
  await signIn(page)
  await page.waitForURL('**/settings/ollama')
  await offer(page).waitFor()
  expect(await address(page).inputValue()).toBe(changed.url)
  // The other group shows this before it is opened.
  await page.getByRole('button', { name: /^General.*Unsaved edits/ }).waitFor()
  await page.getByRole('button', { name: 'Restore' }).click()
  await offer(page).waitFor({ state: 'detached' })
  expect(await address(page).inputValue()).toBe('http://other/api')
  expect(await page.getByLabel('Model', { exact: true }).innerText()).toContain('newer')
  await page.getByText('1 field changed').waitFor()

  await page.getByRole('button', { name: /^General/ }).click()
  await page.getByRole('textbox', { name: 'Port', exact: true }).waitFor()
  await expect.poll(() => kept(page)).toBe('')
  expect(await page.getByText('Unsaved edits', { exact: true }).count()).toBe(0)
})

it('R-10: keeps edits when locked in any tab, and none after logging out', async () => {
  const confirmed = { body: { confirmedUntil: '2026-01-01T00:00:00Z' } }
  site.relay.answers.set('POST /api/account/confirm-password', confirmed)
  const page = await go('/profile/personal-info')
  await page.getByLabel('City').fill('Paris')
  const other = await go('/relay-settings', await page.context().newPage())
  await other.getByRole('radio', { name: /Blacklist/ }).click()
  await other.getByText('1 field changed').waitFor()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await page.waitForURL('**/auth/lock')
  await other.waitForURL('**/auth/lock')
  await page.fill('[name=password]', 'right')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/personal-info')
  await offer(page).waitFor()
  await page.getByRole('button', { name: 'Restore' }).click()
  expect(await page.getByLabel('City').inputValue()).toBe('Paris')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('London')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Paris')
  await other.waitForURL('**/relay-settings')
  await offer(other).waitFor()
  await other.getByRole('button', { name: 'Discard' }).click()
  await offer(other).waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Undo' }).click()
  await other.getByRole('button', { name: 'Restore' }).click()
  await other.getByText('1 field changed').waitFor()
  await other.getByRole('button', { name: 'Reset' }).click()
  await other.getByText('1 field changed').waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Undo' }).click()
  await other.getByText('1 field changed').waitFor()
  await other.getByRole('button', { name: 'Reset' }).click()
  await other.getByText('1 field changed').waitFor({ state: 'detached' })
  expect([await kept(other), await other.getByRole('radio', { name: /Blacklist/ }).isChecked()]).toEqual(['', false])
  await other.goto(`${site.relay.url}/logout`, { waitUntil: 'commit' })
  for (const tab of [page, other]) await tab.waitForURL('**/auth/login')
  expect([await kept(page), await kept(other)]).toEqual(['', ''])
})
