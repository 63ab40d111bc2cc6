import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { untilAtRest } from '../support/rest.ts'
import { routes } from '../support/routes.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { status } from '../support/stubs/stub-relay.ts'
import { inGerman, preferGerman, user, type Visit } from '../support/visitor.ts'

const site = openConsole(
  relay => {
    relay.answers.set('GET /user-exist', { body: { exists: true, allowSignup: false } })
    relay.answers.set('GET /api/status', { body: status })
    relay.answers.set('GET /api/blocked-pubkeys', { body: { blocked_pubkeys: [], count: 0 } })
    relay.answers.set('POST /logout', { body: { message: 'ok' } })
  },
  { signedIn: true },
)
const { go } = site

const isData = (call: string) => /^GET \/api\/(?!live)/.test(call)
const theme = (page: Visit['page']) => page.getAttribute('html', 'data-theme')
const stored = (page: Visit['page'], key: string) => page.evaluate(name => localStorage.getItem(name), key)

/** As if signed out elsewhere: what is left of a session is none. */
const signOut = (page: Visit['page'], token = '') =>
  page.evaluate(token => {
    sessionStorage.clear()
    localStorage.setItem('accessToken', token)
    localStorage.setItem('user', '{}')
  }, token)
const remembered = (page: Visit['page']) => page.evaluate(() => sessionStorage.getItem('origin'))

/** Without a document to show, the browser stays: one console is asked for every page. */
async function turnAway(page: Visit['page'], paths: readonly string[]): Promise<void> {
  let sent = 0
  await page.route('**/auth/login', route => {
    sent += 1
    return route.fulfill({ status: 204 })
  })
  const before = site.relay.calls.length
  const title = () => page.getByRole('heading', { level: 1 }).innerText()
  const last = await title()
  for (const [at, path] of paths.entries()) {
    await signOut(page)
    await page.evaluate(to => history.pushState({}, '', to), path)
    await expect.poll(() => sent).toBe(at + 1)
    expect(await remembered(page)).toBe(path === '/relay-stats' ? routes.NostrStatisticsPage : path)
    // The page is not drawn first, whose calls would lead there, too.
    expect(await title()).toBe(last)
    // The console sends its user once a second.
    await page.clock.fastForward(1001)
  }
  expect(site.relay.calls.slice(before).filter(isData)).toEqual([])
}

describe('page access by role', () => {
  it('ROUTE-07, ROUTE-18, ROUTE-22: every page, those of the profile too, sends the signed-out to the login and is remembered; the placeholder token counts as none', {
    timeout: 90_000,
  }, async () => {
    const { page } = await site.begin({ signedIn: false })
    await page.goto(`${site.relay.url}/theme.js`)
    for (const [path, token, kept] of [
      [routes.SecurityPage, '', routes.SecurityPage],
      ['/no-such', '', '/'],
      ['/no-such', 'bearerToken', '/'],
    ] as const) {
      await signOut(page, token)
      await page.goto(site.relay.url + path, { waitUntil: 'commit' })
      await page.waitForURL('**/auth/login', { waitUntil: 'commit' })
      expect(await remembered(page)).toBe(kept)
    }
    expect(site.relay.calls.filter(isData)).toEqual([])

    await page.waitForURL('**/auth/login')
    await page.evaluate(person => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    }, JSON.stringify(user))
    await page.clock.install()
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [path, title] of [
      [routes.PersonalInfoPage, 'Personal info'],
      [routes.SecurityPage, 'Security settings'],
      [routes.NotificationsPage, 'Notifications'],
      [routes.PaymentsPage, 'Payments'],
    ] as const) {
      await page.evaluate(to => history.pushState({}, '', to), path)
      await page.getByRole('main').getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
    }
    await untilAtRest(page)
    await turnAway(page, Object.values(routes))
  })

  it.each([
    ['ROUTE-06, ROUTE-09', [routes.Dashboard, routes.MediaPage]],
    ['ROUTE-11, ROUTE-12', [routes.RelaySettingsPage, routes.SettingsPage, '/settings/ollama']],
    ['ROUTE-10, ROUTE-14, ROUTE-15', ['/relay-stats', routes.BlockedPubkeysPage, routes.NostrStatisticsPage]],
  ])('%s: a page needs a session also when it is opened from another one', async (_rows, paths) => {
    const { page } = await site.begin({ ownClock: true })
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilAtRest(page)
    await turnAway(page, paths)
  })

  it('AUTH-04, AUTH-09, AUTH-10, R-12: the placeholder token counts as none, and is cleared with a word', async () => {
    const page = await go('/theme.js', { signedIn: false })
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'bearerToken')
      localStorage.setItem('user', '{}')
    })
    await page.goto(`${site.relay.url}/nostr-stats`, { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
    await page.getByText('No authentication token found', { exact: true }).waitFor()
    await inGerman(page, 'Keine Anmeldung gefunden')
    expect([await stored(page, 'accessToken'), await stored(page, 'user')]).toEqual([null, null])
  })

  it.each([
    ['/blocked-pubkeys', ['GET /api/blocked-pubkeys', 'GET /api/status']],
    ['/404', ['GET /api/live']],
  ])('AUTH-48, AUTH-49: a 401 on %s ends the session with one word and remembers the page', async (path, calls) => {
    for (const call of calls) site.relay.answers.set(call, { status: 401, body: { error: 'Invalid or expired token' } })
    const page = await go(path)
    await page.waitForURL('**/auth/login')
    await page.getByText('Authentication failed. You have been logged out.', { exact: true }).waitFor()
    await inGerman(page, 'Die Anmeldung ist fehlgeschlagen. Sie wurden abgemeldet.')
    expect(await stored(page, 'accessToken')).toBeNull()
    expect(await remembered(page)).toBe(path)
  })

  it('AUTH-07: a sign-out in another tab ends the session here', async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const other = await site.visit?.context.newPage()
    await other?.goto(`${site.relay.url}/logout`, { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
  })
})

