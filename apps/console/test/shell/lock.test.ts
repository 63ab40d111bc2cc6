import { defaultsOf, ollama } from '@hornets/contract/admin/settings'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { untilAtRest } from '../support/rest.ts'
import { pubkey, user } from '../support/visitor.ts'

const confirmPassword = 'POST /api/account/confirm-password'

const site = openConsole(
  relay => {
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false, message: '' } })
    relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [], count: 0 } })
  },
  { signedIn: true },
)
const { go } = site

const pathOf = (page: Page) => new URL(page.url()).pathname
const password = '[name=password]'

it('ROUTE-03, AUTH-39, R-10: the lock is for the signed-in only', async () => {
  const page = await go('/auth/lock', { signedIn: false })
  await page.waitForURL('**/auth/login')
  expect(await page.evaluate(() => localStorage.getItem('locked'))).toBeNull()
  // Leftovers of a session do not count as one.
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'bearerToken')
    localStorage.setItem('user', '{}')
  })
  await page.goto(`${site.relay.url}/auth/lock`, { waitUntil: 'commit' })
  await page.waitForURL('**/auth/login')
})

it('AUTH-39, AUTH-41, SIGN-16: locks every tab, is got around neither by Back nor by an address nor by a reload, and opens by the password alone', {
  timeout: 60_000,
}, async () => {
  const page = await go('/nostr-stats')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Access control' }).first().click()
  await page.waitForURL('**/blocked-pubkeys')
  const other = await page.context().newPage()
  await other.goto(`${site.relay.url}/relay-settings`)
  await other.getByRole('heading', { level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await page.waitForURL('**/auth/lock')
  await other.waitForURL('**/auth/lock')

  // AUTH-39
  await page.getByText('Ada Lovelace').waitFor()
  await page.getByText('AL', { exact: true }).waitFor()
  const clock = (at: number) => new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' })
  const time = await page.locator('time').textContent()
  // It looks at the time every ten seconds.
  expect([clock(Date.now() - 15_000), clock(Date.now())]).toContain(time)
  const today = new Date().toLocaleDateString('en', { dateStyle: 'full' })
  await page.getByText(today).waitFor()
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
  await page.getByText(new Date().toLocaleDateString('de', { dateStyle: 'full' })).waitFor()
  expect(await page.locator('time').textContent()).toMatch(/^\d\d:\d\d$/)
  await page.evaluate(() => localStorage.setItem('lng', 'en'))
  await page.reload()
  await page.getByText(today).waitFor()

  const callsBefore = site.relay.calls.filter(call => call.includes('/api/')).length
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  await page.waitForURL('**/auth/lock')
  for (const path of ['/', '/blocked-pubkeys', '/auth/login', '/auth/sign-up', '/auth/lock']) {
    await page.goto(site.relay.url + path, { waitUntil: 'commit' }).catch(() => null)
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
  }
  for (let times = 0; times < 2; times += 1) {
    await page.reload()
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
  }
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(site.relay.calls.filter(call => call.includes('/api/')).length).toBe(callsBefore)

  // AUTH-41
  await page.click('[type=submit]')
  await page.getByText('Please input your password!', { exact: true }).waitFor()
  expect(site.relay.calls).not.toContain(confirmPassword)
  const wrong = 'Incorrect password'
  site.relay.answers.set(confirmPassword, {
    status: 400,
    body: { error: wrong, code: 'invalid_fields', fields: { password: wrong } },
  })
  await page.fill(password, 'guess')
  await page.click('[type=submit]')
  await page.getByText(wrong).waitFor()
  expect([pathOf(page), await page.inputValue(password)]).toEqual(['/auth/lock', ''])
  await page.waitForFunction(() => document.activeElement?.matches('[name=password]'))
  site.relay.answers.set(confirmPassword, 'hang up')
  await page.fill(password, 'right')
  await page.click('[type=submit]')
  await page.getByText('The server is not responding').waitFor()
  site.relay.answers.set(confirmPassword, { status: 503, body: { error: 'Down for a moment', code: 'unavailable' } })
  await page.click('[type=submit]')
  await page.getByText('Down for a moment').waitFor()
  site.relay.answers.set(confirmPassword, { body: { confirmedUntil: '2026-01-01T00:00:00Z' } })
  await page.click('[type=submit]')
  // This tab opens the last address that was tried, the other tab stays where it was.
  await page.waitForURL(url => !url.pathname.startsWith('/auth/'))
  await other.waitForURL('**/relay-settings')
  const given = site.relay.received.filter(({ call }) => call === confirmPassword).map(({ body }) => body)
  expect([given[0], given.at(-1)]).toEqual([{ password: 'guess' }, { password: 'right' }])
})

it('CONST-02, SET-09, AUTH-40: the clock of the lock follows every 10 s; an extension is looked for every second; values enter a form 100 ms after they have come', async () => {
  const groups = { ollama: defaultsOf(ollama) }
  site.relay.answers.set('GET /api/settings/ollama', { body: groups })
  const { page, context } = await site.begin({ signedIn: false, ownClock: true })

  // How often the page asks whether there is an extension, and when.
  await context.addInitScript(() => {
    const looks: number[] = []
    Object.assign(window, { looks })
    Object.defineProperty(window, 'nostr', { configurable: true, get: () => void looks.push(Date.now()) })
  })
  const looks = (): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'looks'))
  await page.goto(`${site.relay.url}/auth/login`)
  await expect.poll(async () => (await looks()).length).toBeGreaterThan(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  const before = (await looks()).length
  await page.clock.runFor(5000)
  const [last = 0, ...earlier] = (await looks()).slice(before).reverse()
  expect(earlier.map(at => last - at)).toEqual([1000, 2000, 3000, 4000])
  const key = page.locator('[name=npub]')
  await page.evaluate(value => {
    Object.defineProperty(window, 'nostr', { value: { getPublicKey: async () => value } })
  }, pubkey)
  await page.clock.runFor(1000 - (await page.evaluate(() => Date.now())) + last)
  await page.clock.runFor(99)
  expect(await key.inputValue()).toBe('')
  await page.clock.runFor(1)
  await expect.poll(() => key.inputValue()).toBe(pubkey)
  await page.clock.resume()

  await page.evaluate(person => {
    localStorage.setItem('accessToken', 'token')
    localStorage.setItem('user', person)
  }, JSON.stringify(user))
  await page.goto(`${site.relay.url}/settings/ollama`)
  const field = page.getByLabel('Address')
  await field.waitFor()
  await page.getByRole('link', { name: 'Access control' }).first().click()
  await field.waitFor({ state: 'detached' })
  await page.clock.pauseAt(Date.now() + 120_000)
  // The values are known by now: the form only waits.
  await page.evaluate(() => {
    const isWaiting = () => document.querySelector('main h2 ~ * [role=status] > .grid') !== null
    new MutationObserver((_, observer) => {
      if (!isWaiting()) return
      Object.assign(window, { waitingSince: Date.now() })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goBack()
  const waited = () => page.evaluate(() => Date.now() - Number(Reflect.get(window, 'waitingSince')))
  await expect.poll(() => page.clock.runFor(1).then(waited)).toBeGreaterThanOrEqual(0)
  await page.clock.runFor(99 - (await waited()))
  expect(await field.count()).toBe(0)
  await page.clock.runFor(1)
  await field.waitFor()

  // Five seconds before a minute ends: the next look shows the next minute.
  const at = Math.ceil((await page.evaluate(() => Date.now())) / 60_000) * 60_000 + 55_000
  await page.clock.pauseAt(at)
  await page.goto(`${site.relay.url}/auth/lock`)
  const minute = async () => Number(/:(\d\d)/.exec((await page.locator('time').textContent()) ?? '')?.[1])
  expect(await minute()).toBe(new Date(at).getMinutes())
  // The page is at rest, its clock started.
  await page.locator('time').click()
  await page.clock.runFor(9_999)
  expect(await minute()).toBe(new Date(at).getMinutes())
  await page.clock.runFor(1)
  await expect.poll(minute).toBe(new Date(at + 10_000).getMinutes())
})

it('R-10: leaves the lock page after unlocking in another tab, and locks nothing again', async () => {
  const page = await go('/blocked-pubkeys')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => sessionStorage.setItem('origin', '/nostr-stats'))
  await page.goto(`${site.relay.url}/auth/lock`, { waitUntil: 'commit' })
  await page.waitForURL('**/nostr-stats')
  expect(await page.evaluate(() => localStorage.getItem('locked'))).toBeNull()
})

it('ROUTE-03, AUTH-41, R-10: returns to the previous page by keyboard, and ends when the session has ended', async () => {
  const page = await go('/blocked-pubkeys?q=1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.waitForURL('**/auth/lock')
  site.relay.answers.set(confirmPassword, { body: { confirmedUntil: '2026-01-01T00:00:00Z' } })
  await page.fill(password, 'right')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/blocked-pubkeys?q=1')
  await page.goto(`${site.relay.url}/auth/lock`)
  await page.getByRole('heading', { name: 'Locked' }).waitFor()
  site.relay.answers.set(confirmPassword, {
    status: 401,
    body: { error: 'Invalid or expired token', code: 'unauthorized' },
  })
  await page.fill(password, 'right')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/login')
  await page.getByText('Authentication failed. You have been logged out.', { exact: true }).waitFor()
  expect(await page.evaluate(() => ['accessToken', 'user', 'locked'].map(key => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
})

it("clears the previous account's data when another signs in in another tab", async () => {
  const page = await go('/blocked-pubkeys')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${site.relay.url}/manifest.webmanifest`)
  const loadedAnew = page.waitForEvent('load')
  await other.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('accessToken', 'of-somebody-else')
    localStorage.setItem('user', JSON.stringify({ ...user, npub: 'b'.repeat(64), firstName: 'Grace' }))
  })
  await loadedAnew
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().type)).toBe('reload')
})

it('AUTH-43, AUTH-50, AUTH-51, R-16: warns a minute before the hour ends, stays on request, and otherwise logs out, from the lock as well', {
  timeout: 60_000,
}, async () => {
  // Whether the server hears of it or not.
  site.relay.answers.set('POST /logout', { status: 500, body: { error: 'no' } })
  const open = await site.begin({ ownClock: true })
  // The hourly check for a new version would call a service worker that this test does not install.
  await open.context.addInitScript(() => {
    navigator.serviceWorker.register = async () => ({ update: async () => undefined }) as never
  })
  const { page } = open
  const signIns: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.url().endsWith('/auth/login')) signIns.push(request.url())
  })
  await page.goto(`${site.relay.url}/blocked-pubkeys`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const stay = page.getByRole('button', { name: 'Stay signed in' })
  // The idle watch loads after the page.
  await page.waitForFunction(() => localStorage.getItem('lastActivity') !== null)
  await page.clock.fastForward(3_541_000)
  // By the keyboard: a pointer that moves before the dialog takes it is activity, too, and closes the warning.
  await stay.press('Enter')
  await stay.waitFor({ state: 'detached' })
  expect(site.relay.calls).not.toContain('POST /logout')
  await page.clock.fastForward(3_541_000)
  await stay.waitFor()
  await page.clock.fastForward(60_000)
  await page.getByText('Signed out after an hour of inactivity.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/login')
  expect(signIns).toHaveLength(1)
  const farewells = () => site.relay.received.filter(({ call }) => call === 'POST /logout')
  expect(farewells().map(({ headers }) => headers.authorization)).toEqual(['Bearer token'])
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.evaluate(person => {
    localStorage.setItem('accessToken', 'token')
    localStorage.setItem('user', person)
    localStorage.setItem('locked', 'yes')
  }, JSON.stringify(user))
  await page.goto(`${site.relay.url}/auth/lock`)
  await page.getByRole('heading', { name: 'Locked' }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('lastActivity') !== null)
  await page.clock.fastForward(3_600_000)
  await page.waitForURL('**/auth/login')
  await page.getByText('Signed out after an hour of inactivity.').waitFor()
  expect(farewells()).toHaveLength(2)
})

it('AUTH-50, AUTH-51, R-16: leads to the login without drawing or requesting anything when opened an hour after the last activity', async () => {
  site.relay.answers.set('POST /logout', { body: { message: 'ok' } })
  const { page } = await site.begin()
  await page.addInitScript(() => {
    if (localStorage.getItem('accessToken')) localStorage.setItem('lastActivity', String(Date.now() - 3_600_000))
    const look = () => document.querySelector('nav, #content') && sessionStorage.setItem('drawn', 'yes')
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${site.relay.url}/blocked-pubkeys?q=ab`, { waitUntil: 'commit' })
  await page.waitForURL('**/auth/login')
  await page.getByText('Signed out after an hour of inactivity.').waitFor()
  const left = await page.evaluate(() => [
    ...['accessToken', 'user'].map(key => localStorage.getItem(key)),
    ...['drawn', 'origin'].map(key => sessionStorage.getItem(key)),
  ])
  expect(left).toEqual([null, null, null, '/blocked-pubkeys?q=ab'])
  expect(site.relay.calls.filter(call => call.includes('/api/'))).toEqual([])
  expect(site.relay.calls).toContain('POST /logout')

  // The same if the module that announces the lock cannot be fetched.
  await page.route('**/assets/idle-*.js', route => route.abort())
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'token')
    localStorage.setItem('user', '{}')
  })
  await page.goto(`${site.relay.url}/audit-log`, { waitUntil: 'commit' })
  await page.waitForFunction(() => sessionStorage.getItem('origin') === '/audit-log')
  await page.waitForURL('**/auth/login')
  expect(await page.evaluate(() => [localStorage.getItem('accessToken'), sessionStorage.getItem('drawn')])).toEqual([
    null,
    null,
  ])

  // The demo has no such hour.
  await page.unroute('**/assets/idle-*.js')
  await page.route('**/gate.js', route => route.continue({ url: `${site.relay.url}/demo-gate.js` }))
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'demo.token')
    localStorage.setItem('user', '{}')
  })
  await page.goto(`${site.relay.url}/blocked-pubkeys`)
  await page.getByRole('heading', { level: 1, name: 'Access control' }).waitFor()
  // The part that would end it has come.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /idle-host-/.test(name)))
  await untilAtRest(page)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('demo.token')
})

it('step-up: a call that needs the password again asks for it over whatever is open, is made when it is right, and else says so', async () => {
  const block = 'POST /api/blocked-pubkeys'
  const key = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
  const needed = 'Please confirm your password to continue'
  const wrong = 'Incorrect password'
  site.relay.answers.set(block, { status: 403, body: { error: needed, code: 'password_needed' } })
  site.relay.answers.set(confirmPassword, {
    status: 400,
    body: { error: wrong, code: 'invalid_fields', fields: { password: wrong } },
  })
  const page = await go('/blocked-pubkeys')
  await page.getByRole('button', { name: 'Block an author' }).first().click()
  await page.getByRole('textbox', { name: 'Public key' }).fill(key)
  const send = page.getByRole('button', { name: 'Block', exact: true })
  await send.click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Password').press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(needed).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Public key' }).inputValue()).toContain(key)
  await send.click()
  await dialog.getByLabel('Password').fill('guess')
  await page.keyboard.press('Enter')
  await dialog.getByText(wrong).waitFor()
  site.relay.answers.set(confirmPassword, () => {
    site.relay.answers.set(block, {
      body: {
        message: 'ok',
        blocked: { pubkey: key, reason: '', blocked_at: '2026-01-01T00:00:00Z' },
        deleted_events: 0,
      },
    })
    return { body: { confirmedUntil: '2026-01-01T00:00:00Z' } }
  })
  await dialog.getByLabel('Password').fill('right')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => site.relay.calls.filter(call => call === block).length).toBe(3)
})
