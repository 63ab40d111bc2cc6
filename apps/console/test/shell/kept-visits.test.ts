import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true, keepPage: true })
const left = () => [localStorage.getItem('left'), sessionStorage.getItem('left')]
const seen: unknown[] = []

it('a test leaves things in its page', async () => {
  const page = await site.go('/404', { width: 390 })
  seen.push(page)
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem('left', 'here')
  })
  await page.route('**/api/**', route => route.abort())
  await page.setViewportSize({ width: 800, height: 600 })
})

it('the next one gets the same page, without any of them; it needs more than a page', async () => {
  const page = await site.go('/404', { width: 390 })
  expect(seen).toContain(page)
  expect(await page.evaluate(left)).toEqual([null, null])
  expect(page.viewportSize()).toEqual({ width: 390, height: 900 })
  expect(await page.evaluate(() => fetch('/api/status').then(({ status }) => status))).toBe(200)
  await page.addInitScript(() => localStorage.setItem('left', 'by a script'))
})

it('so the one after it gets a page of its own', async () => {
  const page = await site.go('/404', { width: 390 })
  expect(seen).not.toContain(page)
  expect(await page.evaluate(left)).toEqual([null, null])
})
