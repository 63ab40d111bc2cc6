import { readFileSync } from 'node:fs'
import type { RunOptions } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../dev/browser.ts'
import { colourRules, findViolations, withoutColours } from './support/axe.ts'
import { type BuiltConsole, buildConsole } from './support/build-console.ts'
import { readingFaults, readingOrder } from './support/reading-order.ts'
import { goWithin, untilAtRest } from './support/rest.ts'
import { authRoutes, phoneRoutes, routes, subpages } from './support/routes.ts'
import { playState, type RelayState } from './support/stubs/relay-states.ts'
import { type StubRelay, startStubRelay } from './support/stubs/stub-relay.ts'
import { visit } from './support/visitor.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const states = ['full', 'empty', 'error', 'loading'] as const
type State = (typeof states)[number]
const relayStates: Readonly<Record<State, RelayState>> = {
  full: 'full',
  empty: 'empty',
  error: 'failing',
  loading: 'full',
}

const below: readonly string[] = Object.values(subpages)

/** Pages without data look the same in every state. */
const dataless: readonly string[] = [
  routes.NotFoundPage,
  routes.ServerErrorPage,
  routes.ClientErrorPage,
  routes.MaintenancePage,
]

type Size = keyof typeof sizes
const isThorough = Boolean(process.env.THOROUGH)
const languages = { en: 'English', de: 'Deutsch' } as const
type Language = keyof typeof languages

let built: BuiltConsole
let browser: Browser
const relays = new Map<State, StubRelay>()
const found = new Map<string, string[]>()

beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
  for (const state of states) {
    const relay = await startStubRelay(built.folder)
    playState(relay, relayStates[state])
    relays.set(state, relay)
  }
})
afterAll(async () => {
  await browser?.close()
  for (const relay of relays.values()) await relay.stop()
  await built?.remove()
})

it('every page of the table of pages is looked at', () => {
  const known = Object.entries(routes).flatMap(([name, path]) => (name.includes(' ') ? [] : [path]))
  const tables = ['../src/app/pages.ts', '../src/features/profile/profile-pages.ts']
  const all = tables.flatMap(table =>
    [...readFileSync(new URL(table, import.meta.url), 'utf8').matchAll(/^ +path: '([^']+)'/gm)].map(([, path]) => path),
  )
  expect(known.sort()).toEqual(all.sort())
})

function note(where: string, violations: string[]): void {
  // React's generated ids differ from page to page.
  for (const violation of violations.map(text => text.replace(/_r_\w+_/g, '_r_…_'))) {
    found.set(violation, [...(found.get(violation) ?? []), where])
  }
}

/** On a phone also WCAG 2.5.8, which axe leaves out unless asked: 24 px for each target, or as much room around it. */
const allRules = (page: Page): { rules?: RunOptions['rules'] } =>
  page.viewportSize()?.width === sizes.phone.width ? { rules: { 'target-size': { enabled: true } } } : {}

/** Light theme: every rule; dark: those that colours can break; German: all others. `dark`: the part. */
async function look(page: Page, language: Language, where: string, dark = ':root'): Promise<void> {
  if (language === 'de') return note(where, await findViolations(page, withoutColours))
  note(`${where}, light`, await findViolations(page, allRules(page)))
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }))
  note(`${where}, dark`, await findViolations(page, { runOnly: colourRules }, dark))
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light' }))
}

/**
 * Ordinary runs look once: light on a desktop, dark on a phone. The shell, which has the same colours on every page,
 * shows them on the dashboard. `colours`: whether they are looked at.
 */
async function lookOnce(page: Page, where: string, { isDark = false, colours = true } = {}): Promise<void> {
  const within = new URL(page.url()).pathname === routes.Dashboard ? ':root' : 'main'
  const { rules } = withoutColours
  note(where, await findViolations(page, { rules: { ...rules, ...allRules(page).rules } }))
  if (!colours) return
  if (isDark) await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }))
  note(`${where}, ${isDark ? 'dark' : 'light'}`, await findViolations(page, { runOnly: colourRules }, within))
  if (isDark) await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light' }))
}

