import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { goWithin, untilAtRest } from '../support/rest.ts'
import { routes } from '../support/routes.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { status } from '../support/stubs/stub-relay.ts'
import { chooseGerman, type Visit, type VisitOptions } from '../support/visitor.ts'

const site = openConsole(
  relay => {
    playState(relay, 'full')
  },
  { signedIn: true },
)

async function go(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await site.go(path, options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
type Page = Visit['page']

const breakpoints = [320, 360, 568, 768, 992, 1280, 1920, 2560, 3840]
const pages = [
  ['/', 'Relay dashboard'],
  ['/relay-settings', 'Relay settings'],
  ['/settings', 'Advanced Settings'],
  ['/settings/general', 'Advanced Settings'],
  ['/blocked-pubkeys', 'Access control'],
  ['/nostr-stats', 'Nostr Statistics'],
] as const

/** Their lists are wide, so a phone and the widths at which the sidebar takes its place matter. */
const lists = [
  routes.MediaPage,
  routes.SubscribersPage,
  routes.EarningsPage,
  routes.PaymentsPage,
  routes.NotificationsPage,
  routes.PaymentNotificationsPage,
  routes.ReportNotificationsPage,
  routes.HealthNotificationsPage,
  routes.AuditPage,
]

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const expected = width < 768 ? 0 : width < 1280 ? 80 : 260
  await page.waitForFunction(
    wanted => (document.querySelector('aside')?.getBoundingClientRect().width ?? 0) === wanted,
    expected,
  )
}

/** Elements beyond the right edge of the screen that no scroll container holds. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll', 'hidden'].includes(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
    const found = [...document.querySelectorAll('#root *')].filter(element => {
      const { right, width } = element.getBoundingClientRect()
      return width > 0 && right > innerWidth + 1 && !isScrolled(element.parentElement)
    })
    const whole = document.documentElement.scrollWidth - innerWidth
    return [...(whole > 0 ? [`${whole} px too wide`] : []), ...found.map(element => element.outerHTML.slice(0, 120))]
  })

describe('at every breakpoint', () => {
  it('SHELL-33, CONST-13, R-25: no page scrolls sideways or is cut off, and the sidebar has its width', {
    timeout: 60_000,
  }, async () => {
    const page = await go('/404', { width: breakpoints[0] })
    const mistakes: string[] = []
    for (const [at, [path, title]] of pages.entries()) {
      await goWithin(page, path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      // All pages share one layout, and e2e/console/widths.test.ts checks each of them.
      const widths = at === 0 || process.env.THOROUGH ? breakpoints : [320, 768, 1280, 3840]
      for (const width of widths) {
        await resize(page, width)
        mistakes.push(...(await cutOff(page)).map(mistake => `${path} at ${width}: ${mistake}`))
        if (width === 2560) expect((await page.locator('main').boundingBox())?.width).toBe(2560 - 260)
      }
      // On a 4K screen the page uses the full width.
      expect((await page.locator('main').boundingBox())?.width).toBe(3840 - 260)
    }
    expect(mistakes).toEqual([])
    const steps = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .flatMap(text => [...text.matchAll(/(?:min-width:|width >=) ?(\d+)px/g)].map(([, px]) => Number(px))),
    )
    expect(steps).toEqual(expect.arrayContaining(breakpoints.slice(0, -1)))

    // The last widths of a phone and of a tablet.
    for (const width of [767, 1279]) await resize(page, width)
  })

  it('SHELL-01, SHELL-11: the header stays while a phone or a tablet scrolls, and the sidebar can be expanded and collapsed', async () => {
    const page = await go('/nostr-stats', { width: 820 })
    await untilAtRest(page)
    for (const width of [390, 820]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo(0, 600))
      await page.waitForFunction(() => scrollY > 300)
      expect((await page.locator('header').first().boundingBox())?.y).toBe(0)
    }
    expect((await page.locator('aside').boundingBox())?.y).toBe(0)
    // Nothing of the page covers it, wherever the page has scrolled to.
    const over = await page.evaluate(() => {
      const found: string[] = []
      for (let at = 0; at < document.documentElement.scrollHeight; at += 40) {
        scrollTo(0, at)
        const top = document.elementFromPoint(innerWidth / 2, 28)
        if (!document.querySelector('header')?.contains(top)) found.push(`${at}: ${top?.outerHTML.slice(0, 120)}`)
      }
      return found
    })
    expect(over).toEqual([])
    const width = async () => (await page.locator('aside').boundingBox())?.width
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(width).toBe(260)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(width).toBe(80)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(width).toBe(260)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(width).toBe(80)
  })

  it('no list is cut off or makes its page scroll sideways', async () => {
    const page = await go(routes.NotFoundPage, { width: 320 })
    const mistakes: string[] = []
    for (const path of lists) {
      await goWithin(page, path)
      for (const width of [320, 768, 1280]) {
        await resize(page, width)
        mistakes.push(...(await cutOff(page)).map(mistake => `${path} at ${width}: ${mistake}`))
      }
    }
    expect(mistakes).toEqual([])
  })

  it('shows tabs in one line on a phone, with the open one in view', async () => {
    const page = await go(`${routes.BlockedPubkeysPage}?list=changes`, { width: 390 })
    const list = page.getByRole('tablist')
    const open = page.getByRole('tab', { name: 'Changes', selected: true })
    const right = async () => ((await open.boundingBox())?.x ?? 0) + ((await open.boundingBox())?.width ?? 0)
    await expect.poll(right).toBeLessThanOrEqual(390 - 24)
    const tabs = await list.getByRole('tab').all()
    const tops = new Set(await Promise.all(tabs.map(async tab => (await tab.boundingBox())?.y)))
    expect(tabs.length).toBeGreaterThan(8)
    expect(tops.size).toBe(1)
  })

  it('prints black on white without the shell, and without cutting anything', async () => {
    const page = await go('/nostr-stats', { dark: true })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const looks = await page.evaluate(() => ({
      shown: ['aside', 'header'].filter(name => document.querySelector(name)?.checkVisibility()),
      ink: getComputedStyle(document.body).color,
      ground: getComputedStyle(document.documentElement).backgroundColor,
      hidden: [...document.querySelectorAll('main section')].filter(
        section => getComputedStyle(section).overflow !== 'visible',
      ).length,
    }))
    expect(looks).toEqual({ shown: [], ink: 'rgb(0, 0, 0)', ground: 'rgb(255, 255, 255)', hidden: 0 })
  })

  it('prints the name of the relay and the time of printing above a page, and no search', async () => {
    const { page } = await site.begin()
    // Early in a minute, since only minutes are shown.
    await page.clock.install({ time: '2026-11-25T12:00:05Z' })
    await page.goto(`${site.relay.url}/logs`)
    const [name, search] = [
      page.getByRole('main').getByText(status.name ?? ''),
      page.getByRole('searchbox', { name: 'Filter' }),
    ]
    await search.waitFor()
    expect(await name.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await name.waitFor()
    expect(await search.isVisible()).toBe(false)
    const at = page.locator('main time').first()
    const before = await at.innerText()
    await page.clock.fastForward('05:00')
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const minutes = (text: string) => Date.parse(text) / 60_000
    expect(minutes(await at.innerText()) - minutes(before)).toBe(5)
  })
})

describe('the shell', () => {
  it('SHELL-02: shows the brand beside the name of the relay', async () => {
    const page = await go('/404')
    const sider = page.getByRole('complementary')
    await sider.getByText('Hive on paper').waitFor()
    const brand = sider.getByRole('link').first()
    expect((await brand.innerText()).replace(/\s+/g, ' ')).toBe('H.O.R.N.E.T.S Nostr Relay')
    // Not only for screen readers.
    for (const text of ['H.O.R.N.E.T.S', 'Nostr Relay'])
      expect((await brand.getByText(text, { exact: true }).boundingBox())?.width).toBeGreaterThan(60)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const onPhone = page.getByRole('dialog').getByRole('link').first()
    await expect.poll(async () => (await onPhone.innerText()).split(/\s+/).join(' ')).toBe('H.O.R.N.E.T.S Nostr Relay')
  })

  it("SHELL-08, SHELL-09, SHELL-12: shows the brand, the pages in order, and the header's controls", async () => {
    const page = await go('/blocked-pubkeys')
    const items = (within = 'aside') =>
      page
        .locator(`${within} nav a`)
        .evaluateAll(links => links.map(link => `${link.textContent} ${link.getAttribute('href')}`).join(', '))
    const specified =
      'Relay dashboard /, Relay settings /relay-settings, Advanced Settings /settings, Access control /blocked-pubkeys, Nostr Statistics /nostr-stats'
    const grouped =
      'Moderation /moderation, People /people, Events /events, Refusals /refusals, Media /media-manager, Subscribers /subscribers, Earnings /earnings, Health /health, Clients /clients, Logs /logs, Alerts /alerts, Backup /backup, Settings history /settings-history, Secrets /secrets, Audit log /audit-log'
    const onDesktop = `${specified}, ${grouped}`
    const belowDesktop = onDesktop.replace('/, ', '/, Wallet /wallet, ')
    expect(await items()).toBe(onDesktop)
    expect(await page.locator('aside nav > ul:first-child + hr').count()).toBe(1)
    expect(await page.locator('aside nav p').allInnerTexts()).toEqual(['Moderation', 'Media', 'Money', 'Operation'])
    const controls = [
      'Install app',
      'Fullscreen',
      'Switch to dark',
      'Night mode: off',
      'Notifications',
      'Search',
      'Where to search',
      'Profile menu',
    ]
    const named = page.locator('header').first().locator('button, a')
    const held = async () => {
      const names = await named.evaluateAll(all =>
        all
          .filter(one => one.checkVisibility())
          .map(one => one.getAttribute('aria-label') ?? one.textContent.replace('Ctrl K', '').trim()),
      )
      return names.map(name => name.replace(/, \d+ unread$/, '')).filter(name => controls.includes(name))
    }
    await expect.poll(held).toEqual(controls.slice(1))
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    await expect.poll(held).toEqual(controls)
    await page.setViewportSize({ width: 1279, height: 900 })
    await page.locator('aside a[href="/wallet"]').waitFor()
    expect(await items()).toBe(belowDesktop)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(() => items()).toBe(onDesktop)
    await page.setViewportSize({ width: 820, height: 900 })
    await expect.poll(held).toEqual(controls.filter(name => name !== 'Where to search'))
    await page.setViewportSize({ width: 390, height: 900 })
    await expect.poll(held).toEqual(['Install app', 'Switch to dark', 'Notifications', 'Search', 'Profile menu'])
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Wallet', exact: true }).waitFor()
    expect(await items('[role=dialog]')).toBe(belowDesktop)
  })
})

describe('when something is wrong', () => {
  it('ROUTE-10, ROUTE-16, ROUTE-17, R-22: /apps/feed leads home, and Back does not return to it; pages outside the menu need a session as well', {
    timeout: 60_000,
  }, async () => {
    const page = await go('/nostr-stats')
    await page.evaluate(() => history.pushState({}, '', '/apps/feed'))
    await page.waitForURL(`${site.relay.url}/`)
    await page.goBack()
    await page.waitForURL('**/nostr-stats**')
    for (const path of ['/relay-stats', '/404', '/server-error']) {
      const leaving = await go('/nostr-stats')
      await untilAtRest(leaving)
      await leaving.evaluate(to => {
        localStorage.clear()
        history.pushState({}, '', to)
      }, path)
      await leaving.waitForURL('**/auth/login')
      await leaving.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      // No page was drawn whose calls led here.
      expect(await leaving.getByText('No authentication token found').count()).toBe(0)
    }
  })

  it('I18N-02, I18N-03: choosing a language in the profile menu changes the menu and the open page, and the choice is stored for the next load', async () => {
    const page = await go('/settings')
    await page.getByRole('button', { name: /^General Ports/ }).waitFor()
    await chooseGerman(page)
    await page.getByRole('heading', { level: 1, name: 'Erweiterte Einstellungen' }).waitFor()
    await page.getByRole('button', { name: /^Allgemein Ports, Identität/ }).waitFor()
    const kept = () => page.evaluate(() => [localStorage.getItem('lng'), document.documentElement.lang])
    expect(await kept()).toEqual(['de', 'de'])
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Erweiterte Einstellungen' }).waitFor()
    expect(await kept()).toEqual(['de', 'de'])
  })

  it('HOUSE-05, R-78: shows maintenance instead of every page until it ends', async () => {
    const moving = { ...status, maintenance: true, maintenanceReason: 'Moving <b>the media</b>' }
    site.relay.answers.set('GET /api/status', { body: moving })
    const page = await go('/blocked-pubkeys')
    site.relay.tell('status', moving)
    await page.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor()
    await page.getByText('Moving <b>the media</b>').waitFor()
    for (const { path, name } of [
      { path: '/', name: 'Relay dashboard' },
      { path: '/settings', name: 'Advanced Settings' },
      { path: '/health', name: 'Health' },
      { path: '/nostr-stats', name: 'Nostr Statistics' },
    ]) {
      await page.locator('aside nav').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`${site.relay.url}${path}**`)
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Maintenance'])
    }
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wartung', exact: true }).waitFor()
    site.relay.tell('status', status)
    await page.getByRole('heading', { level: 1, name: 'Nostr-Statistik' }).waitFor()
    // By the status alone, while no live stream says anything.
    site.relay.answers.set('GET /api/live', { status: 503, body: { error: 'Away', code: 'unavailable' } })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Wartung', exact: true }).waitFor()
  })

  it('ERR-06, R-77, R-90: a page that fails leaves the shell alive and can be tried again', async () => {
    const page = await go('/blocked-pubkeys')
    const chunk = await chunkWith(/\bas NostrStatisticsPage\b/)
    // Fails while the switch is on, renders when it is off.
    await page.evaluate(() => Object.assign(window, { failing: true }))
    await page.route(`**/${chunk}`, route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function NostrStatisticsPage() { if (window.failing) throw new Error("broken"); return "Whole again" }',
      }),
    )
    await page.getByRole('link', { name: 'Nostr Statistics' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('An error has occurred', { exact: true }).waitFor()
    await chooseGerman(page)
    await alert.getByText('Ein Fehler ist aufgetreten', { exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { failing: false }))
    await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
    await page.getByText('Whole again').waitFor()
  })

  it('ERR-06: a page whose files an update has taken away says so, and trying again loads the new version', async () => {
    const page = await go('/blocked-pubkeys')
    const chunk = await chunkWith(/\bas NostrStatisticsPage\b/)
    await page.route(`**/${chunk}`, route => route.fulfill({ status: 404 }), { times: 1 })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('link', { name: 'Nostr Statistics' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('An error has occurred', { exact: true }).waitFor()
    await alert.getByText('it has been updated').waitFor()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nostr Statistics' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false)
  })
})

