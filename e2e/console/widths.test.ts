import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { settle } from '../support/console.ts'
import { pagesOn } from '../support/pages.ts'
import { newOperator, openContext, type RelayProcess, startRelay } from '../support/world.ts'

const widths = [1440, 1024, 390, 320] as const
/** A4 at 96 px an inch, without margins. */
const paper = { width: 794, height: 1123 }

let relay: RelayProcess
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[relay, browser] = await Promise.all([startRelay(), openBrowser()])
  // With motion, as most people see it.
  const context = await openContext(browser, newOperator(), { reducedMotion: 'no-preference' })
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

/** What sticks out of the window to the right, apart from what scrolls or is clipped on purpose. */
const overflowing = () => {
  const root = document.documentElement
  const wider = root.scrollWidth > innerWidth ? [`page ${root.scrollWidth} > ${innerWidth}`] : []
  const main = document.querySelector('main')
  if (main && main.scrollWidth > main.clientWidth) wider.push(`main ${main.scrollWidth} > ${main.clientWidth}`)
  if (wider.length > 0) {
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && wider.length < 5) {
      range.selectNodeContents(texts.currentNode)
      if (range.getBoundingClientRect().right > innerWidth + 1) wider.push(texts.currentNode.textContent ?? '')
    }
  }
  return wider
}

const charts = 'main svg[width]:not(.lucide)'

/** Charts that are drawn with nothing to see. */
const blankCharts = (chart: string) =>
  [...document.querySelectorAll<SVGElement>(chart)].flatMap(svg => {
    const { width, height, left } = svg.getBoundingClientRect()
    const marks = svg.querySelectorAll('path, rect, circle, line, text').length
    if (width === 0 && height === 0) return []
    return width < 40 || height < 40 || left >= innerWidth || marks === 0 ? [svg.outerHTML.slice(0, 80)] : []
  })

const sizeTo = (width: number) => page.setViewportSize({ width, height: 900 })
/** Two frames and what listens to the window's size. */
const drawn = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))))

describe('with motion and the data of the demo', () => {
  it.each(Object.entries(pagesOn('phone')))('fits %s to every window and to paper', async (name, path) => {
    await sizeTo(path === '/wallet' ? 1024 : 1440)
    await page.goto(new URL(path, relay.adminUrl).href)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
    await settle(page)
    for (const width of widths.filter(width => path !== '/wallet' || width < 1280)) {
      await sizeTo(width)
      await drawn()
      expect([width, ...(await page.evaluate(overflowing))]).toEqual([width])
      expect([width, ...(await page.evaluate(blankCharts, charts))]).toEqual([width])
    }
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print' })
    await drawn()
    expect([name, ...(await page.evaluate(overflowing))]).toEqual([name])
    await page.emulateMedia({ media: 'screen' })
  })

  it('moves the subscribers on the dashboard', async () => {
    await sizeTo(1440)
    await page.goto(relay.adminUrl)
    const loop = page.locator('[data-loop]')
    await loop.waitFor()
    const place = () => loop.evaluate(element => new DOMMatrix(getComputedStyle(element).transform).m41)
    const before = await place()
    await expect.poll(place).not.toBe(before)
  })

  it('finds charts to look at', async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settle(page)
    expect(await page.evaluate(chart => document.querySelectorAll(chart).length, charts)).toBeGreaterThan(3)
  })
})
