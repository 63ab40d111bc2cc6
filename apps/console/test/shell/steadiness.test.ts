import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../dev/rounds.ts'
import { openConsole } from '../support/console-visit.ts'
import { type Footprint, openFootprint } from '../support/footprint.ts'
import { untilAtRest } from '../support/rest.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { status } from '../support/stubs/stub-relay.ts'

declare global {
  interface Window {
    shifts?: { shift: number; moved: string[] }
  }
}

/** Runs in the page: adds up the layout shift score and records what moved. */
function watchShifts(): void {
  const shifts = { shift: 0, moved: [] as string[] }
  window.shifts = shifts
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      shifts.shift += entry.value
      for (const { node, previousRect: from, currentRect: to } of entry.sources)
        shifts.moved.push(`${entry.value} ${from.y}→${to.y} ${node?.textContent?.slice(0, 60)}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true, firstVisit: true })

/** Dialogs, toasts and the notice of a new version load once the page is at rest. Have they? */
const partsAtRest = (page: Page) => page.locator('div.fixed[role=status]').waitFor({ state: 'attached' })

describe('keeps content in place while the rest loads', () => {
  const atMost = 0.02
  const slowMs = 200

  it.each([
    [1440, '/'],
    ...(process.env.THOROUGH ? ([[820, '/']] as const) : []),
    [390, '/'],
    [1440, '/nostr-stats'],
    [390, '/wallet'],
    [1440, '/relay-settings'],
    [390, '/settings/relay-info'],
    [390, '/auth/login'],
  ] as const)('at %d px on %s', async (width, path) => {
    const { page } = await site.begin({ width, signedIn: !path.startsWith('/auth/') })
    await page.addInitScript(watchShifts)
    await page.route(/\/(api\/(?!live)|wallet\/)/, async route => {
      await new Promise(resolve => setTimeout(resolve, slowMs))
      await route.continue().catch(() => {})
    })
    await page.goto(site.relay.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [class*="animate-[pulse"]'))
    // Waits for fonts and late parts, which must move nothing. The live stream keeps the network from ever being idle.
    if (!path.startsWith('/auth/')) await partsAtRest(page)
    await page.evaluate(() => document.fonts.ready)
    await untilAtRest(page, { quietMs: 300 })
    const { shift, moved } = await page.evaluate(() => window.shifts ?? { shift: Number.NaN, moved: [] })
    expect(shift, moved.join('\n')).toBeLessThanOrEqual(atMost)
  })
})

describe('memory', () => {
  /**
   * The browser compiles and caches about 2 MB over hundreds of changes. One leaked page has 10 KB and a hundred nodes.
   */
  const slack: Footprint = { heapBytes: 3_000_000, nodes: 250, listeners: 30 }

  function expectSteady(before: Footprint, after: Footprint): void {
    const grown = (key: keyof Footprint) => after[key] - before[key]
    const growth = { heapBytes: grown('heapBytes'), nodes: grown('nodes'), listeners: grown('listeners') }
    for (const key of ['heapBytes', 'nodes', 'listeners'] as const)
      expect(growth[key], JSON.stringify({ before, after })).toBeLessThanOrEqual(slack[key])
  }

  /** Opens the pages of the sidebar as fast as the browser draws them. */
  const changePages = (page: Page, times: number) =>
    page.evaluate(async count => {
      for (let done = 0; done < count; done++) {
        const links = [...document.querySelectorAll<HTMLElement>('aside nav a')]
        links[done % links.length]?.click()
        await new Promise(resolve => setTimeout(resolve, 10))
      }
    }, times)

  it.runIf(process.env.THOROUGH)(
    'rapid changes of the page leave nothing behind, and what is left behind is seen',
    { timeout: 60_000 },
    async () => {
      const page = await site.go('/')
      await page.getByRole('slider', { name: 'Storage' }).waitFor()
      await partsAtRest(page)
      const measure = await openFootprint(page)
      await changePages(page, 100)
      await untilAtRest(page)
      const before = await measure()
      await changePages(page, rounds(60, 200))
      await untilAtRest(page)
      const after = await measure()
      expectSteady(before, after)

      await page.evaluate(nodes => {
        Object.assign(window, { kept: Array.from({ length: nodes }, () => document.createElement('p')) })
      }, 2 * slack.nodes)
      expect(() => expectSteady(before, { ...after, nodes: Number.NaN })).toThrow()
      expect((await measure()).nodes - after.nodes).toBeGreaterThan(slack.nodes)
    },
  )

  it('live updates leave nothing behind', { timeout: 180_000 }, async () => {
    const page = await site.go('/', { ownClock: true })
    await page.getByRole('slider', { name: 'Storage' }).waitFor()
    await partsAtRest(page)
    const measure = await openFootprint(page)
    let told = 0
    /** Half a minute: a status every other second, and part of the data has changed. */
    const halfMinute = async () => {
      const tellNow = () =>
        site.relay.tell('status', { ...status, connections: 3 + (told % 50), storedEvents: 100 + told })
      for (let update = 0; update < 15; update++) {
        told++
        tellNow()
      }
      site.relay.tell('changed', { what: ['statistics', 'wallet', 'rates'][(told / 15) % 3] })
      const seen = page.getByText(`${3 + (told % 50)} connections`).first()
      // On a slow machine the page may have taken the stream for dead while the clock ran, and reopened it.
      while (
        !(await seen.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        ))
      )
        tellNow()
      // The user is active; an idle one would be signed out.
      await page.mouse.move(told % 100, 200)
      await page.clock.runFor(30_000)
    }
    // Fifteen updates in each: one listener left by every update is far too many.
    const halfMinutes = rounds(10, 120)
    for (let times = 0; times < 5; times++) await halfMinute()
    const before = await measure()
    const asked = site.relay.calls.length
    for (let times = 0; times < halfMinutes; times++) await halfMinute()
    expectSteady(before, await measure())
    expect(site.relay.calls.length - asked).toBeGreaterThan(halfMinutes)
  })
})
