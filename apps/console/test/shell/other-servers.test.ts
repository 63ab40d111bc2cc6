import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../../dev/browser.ts'
import { type BuiltConsole, buildConsole } from '../support/build-console.ts'
import { goWithin } from '../support/rest.ts'
import { phoneRoutes, routes } from '../support/routes.ts'
import { type Recorded, startDouble } from '../support/stubs/family-double.ts'
import { chooseGerman, visit } from '../support/visitor.ts'

const probes: readonly string[] = ['GET /api/relay/count']

let built: BuiltConsole
let browser: Browser
beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await built?.remove()
})

/** An extension with the key that signed in when the server was recorded. */
async function signIn(page: Page, url: string, pubkey: string): Promise<void> {
  await page.addInitScript(pubkey => {
    const signEvent = async (event: object) => ({ ...event, pubkey, id: 'b'.repeat(64), sig: 'c'.repeat(128) })
    Object.assign(window, { nostr: { getPublicKey: async () => pubkey, signEvent } })
  }, pubkey)
  await page.goto(`${url}/auth/login`)
  await page.getByText('Your key').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Correct1horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Relay dashboard' }).waitFor()
}

const complaintsOf = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('[role=alert], h2, p, li, span')].map(node => node.textContent ?? '')
    const bad =
      /offline|not responding|relay does not answer|An error occurred|does not offer|Not found|could not be (refreshed|checked)|cannot be/i
    return [...new Set(texts.filter(text => bad.test(text) && text.length < 200))]
  })

/** Pages of errors, and those that a desktop shows on another page. */
const notLookedAt: readonly string[] = [
  ...phoneRoutes,
  routes.NotFoundPage,
  routes.ServerErrorPage,
  routes.ClientErrorPage,
  routes.MaintenancePage,
]

it.each<Recorded>(['2025-05', '2026-04'])(
  'shows every page on a server of %s without an error (FAMILY-02, FAMILY-03, FAMILY-08)',
  async server => {
    const double = await startDouble(server, built.folder)
    const { page, context, complaints } = await visit(browser)
    await signIn(page, double.url, double.pubkey)
    const found: Record<string, unknown> = {}
    for (const path of Object.values(routes).filter(path => !notLookedAt.includes(path))) {
      const before = double.unknown.length
      await goWithin(page, path, { quietMs: 30 }).catch(error => {
        found[`${path} at rest`] = String(error).slice(0, 200)
      })
      const bad = await complaintsOf(page)
      const unknown = double.unknown.slice(before).filter(call => !probes.includes(call))
      if (bad.length + unknown.length > 0) found[path] = [...bad, ...unknown]
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${server}${path.replaceAll('/', '_')}.png` })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/', routes.Wallet, routes.RelaySettingsPage]) {
      await goWithin(page, path, { quietMs: 30 })
      const bad = await complaintsOf(page)
      if (bad.length > 0) found[`${path} on a phone`] = bad
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${server}-390${path.replaceAll('/', '_')}.png` })
    }
    await page.getByText(/^Updated [1-9]\d* seconds? ago$/).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await goWithin(page, '/')
    await page.getByText(/^Updated [1-9]\d* seconds? ago$/).waitFor()
    await page.getByText('The relay does not say what the wallet holds').waitFor()
    expect(await page.getByText('Unknown', { exact: true }).count()).toBe(1)
    const menu = await page.getByRole('navigation').getByRole('link').allTextContents()
    expect(menu).toEqual([
      'Relay dashboard',
      'Relay settings',
      'Advanced Settings',
      'Access control',
      'Nostr Statistics',
    ])
    await goWithin(page, '/blocked-pubkeys')
    const lists = server === '2026-04' ? ['Blocked authors', 'Allowed'] : ['Blocked authors']
    expect(await page.getByRole('tab').allTextContents()).toEqual(lists)
    await goWithin(page, routes.SettingsPage)
    const groups = (await page.locator('h2').allInnerTexts()).map(text => text.split('\n')[0])
    expect(groups).toEqual(['Image moderation', 'Content filter', 'Ollama', 'Relay info', 'Wallet', 'General'])
    await goWithin(page, '/settings/relay-info')
    const fields = page.locator('[data-field]').evaluateAll(all => all.map(one => one.getAttribute('data-field')))
    const own = server === '2026-04' ? 'icon' : 'pubkey'
    const names = ['contact', 'description', 'dhtkey', 'name', 'software', 'supportednips', 'version', own]
    expect((await fields).sort()).toEqual(names.map(name => `relay_info.relay${name}`).sort())
    await chooseGerman(page)
    await goWithin(page, '/', { quietMs: 30 })
    await page.getByText(/^Aktualisiert vor [1-9]\d* Sekunden?$/).waitFor()
    await page.getByText('Unbekannt', { exact: true }).waitFor()
    await context.close()
    await double.stop()
    expect(complaints).toEqual([])
    expect(found).toEqual({})
  },
  120_000,
)