/** All pages in one state. Loading a console costs more than changing its size or language. */
async function walk(state: State): Promise<void> {
  const relay = relays.get(state) as StubRelay
  const { page, context, complaints } = await visit(browser, { signedIn: true })
  // A page that fails shows an error, which may well be accessible.
  page.on('console', message => {
    const isFailure = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
    if (isFailure) note(new URL(page.url()).pathname, [message.text().split('\n')[0] ?? ''])
  })
  // Never answered, and not held by the server: six silent calls would use up the connections that the pages need.
  if (state === 'loading') await context.route(/\/(api\/(?!live|status)|wallet\/)/, () => {})
  await page.goto(`${relay.url}/404`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const pages: readonly string[] = Object.values(routes)
  const all = state === 'full' ? [...pages, ...below] : pages.filter(path => !dataless.includes(path))
  // What stands in for data is the same few components on all pages: an ordinary run sees it on every fourth one.
  const quarters = { full: null, empty: null, error: 0, loading: 2 }
  const paths = all.filter((_, at) => isThorough || quarters[state] === null || at % 4 === quarters[state])
  const rest = { mayLoad: state === 'loading' }
  let size: Size = 'desktop'
  // Other states are checked in English only: their layout does not depend on the language.
  for (const language of state === 'full' ? (['en', 'de'] as const) : (['en'] as const)) {
    await speak(page, language)
    for (const path of paths) {
      if (!isThorough && isSkipped(path, language)) continue
      // One resize per page. A phone has the least room for skeletons and messages; thorough runs take each with each.
      const both: readonly Size[] = size === 'phone' ? ['phone', 'desktop'] : ['desktop', 'phone']
      const isOnePhone = phoneRoutes.includes(path) || (!isThorough && (state !== 'full' || language === 'de'))
      const shown: readonly Size[] = isOnePhone ? ['phone'] : both
      for (const next of shown) {
        const where = `${path} ${state}, ${language}, ${next}`
        if (next !== size) await page.setViewportSize(sizes[next])
        size = next
        const asked = new URL(page.url()).pathname === path ? untilAtRest(page, rest) : goWithin(page, path, rest)
        await asked.catch(() => note(where, ['the page does not come to rest']))
        const within = path === routes.Dashboard ? ':root' : 'main'
        // The colours of what stands in for data are those of errors and skeletons.
        const isDark = state === 'full' ? next === 'phone' : state === 'error'
        if (!isThorough) await lookOnce(page, where, { isDark, colours: state !== 'empty' && language === 'en' })
        else await look(page, language, where, within)
        if (state === 'full' && language === 'en' && next === 'desktop')
          note(where, readingFaults(await readingOrder(page)))
      }
    }
  }
  expect(complaints).toEqual([])
  await context.close()
}

/** In an ordinary run: of subpages every second one, in German every fourth page and no subpage. */
function isSkipped(path: string, language: Language): boolean {
  if (below.includes(path)) return language === 'de' || below.indexOf(path) % 2 === 1
  return language === 'de' && Object.values<string>(routes).indexOf(path) % 4 !== 1
}

async function speak(page: Page, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.getByRole('menuitemradio', { name: languages[language] }).click()
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Each violation with its first places and their number. */
function report(): string[] {
  const lines = [...found].map(
    ([violation, places]) =>
      `${violation}\n    ${places.length} times: ${places.slice(0, 8).join('; ')}${places.length > 8 ? '; …' : ''}`,
  )
  found.clear()
  return lines
}

it('axe finds nothing on any page in any state and size, in both languages and both themes, nor targets too small for a thumb; a screen reader meets the way around first, then one heading of the page, then its parts without a jump', {
  timeout: 300_000,
}, async () => {
  await Promise.all(states.map(walk))
  expect(report()).toEqual([])
  // An unanswered call would show an error instead of the full page.
  expect([...new Set([...relays.values()].flatMap(({ unknown }) => unknown))]).toEqual([])
})

it('axe finds nothing on the error shown for a page that could not be fetched', async () => {
  const { page, context } = await visit(browser, { signedIn: true })
  await page.goto(`${relays.get('full')?.url}/404`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.evaluate(() => history.pushState({}, '', '/nostr-stats'))
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await look(page, 'en', 'a page that cannot be fetched')
  expect(report()).toEqual([])
  await context.close()
})

it('axe finds nothing on any screen of the sign-in', { timeout: 60_000 }, async () => {
  const relay = relays.get('full') as StubRelay
  for (const language of ['en', 'de'] as const) {
    const { page, context } = await visit(browser)
    await context.addInitScript(code => localStorage.setItem('lng', code), language)
    for (const path of authRoutes) {
      await page.goto(relay.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const size of ['desktop', 'phone'] as const) {
        if (!isThorough && (language === 'de') !== (size === 'phone')) continue
        await page.setViewportSize(sizes[size])
        if (isThorough) await look(page, language, `${path}, ${language}, ${size}`)
        else await lookOnce(page, `${path}, ${language}, ${size}`, { isDark: size === 'phone' })
      }
    }
    await context.close()
  }
  expect(report()).toEqual([])
})
