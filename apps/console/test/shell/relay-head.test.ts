import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { status } from '../support/stubs/stub-relay.ts'

const icon = 'https://elsewhere.example/icon.png'
const site = openConsole(
  relay => {
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    relay.answers.set('GET /api/status', { body: status })
    relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [], count: 0 } })
    relay.answers.set('GET /api/pictures/link', { body: { url: '/icon-192.png' } })
  },
  { signedIn: true },
)

it("shows the relay's name, address and image at the head of the pages, as they change, and leads to where they are set", async () => {
  const page = await site.go('/blocked-pubkeys')
  const hosts = new Set<string>()
  page.on('request', request => void hosts.add(new URL(request.url()).host))
  const head = page.getByRole('complementary').locator('a[href="/settings/relay-info"]')
  await head.getByText('hornets.example.com', { exact: true }).waitFor()
  expect(await head.textContent()).toBe('HOHive on paperhornets.example.com')

  // The override would turn round what follows it.
  const name = `\u202Eevil ${'long '.repeat(20)}`
  site.relay.tell('status', { ...status, name, icon })
  await head.locator('img[src="/icon-192.png"]:not(.opacity-0)').waitFor()
  const shown = head.locator('bdi').first()
  expect([await shown.textContent(), await shown.getAttribute('title')]).toEqual([name, name])
  expect(await shown.evaluate(element => element.scrollWidth > element.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(site.relay.received.find(({ call }) => call === 'GET /api/pictures/link')?.query.get('address')).toBe(icon)
  expect([...hosts]).toEqual([new URL(site.relay.url).host])

  site.relay.tell('status', { ...status, name: 'Nest' })
  await head.getByText('NE', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await head.hover()
  await page.locator('[aria-hidden] > p', { hasText: 'Nest' }).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByText('Nest', { exact: true }).waitFor()
})

it('leads no moderator to settings that they cannot open', async () => {
  const { user } = fullAccount['/api/account']
  site.relay.answers.set('GET /api/account', { body: { user: { ...user, role: 'moderator' } } })
  const page = await site.go('/blocked-pubkeys')
  await page.getByText('Your role is now Moderator').waitFor()
  await page.getByRole('complementary').getByText('Hive on paper').waitFor()
  expect(await page.locator('a[href="/settings/relay-info"]').count()).toBe(0)
})

it("names the relay above each form and in the tab's title, once it has answered", async () => {
  site.relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, name: 'The <b>hive</b>' } })
  const { page } = await site.begin({ signedIn: false })
  for (const [path, title] of [
    ['/auth/login', 'Sign in'],
    ['/auth/forgot-password', 'Forgot password'],
  ] as const) {
    await page.goto(site.relay.url + path)
    await page.getByRole('main').getByText('The <b>hive</b>').waitFor()
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${title}.* · The <b>hive</b>$`))
    expect(await page.getByText('H.O.R.N.E.T.S Nostr Relay').count()).toBe(0)
  }
  site.relay.answers.set('GET /user-exist', { body: { exists: true } })
  await page.goto(`${site.relay.url}/auth/login`)
  await page.getByText('H.O.R.N.E.T.S Nostr Relay', { exact: true }).waitFor()
})
