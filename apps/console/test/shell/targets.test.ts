import { expect, it } from 'vitest'
import { findViolations } from '../support/axe.ts'
import { openConsole } from '../support/console-visit.ts'
import { goWithin } from '../support/rest.ts'
import { routes } from '../support/routes.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

it('has 24 px for each target on a phone, or as much room around it (WCAG 2.5.8)', { timeout: 120_000 }, async () => {
  const { page } = await site.begin()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.relay.url + routes.NotFoundPage)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found: string[] = []
  for (const path of Object.values(routes)) {
    await goWithin(page, path, { quietMs: 200 })
    const small = await findViolations(page, { runOnly: ['target-size'] })
    found.push(...small.map(one => `${path}: ${one}`))
  }
  expect(found).toEqual([])
})

it('names the tab after each error page', async () => {
  const page = await site.go(routes.NotFoundPage)
  const errors = [routes.NotFoundPage, routes.ServerErrorPage, routes.ClientErrorPage, routes.MaintenancePage]
  const titles: string[] = []
  for (const path of errors) {
    await goWithin(page, path)
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(() => page.title()).toContain(heading)
    titles.push(heading)
  }
  expect(new Set(titles).size).toBe(errors.length)
})
