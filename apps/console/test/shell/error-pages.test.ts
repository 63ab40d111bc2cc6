import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { goWithin } from '../support/rest.ts'
import { routes } from '../support/routes.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

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
