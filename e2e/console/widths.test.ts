import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildConsole } from '../../apps/console/test/support/build-console.ts'
import { goWithin } from '../../apps/console/test/support/rest.ts'
import { phoneRoutes, routes, subpages } from '../../apps/console/test/support/routes.ts'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { startStubRelay } from '../../apps/console/test/support/stubs/stub-relay.ts'
import { user } from '../../apps/console/test/support/visitor.ts'
import { openBrowser } from '../../dev/browser.ts'
import { settle } from '../support/console.ts'
import { overflowing } from '../support/overflow.ts'
import { moving, newOperator, openContext, startRelayProcess } from '../support/world.ts'

const widths = [1440, 1024, 390, 320] as const
/** From here on the wallet and the menu of the profile are parts of other pages. */
const phoneWidths = widths.filter(width => width < 768)
/** A4 at 96 px an inch, without margins. */
const paper = { width: 794, height: 1123 }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Pages with charts, and with subscribers that move past. */
const drawing: readonly string[] = [
  routes.Dashboard,
  routes.Wallet,
  routes.NostrStatisticsPage,
  routes.Health,
  routes.EarningsPage,
  routes.RefusalsPage,
]
const charts = 'main svg[width]:not(.lucide)'

/** Charts that are drawn with nothing to see. */
const blankCharts = (chart: string) =>
  [...document.querySelectorAll<SVGElement>(chart)].flatMap(svg => {
    const { width, height, left } = svg.getBoundingClientRect()
    const marks = svg.querySelectorAll('path, rect, circle, line, text').length
    if (width === 0 && height === 0) return []
    return width < 40 || height < 40 || left >= innerWidth || marks === 0 ? [svg.outerHTML.slice(0, 80)] : []
  })

/** Charts measure themselves one frame after their window. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

async function expectFit(page: Page, name: string, sizes: readonly number[]): Promise<void> {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    await expect.poll(() => page.evaluate(overflowing), { message: `${name} at ${width} px` }).toEqual([])
    await expect.poll(() => page.evaluate(blankCharts, charts), { message: `${name} at ${width} px` }).toEqual([])
  }
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await drawn(page)
  await expect.poll(() => page.evaluate(overflowing), { message: `${name} on paper` }).toEqual([])
  await page.emulateMedia({ media: 'screen' })
}

describe('with motion, a dozen subscribers, long names and a hundred thousand events', () => {
  it('fits every page to every window and to paper (DESK-11)', { timeout: 240_000 }, async () => {
    const built = await buildConsole()
    const relay = await startStubRelay(built.folder)
    playState(relay, 'busy')
    const context = await browser.newContext({ ...moving, locale: 'en-US', timezoneId: 'UTC' })
    await context.addInitScript(person => {
      localStorage.setItem('accessToken', 'token')
      localStorage.setItem('user', person)
    }, JSON.stringify(user))
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${relay.url}${routes.NotFoundPage}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [name, path] of Object.entries({ ...routes, ...subpages })) {
      // Without charts nothing moves.
      await page.emulateMedia({ reducedMotion: drawing.includes(path) ? 'no-preference' : 'reduce' })
      const sizes = phoneRoutes.includes(path) ? phoneWidths : widths
      await page.setViewportSize({ width: sizes[0] ?? 390, height: 900 })
      await goWithin(page, path)
      await expectFit(page, name, sizes)
    }
    await context.close()
    await relay.stop()
    await built.remove()
  })
})

// The data above are as full; the demo's own take 40 s to make.
describe.runIf(process.env.THOROUGH)('with motion and the data of the demo', () => {
  it('fits the dashboard, draws its charts and moves its subscribers', async () => {
    const relay = await startRelayProcess()
    const context = await openContext(browser, newOperator(), moving)
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(relay.adminUrl)
    const loop = page.locator('[data-loop]')
    await loop.waitFor({ timeout: 60_000 })
    await settle(page)
    expect(await page.evaluate(chart => document.querySelectorAll(chart).length, charts)).toBeGreaterThan(3)
    await expectFit(page, 'dashboard', [1440, 390])
    const place = () => loop.evaluate(element => new DOMMatrix(getComputedStyle(element).transform).m41)
    const before = await place()
    await expect.poll(place).not.toBe(before)
    await context.close()
    await relay.stop()
  })
})