it('SHELL-32: a page that takes long shows six rings, 8em across, in a cycle of 4 s', async () => {
  const page = await go('/blocked-pubkeys')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const release = Promise.withResolvers<void>()
  await page.route(`**/${await chunkWith(/\bas NostrStatisticsPage\b/)}`, async route => {
    await release.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Nostr Statistics' }).click()
  const rings = page.locator('.rings')
  await rings.waitFor()
  const looks = await rings.evaluate(box => ({
    count: box.children.length,
    width: Number.parseFloat(getComputedStyle(box).width) / Number.parseFloat(getComputedStyle(box).fontSize),
    // A ring that names keyframes which do not exist has no animation.
    cycles: [...box.children].flatMap(ring =>
      ring.getAnimations().map(({ effect }) => [effect?.getTiming().duration, effect?.getTiming().iterations]),
    ),
  }))
  release.resolve()
  expect(looks).toEqual({ count: 6, width: 8, cycles: Array(6).fill([4000, Infinity]) })
  await page.getByRole('heading', { level: 1, name: 'Nostr Statistics' }).waitFor()
})

async function chunkWith(exported: RegExp): Promise<string> {
  const files = (await readdir(join(site.folder, 'assets'))).filter(file => file.endsWith('.js'))
  const texts = await Promise.all(files.map(file => readFile(join(site.folder, 'assets', file), 'utf8')))
  const found = files.filter((_, at) => exported.test(texts[at] ?? ''))
  expect(found).toHaveLength(1)
  return `assets/${found[0]}`
}
