import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })
const seen: Page[] = []
const left = () => [localStorage.getItem('left'), sessionStorage.getItem('left')]
const answers = () => fetch('/api/status').then(({ status }) => status)
const drawn = () =>
  [['(prefers-color-scheme: dark)'], ['(prefers-reduced-motion: reduce)'], ['print']].map(
    ([query = '']) => matchMedia(query).matches,
  )
let asked = 0

describe('one page from test to test', { shuffle: false }, () => {
  it('a test leaves things in its page, and beside it', async () => {
    const page = await site.go('/404', { width: 390, dark: true })
    seen.push(page)
    expect(await page.evaluate(drawn)).toEqual([true, true, false])
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem('left', 'here')
    })
    await page.route('**/api/**', route => route.abort())
    await page.setViewportSize({ width: 800, height: 600 })
    await page.addInitScript(() => localStorage.setItem('left', 'by a script'))
    await page.context().addInitScript(() => sessionStorage.setItem('left', 'by a script'))
    await page.emulateMedia({ media: 'print', reducedMotion: 'no-preference' })
    page.on('request', () => {
      asked += 1
    })
    await page.context().setOffline(true)
    await page.context().newPage()
  })

  it('the next one gets the same page, without any of them; it needs more than a page', async () => {
    const before = asked
    const page = await site.go('/404')
    expect(seen.includes(page)).toBe(true)
    expect(await page.evaluate(left)).toEqual([null, null])
    expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
    expect(await page.evaluate(drawn)).toEqual([false, true, false])
    expect(await page.evaluate(answers)).toBe(200)
    expect(asked).toBe(before)
    expect(page.context().pages()).toHaveLength(1)
    await page.clock.setFixedTime(0)
  })

  it('loads a new page for the next visit', async () => {
    const page = await site.go('/404', { width: 390 })
    expect(seen.includes(page)).toBe(false)
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0)
  })
})
