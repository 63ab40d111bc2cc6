import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter, claimByCalls, enter } from '../support/calls.ts'
import { settle, signIn, signOut } from '../support/console.ts'
import { newOperator, type OpenRelay, openContext, startRelay } from '../support/world.ts'

const operator = newOperator()
let relay: OpenRelay
let browser: Browser
let context: BrowserContext
let page: Page

const at = (path: string) => new URL(path, relay.adminUrl).href
const stored = (key: string) => page.evaluate(name => localStorage.getItem(name), key)

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(): Promise<void> {
  relay = await startRelay()
  context = await openContext(browser, operator)
  page = await context.newPage()
  // A page that a call without a session sends away was on the screen before.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (location.pathname.startsWith('/auth/')) observer.disconnect()
      else if (document.querySelector('h1')) sessionStorage.setItem('shown', location.pathname)
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Expects the login at a page's address, with nothing of the page before it. */
async function expectLogin(path: string): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('shown'))
  await page.goto(at(path), { waitUntil: 'commit' })
  await page.waitForURL('**/auth/login')
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBeNull()
}
async function close(): Promise<void> {
  await context?.close()
  await relay?.stop()
}

describe('one journey from the sign-up to the sign-in', { shuffle: false }, () => {
  beforeAll(open)
  afterAll(close)

  test("ROUTE-02, AUTH-23: asks for a password twice at sign-up with the extension's key, without the shell", async () => {
    await page.goto(at('/auth/login'), { waitUntil: 'commit' })
    await page.waitForURL('**/auth/sign-up')
    // Else the key that the login has asked for is still there.
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('Your key').waitFor()
    expect(await page.locator('input[name=npub]').getAttribute('type')).toBe('hidden')
    expect(await page.locator('input[name=npub]').inputValue()).toBe(operator.pubkey)
    expect(await page.locator('input[type=password]').filter({ visible: true }).count()).toBe(2)
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login')
  })

  test('ERR-08, ERR-09: an empty password and two unequal ones are refused in the words of the catalogue', async () => {
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Please input your password!').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(operator.password)
    await page.getByLabel('Confirm password').fill(`${operator.password}x`)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('The two passwords that you entered do not match!').first().waitFor()
  })

  test('ROUTE-01, ROUTE-02, AUTH-11: once claimed, the login has a hidden key, one password and no way to sign-up, which is closed', async () => {
    await claimByCalls(relay, operator)
    await signOut(page, relay)
    expect(await page.locator('input[name=npub]').getAttribute('type')).toBe('hidden')
    expect(await page.locator('input[type=password]').filter({ visible: true }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
    await page.goto(at('/auth/sign-up'), { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
  })

  test('ERR-08: an empty password is refused at the login in the same words, without a call', async () => {
    const calls: string[] = []
    page.on('request', request => request.method() === 'POST' && calls.push(request.url()))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Please input your password!').first().waitFor()
    expect(calls).toEqual([])
  })

  test('CONST-22, AUTH-03, AUTH-07: signing in leaves token and user; without either of them a page leads back to the login', async () => {
    await signIn(page, operator)
    expect(await page.getAttribute('html', 'lang')).toBe('en')
    const kept = { token: await stored('accessToken'), user: await stored('user') }
    expect(kept.token).toMatch(/\S{20,}/)
    expect(JSON.parse(kept.user ?? '')).toMatchObject({ npub: operator.pubkey })
    for (const [left, value, paths] of [
      ['user', kept.user, ['/settings', '/media-manager', '/profile/security-settings', '/moderation', '/moving']],
      ['accessToken', kept.token, ['/settings']],
    ] as const) {
      // Beside a console that runs, its next call would notice, and lead to the login itself.
      await page.goto(at('/theme.js'))
      for (const path of paths) {
        await page.evaluate(
          ([name, value]) => {
            localStorage.clear()
            localStorage.setItem(name, value)
          },
          [left, value ?? ''] as const,
        )
        await expectLogin(path)
      }
    }
  })
})

describe('the shell', () => {
  beforeAll(async () => {
    await open()
    await claimAndEnter(page, relay, operator)
  })
  afterAll(close)

  test('SHELL-01, SHELL-02: sider, sticky header and content, under the brand', async () => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.goto(at('/relay-settings'))
    await page.getByRole('heading', { name: 'Relay settings', level: 1 }).waitFor()
    await settle(page)
    await page.evaluate(() => scrollTo(0, 500))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    expect((await page.getByRole('complementary').boundingBox())?.y).toBe(0)
    const brand = page.getByRole('complementary').getByRole('link').first()
    const shown = async () => (await brand.innerText()).replace(/\s+/g, ' ')
    expect(await shown()).toBe('H.O.R.N.E.T.S Nostr Relay')
    onTestFinished(() => page.evaluate(() => localStorage.setItem('lng', 'en')))
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByRole('heading', { name: 'Relay-Einstellungen', level: 1 }).waitFor()
    expect(await shown()).toBe('H.O.R.N.E.T.S Nostr Relay')
  })

  test.each([
    ['SHELL-03, ROUTE-06', 'Relay dashboard', '/', 'Relay-Übersicht'],
    ['SHELL-04, ROUTE-11', 'Relay settings', '/relay-settings', 'Relay-Einstellungen'],
    ['SHELL-05, ROUTE-12', 'Advanced Settings', '/settings', 'Erweiterte Einstellungen'],
    ['SHELL-06, ROUTE-14', 'Access control', '/blocked-pubkeys', 'Zugangskontrolle'],
    ['SHELL-07, ROUTE-15', 'Nostr Statistics', '/nostr-stats', 'Nostr-Statistik'],
  ])('%s: the item %s of the sidebar leads to %s, which needs a session', async (_rows, name, path, german) => {
    onTestFinished(() => page.evaluate(() => localStorage.setItem('lng', 'en')))
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(at('/404'))
      if (width === 390) await page.getByRole('button', { name: 'Open menu' }).click()
      // The first list has the specified items, in order before all others.
      const items = page.getByRole('navigation', { name: 'Pages' }).getByRole('list').first()
      await items.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.goto(at('/404'))
    const item = page.getByRole('navigation', { name: 'Seiten' }).getByRole('link', { name: german, exact: true })
    expect(await item.getAttribute('href')).toBe(path)
    await page.goto(at('/theme.js'))
    await page.evaluate(() => {
      localStorage.setItem('lng', 'en')
      localStorage.removeItem('accessToken')
    })
    await expectLogin(path)
    await enter(page, relay, operator)
  })

  test('SHELL-13, ROUTE-10, R-21: /relay-stats shows the statistics, and the avatar leads home', async () => {
    await page.goto(at('/relay-stats'))
    await page.getByRole('heading', { name: 'Nostr Statistics', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/nostr-stats')
    for (const width of [1280, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(at('/404'))
      await page.getByRole('banner').getByRole('link', { name: 'Relay dashboard' }).click()
      await page.waitForURL(relay.adminUrl.replace(/\/?$/, '/'))
    }
  })

  test('SHELL-14: the profile menu opens by keyboard with theme, language and log out, and gives the focus back', async () => {
    await page.goto(at('/relay-settings'))
    const trigger = page.getByRole('button', { name: 'Profile menu' })
    await trigger.press('ArrowDown')
    for (const name of ['Light', 'Dark', 'English', 'Deutsch'])
      await page.getByRole('menuitemradio', { name }).waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Profile menu')
  })

  test('AUTH-09: sends the token with every call for every stored role', async () => {
    await page.goto(at('/theme.js'))
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}')
      localStorage.setItem('user', JSON.stringify({ ...user, role: 'user' }))
    })
    const bearers: (string | undefined)[] = []
    page.on('request', request => {
      if (request.url().includes('/api/')) bearers.push(request.headers().authorization)
    })
    await page.goto(at('/settings/relay-info'))
    await page.getByRole('textbox', { name: 'Description' }).fill('Run by anybody who signs in')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('In effect now: Description.').waitFor()
    const token = await stored('accessToken')
    expect(bearers.length).toBeGreaterThan(2)
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${token}`]))
    await enter(page, relay, operator)
  })

  test('ROUTE-04, AUTH-42, AUTH-44: logging out from the menu turns six rings, clears the keys although the server fails, and ends at the login', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/logout', async (route, request) => {
      if (request.method() !== 'POST') return route.fallback()
      await asked
      await route.fulfill({ status: 500, json: { error: 'down' } })
    })
    await page.goto(at('/relay-settings'))
    await page.evaluate(() => localStorage.setItem('walletToken', 'w'))
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    // The page that is still being fetched waits with rings as well.
    const rings = page.getByRole('status').filter({ hasText: 'Logging out…' }).locator('.rings')
    await rings.waitFor()
    const seen = await rings.evaluate(element => {
      const style = getComputedStyle(element)
      return {
        cycles: [...element.children].map(ring => getComputedStyle(ring).animationDuration),
        ems: Number.parseFloat(style.width) / Number.parseFloat(style.fontSize),
      }
    })
    expect(seen).toEqual({ cycles: Array(6).fill('4s'), ems: 8 })
    answer()
    await page.waitForURL('**/auth/login')
    expect([await stored('accessToken'), await stored('user'), await stored('walletToken')]).toEqual([null, null, null])
    await page.unrouteAll()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, relay, operator)
  })

  test('ROUTE-04, AUTH-42, AUTH-44: opening /logout ends the session here and on the server, and leads to the login', async () => {
    onTestFinished(() => enter(page, relay, operator))
    const token = (await stored('accessToken')) ?? ''
    await page.goto(at('/logout'), { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
    expect([await stored('accessToken'), await stored('user')]).toEqual([null, null])
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(at('/api/status'), { headers })).status).toBe(401)
  })
})