describe('paths', () => {
  it('ROUTE-05, R-17, R-21: /relay-stats and /relay-dashbaoard are other names; an unknown path becomes /, and Back does not return to it', async () => {
    const page = await go('/relay-stats')
    await page.waitForURL('**/nostr-stats')
    for (const path of ['/no-such', '/no/such/page', '/profile/no-such']) {
      await page.goto(site.relay.url + path)
      await page.waitForURL(`${site.relay.url}/`)
      await page.goBack()
      await page.waitForURL('**/nostr-stats')
    }
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => history.pushState({}, '', '/relay-dashbaoard'))
    await page.waitForURL(`${site.relay.url}/`)
  })

  it('R-01: the demo has no lock: its address leads to the dashboard and locks nothing', async () => {
    const page = await go('/blocked-pubkeys')
    // As served by a relay that has a demo.
    await page.route('**/gate.js', route => route.continue({ url: `${site.relay.url}/demo-gate.js` }))
    await page.evaluate(() => localStorage.setItem('accessToken', 'demo.token'))
    await page.goto(`${site.relay.url}/lock`)
    await page.waitForURL(`${site.relay.url}/`)
    expect(await stored(page, 'locked')).toBeNull()
  })

  it('roles: applies a role and name changed elsewhere, and hides what it cannot do in search, menu and shortcuts', async () => {
    const page = await go('/blocked-pubkeys')
    const auditLog = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit log' })
    await auditLog.waitFor()
    site.relay.answers.set('GET /api/account', {
      body: { user: { ...fullAccount['/api/account'].user, role: 'viewer', firstName: 'Grace' } },
    })
    site.relay.tell('changed', { what: 'account' })
    await page.getByText('Your role is now Viewer').waitFor()
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByText('Grace Lovelace').waitFor()
    expect(await auditLog.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Nostr Statistics' }).waitFor()
    expect(await page.getByRole('option', { name: 'Audit log' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.waitForURL('**/nostr-stats')
    await page.goBack()
    await page.waitForURL('**/blocked-pubkeys')
  })
})

describe('API-05: logging out', () => {
  it.each([
    [
      'AUTH-43, AUTH-45, AUTH-47',
      { status: 500, body: { error: 'no' } },
      ['Logout failed on server', 'An error occurred during logout.'],
      ['Die Abmeldung auf dem Server ist fehlgeschlagen', 'Bei der Abmeldung ist ein Fehler aufgetreten.'],
    ],
    [
      'AUTH-46, SHELL-14',
      'hang up',
      ['An error occurred during logout'],
      [
        'Bei der Abmeldung ist ein Fehler aufgetreten',
        'Der Server antwortet nicht. Bitte versuchen Sie es später noch einmal.',
      ],
    ],
    [
      'AUTH-47, SIGN-13',
      { body: { message: 'ok' } },
      ['You have been logged out. Please login again.'],
      ['Sie wurden abgemeldet. Bitte melden Sie sich erneut an.'],
    ],
  ] as const)('%s: clears the session and says how it went', async (_, answer, words, german) => {
    site.relay.answers.set('POST /logout', answer)
    const page = await go('/blocked-pubkeys')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/auth/login')
    for (const text of words) await page.getByText(text, { exact: true }).waitFor()
    await inGerman(page, ...german)
    const told = site.relay.received.filter(({ call }) => call === 'POST /logout')
    expect(new Set(told.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer token']))
    expect([await stored(page, 'accessToken'), await stored(page, 'user')]).toEqual([null, null])
  })
})

describe('the shell', () => {
  it('SHELL-10, SHELL-11, CONST-14: the sidebar is 260 px wide on a desktop, 80 on a tablet, comes when called on a phone, and stays as the user left it; a page names the document and has the focus', async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect((await page.locator('aside').boundingBox())?.width).toBe(260)
    await page.getByRole('link', { name: 'Nostr Statistics' }).click()
    await page.waitForFunction(relay => document.title === `Nostr Statistics · ${relay}`, status.name)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.goBack()
    await page.waitForURL('**/blocked-pubkeys')

    const isNarrow = () =>
      page.waitForFunction(() => document.querySelector('aside')?.getBoundingClientRect().width === 80)
    const width = async () => (await page.locator('aside').boundingBox())?.width
    await page.setViewportSize({ width: 820, height: 900 })
    await isNarrow()
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(width).toBe(260)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.locator('aside').waitFor({ state: 'detached' })
    expect(await page.getByRole('banner').boundingBox()).toMatchObject({ x: 0, width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(260)
    await page.getByRole('dialog').getByRole('link', { name: 'Nostr Statistics' }).click()
    await page.waitForURL('**/nostr-stats')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.reload()
    await isNarrow()
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(width).toBe(260)
  })

  it('SHELL-15, SHELL-16: follows the theme of the system until one is chosen, which survives a reload; the bars of the browser go along', async () => {
    const page = await go('/blocked-pubkeys')
    const shown = () =>
      page.evaluate(() => {
        const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content
        const root = document.documentElement
        return [root.dataset.theme, bar === getComputedStyle(root).getPropertyValue('--surface')]
      })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await shown()).toEqual(['light', true])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(shown).toEqual(['dark', true])
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await shown()).toEqual(['dark', true])
    await page.getByRole('button', { name: 'Switch to light' }).click()
    expect(await shown()).toEqual(['light', true])
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await shown()).toEqual(['light', true])

    await page.getByRole('button', { name: 'Night mode: off' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Start, hour').fill('22')
    await panel.getByLabel('End, hour').fill('6')
    await panel.getByRole('switch').click()
    await page.reload()
    await page.getByRole('button', { name: 'Night mode: on' }).click()
    const hours = () => panel.getByRole('slider').evaluateAll(all => all.map(one => (one as HTMLInputElement).value))
    await expect.poll(hours).toEqual(['22', '6'])
  })

  it("SHELL-23, SHELL-31, CONST-20: shows the relay's live state, toggles fullscreen, and changes the language in place", async () => {
    const { page } = await site.begin()
    await page.addInitScript(preferGerman)
    await page.goto(`${site.relay.url}/blocked-pubkeys`)
    await page.getByText('3 connections').waitFor()
    await page.getByText('Public access open').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Fullscreen' }).click()
    await page.waitForFunction(() => document.fullscreenElement === document.documentElement)
    await page.getByRole('button', { name: 'Leave fullscreen' }).click()
    await page.waitForFunction(() => document.fullscreenElement === null)
    await page.getByRole('button', { name: 'Profile menu' }).click()
    const languages = page.getByRole('group', { name: 'Language' }).getByRole('menuitemradio')
    await expect.poll(async () => (await languages.allInnerTexts()).sort()).toEqual(['Deutsch', 'English'])
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('link', { name: 'Nostr-Statistik' }).waitFor()
    expect([await stored(page, 'lng'), await page.getAttribute('html', 'lang')]).toEqual(['de', 'de'])
    await page.reload()
    await page.getByRole('link', { name: 'Nostr-Statistik' }).waitFor()
  })

  it('shows that the relay is silent until it answers, survives a page that cannot be fetched, and opens it when the relay answers again', async () => {
    site.relay.answers.set('GET /api/live', 'hang up')
    const page = await go('/blocked-pubkeys', { firstVisit: true })
    await page.getByText('The relay is not responding. The console keeps trying.').waitFor()
    site.relay.answers.delete('GET /api/live')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await site.visit?.context.setOffline(true)
    await page.getByRole('link', { name: 'Nostr Statistics' }).click()
    await page.getByRole('alert').getByText('You are offline and this page is not cached').waitFor()
    await page.getByRole('link', { name: 'Relay settings' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await site.visit?.context.setOffline(false)
    await page.getByRole('heading', { name: 'Nostr Statistics', level: 1 }).waitFor()
  })
})

describe('night mode', () => {
  it('SHELL-18, SHELL-21, SHELL-22, R-29: refuses 25, takes 24 as 0, and keeps what is set', async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('button', { name: 'Night mode: off' }).click()
    const panel = page.getByRole('dialog')
    const hours = () => panel.getByRole('slider').evaluateAll(all => all.map(one => (one as HTMLInputElement).value))
    await expect.poll(hours).toEqual(['20', '8'])
    for (const name of ['End', 'Start']) {
      const hour = panel.getByLabel(`${name}, hour`)
      for (const wrong of ['25', '-1', '7.5', 'x', '']) {
        await hour.fill(wrong)
        await panel.getByRole('alert').getByText('Please enter a whole hour from 0 to 24').waitFor()
      }
      await hour.fill('24')
      await panel.getByRole('alert').waitFor({ state: 'hidden' })
      const slider = panel.getByRole('slider', { name })
      expect(await slider.inputValue()).toBe('0')
      const steps = 'End 23, ArrowLeft 22, ArrowRight 23, ArrowRight 23, Home 0, ArrowLeft 0, ArrowRight 1, Home 0'
      for (const [key = '', value] of steps.split(', ').map(step => step.split(' '))) {
        await slider.press(key)
        expect(await slider.inputValue()).toBe(value)
      }
    }
    await panel.getByRole('slider', { name: 'End' }).press('End')
    await panel.getByRole('switch').click()
    const kept = () => page.evaluate(() => [localStorage.getItem('nightMode'), localStorage.getItem('nightTime')])
    expect(await kept()).toEqual(['true', '[0,82800000]'])
    await panel.getByRole('switch').click()
    expect(await kept()).toEqual(['false', '[0,82800000]'])
    await panel.getByRole('switch').click()
    await page.reload()
    await page.getByRole('button', { name: 'Night mode: on' }).waitFor()
    expect(await kept()).toEqual(['true', '[0,82800000]'])
  })

  it('SHELL-14, SHELL-17, SHELL-20, R-30: shows the theme of the hour in the phone menu immediately and when it changes, in all tabs', async () => {
    const open = await site.begin({ width: 390 })
    const { page, context } = open
    // Ten minutes before a boundary, since an hour of idling signs the user out.
    await context.clock.install({ time: new Date(2026, 4, 1, 21, 50) })
    await context.addInitScript(() => localStorage.setItem('nightTime', '[72000000,79200000]'))
    await page.goto(`${site.relay.url}/blocked-pubkeys`)
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Night mode: off' }).click()
    await page.getByRole('dialog').getByRole('switch').click()
    expect(await theme(page)).toBe('dark')
    await page.keyboard.press('Escape')

    const other = await context.newPage()
    await other.goto(`${site.relay.url}/blocked-pubkeys`)
    await other.getByRole('heading', { level: 1 }).waitFor()
    expect(await theme(other)).toBe('dark')
    await page.clock.runFor('10:01')
    expect(await theme(page)).toBe('light')

    await other.getByRole('button', { name: 'Switch to dark' }).click()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.clock.runFor('05:00')
    expect([await theme(page), await page.evaluate(() => localStorage.getItem('nightMode'))]).toEqual(['dark', 'false'])
  })
})
