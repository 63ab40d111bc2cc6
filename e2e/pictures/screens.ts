import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildConsole, buildGallery } from '../../apps/console/test/support/build-console.ts'
import { goWithin } from '../../apps/console/test/support/rest.ts'
import { phoneRoutes, routes } from '../../apps/console/test/support/routes.ts'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { startStubRelay } from '../../apps/console/test/support/stubs/stub-relay.ts'
import { user } from '../../apps/console/test/support/visitor.ts'
import { sizes, themes } from '../support/pages.ts'

export interface Picture {
  readonly name: string
  readonly png: Buffer
}

/** Covers both languages without doubling the pictures. */
const languages = { light: 'en', dark: 'de' } as const
/** Constant data at a fixed time. */
const now = new Date('2026-08-31T12:00:00Z')

/** Leaves out pages that look alike, and those in the machine's own fonts. */
const pictured = {
  dashboard: routes.Dashboard,
  wallet: routes.Wallet,
  'relay-settings': routes.RelaySettingsPage,
  settings: routes['SettingsPage with a group'],
  'blocked-pubkeys': routes.BlockedPubkeysPage,
  'nostr-stats': routes.NostrStatisticsPage,
  'audit-log': routes.AuditPage,
  'media-manager': routes.MediaPage,
  security: routes.SecurityPage,
} as const

/** Its grid has a number of cards in a row for each size, and draws only what is in view. */
const gridPage = routes.MediaPage

/** Thorough: each theme in each size; otherwise light on larger screens and dark on a phone. */
export async function* takePictures(browser: Browser, isThorough: boolean): AsyncGenerator<Picture> {
  yield* ofGallery(browser)
  const built = await buildConsole()
  const relay = await startStubRelay(built.folder)
  playState(relay, 'busy')
  try {
    for (const theme of themes)
      for (const size of ['desktop', 'tablet', 'phone'] as const) {
        if (!isThorough && (theme === 'dark') !== (size === 'phone')) continue
        const context = await stillContext(browser, theme, sizes[size])
        await context.addInitScript(person => {
          localStorage.setItem('accessToken', 'token')
          localStorage.setItem('user', person)
        }, JSON.stringify(user))
        const page = await context.newPage()
        await page.goto(`${relay.url}${routes.NotFoundPage}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        // It comes once the page is at rest, and stands on all of them.
        await page.getByRole('button', { name: /^(Notifications|Benachrichtigungen)/ }).waitFor()
        for (const [name, path] of Object.entries(pictured)) {
          if (size === 'desktop' && phoneRoutes.includes(path)) continue
          if (size === 'tablet' && path !== gridPage) continue
          await goWithin(page, path, { quietMs: 200 })
          yield { name: `${name}-${theme}-${size}`, png: await shoot(page, path !== gridPage) }
        }
        await context.close()
      }
  } finally {
    await relay.stop()
    await built.remove()
  }
}

async function* ofGallery(browser: Browser): AsyncGenerator<Picture> {
  const built = await buildGallery()
  const relay = await startStubRelay(built.folder)
  try {
    for (const theme of themes) {
      const context = await stillContext(browser, theme, { width: 1280, height: 900 })
      const page = await context.newPage()
      await page.goto(`${relay.url}/gallery/index.html`)
      await page.getByRole('region', { name: 'ChartCard' }).getByRole('slider').waitFor()
      await forceStates(page)
      yield { name: `gallery-${theme}`, png: await shoot(page) }
      await context.close()
    }
  } finally {
    await relay.stop()
    await built.remove()
  }
}

async function stillContext(
  browser: Browser,
  theme: (typeof themes)[number],
  viewport: { readonly width: number; readonly height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    // An image of something that moves is another one each time.
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  await context.clock.setFixedTime(now)
  await context.addInitScript(code => localStorage.setItem('lng', code), languages[theme])
  return context
}

/** Forces hover and focus, which no markup can request, on the first control of each place that names them. */
async function forceStates(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const forced = { hover: ['hover'], 'focus-visible': ['focus', 'focus-visible'] }
  for (const [state, forcedPseudoClasses] of Object.entries(forced)) {
    const selector = `[data-force="${state}"]`
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
    for (const nodeId of nodeIds) {
      const control = await session.send('DOM.querySelector', {
        nodeId,
        selector: ':is(button, input:not([aria-hidden]), textarea, [role=switch], [role=checkbox])',
      })
      await session.send('CSS.forcePseudoState', { nodeId: control.nodeId, forcedPseudoClasses })
    }
  }
}

async function shoot(page: Page, fullPage = true): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready
    scrollTo(0, 0)
  })
  return page.screenshot({ fullPage, animations: 'disabled' })
}
