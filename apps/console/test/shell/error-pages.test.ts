import { expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { goWithin } from '../support/rest.ts'
import { routes } from '../support/routes.ts'
import { playState } from '../support/stubs/relay-states.ts'

const site = openConsole(relay => playState(relay, 'full'), { signedIn: true })

it('ROUTE-17, ERR-03, ERR-04, R-18, R-78: shows /404, /server-error and /client-error in the layout with a link home', async () => {
  const page = await site.go('/404')
  for (const [path, words] of [
    ['/404', 'Sorry, page not found!'],
    ['/server-error', 'Internal server error'],
    ['/client-error', 'Client error'],
  ] as const) {
    await page.evaluate(to => history.pushState({}, '', to), path)
    await page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor()
    await page.waitForFunction(title => document.title.startsWith(title), words)
    expect(await page.locator('aside').isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  }
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  for (const [path, words] of [
    ['/404', 'Diese Seite gibt es leider nicht!'],
    ['/server-error', 'Interner Serverfehler'],
  ] as const) {
    await page.goto(site.relay.url + path)
    await page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor()
  }
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
  await page.waitForURL(`${site.relay.url}/`)
})

it('ERR-05: says that the server is not responding where not even the texts can be loaded', async () => {
  const { page } = await site.begin({ firstVisit: true })
  await page.route('**/assets/en-*.js', route => route.abort())
  await page.goto(`${site.relay.url}/404`)
  await page.getByRole('alert').getByText('The server is not responding, try again later', { exact: true }).waitFor()
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

const componentDemos =
  'button spinner input checkbox radio select switch upload rate auto-complete steps date-time-picker dropdown breadcrumbs tabs avatar badge collapse pagination modal popover popconfirm progress result alert notification skeleton'.split(
    ' ',
  )

it.each([
  ['NP-01', ['/medical-dashboard']],
  ['NP-02, NP-03', ['/forms/advanced-forms', '/charts']],
  ['NP-04', ['google', 'leaflet', 'react-simple', 'pigeon'].map(kind => `/maps/${kind}-maps`)],
  ['NP-05', componentDemos.map(name => `/ui-components/${name}`)],
])('%s: demo pages of the template lead home like any unknown path, and the menu has none', async (_, paths) => {
  const page = await site.go(routes.NotFoundPage)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const path of paths) {
    await page.evaluate(to => history.pushState({}, '', to), path)
    await page.waitForURL(`${site.relay.url}/`)
    await page.evaluate(to => history.pushState({}, '', to), routes.NotFoundPage)
    await page.waitForURL(`**${routes.NotFoundPage}`)
  }
  const links = await page.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  expect(links).toContain('/nostr-stats')
  expect(links.filter(link => paths.some(path => link.startsWith(path)))).toEqual([])
})
