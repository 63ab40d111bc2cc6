import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../dev/browser.ts'
import { type BuiltConsole, buildConsole } from './support/build-console.ts'
import { type StubRelay, startStubRelay, status } from './support/stub-relay.ts'
import { type Visit, visit } from './support/visitor.ts'

let built: BuiltConsole
let browser: Browser
let relay: StubRelay
let open: Visit | undefined

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08']

beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildConsole(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await built?.remove()
})
beforeEach(async () => {
  relay = await startStubRelay(built.folder)
  const answer = (path: string, body: unknown) => relay.answers.set(`GET ${path}`, { body })
  answer('/api/status', status)
  answer(
    '/api/barchartdata',
    months.map(month => ({ month, notes_gb: 0.5, media_gb: 2 })),
  )
  answer(
    '/api/activitydata',
    months.map(month => ({ month, total_gb: 2.5 })),
  )
  answer('/api/relaycount', { kinds: 990, photos: 10, videos: 0, audio: 0, misc: 0 })
  answer(
    '/api/timeseries',
    months.slice(-6).map(month => ({ month, profiles: 9, lightning_addr: 4, dht_key: 2, lightning_and_dht: 1 })),
  )
  answer('/api/kinds', [
    { kindNumber: 7, kindCount: 40, totalSize: 0.5 },
    { kindNumber: 1, kindCount: 900, totalSize: 4.5 },
  ])
  answer('/api/kind-trend/7', [{ month: '2026-08', totalSize: 0.5 }])
  answer('/api/traffic', [])
  answer('/api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
})
afterEach(async () => {
  expect(open?.complaints).toEqual([])
  await open?.context.close()
  await relay.stop()
})

async function go(path: string): Promise<Page> {
  open = await visit(browser, { signedIn: true })
  await open.page.goto(relay.url + path)
  return open.page
}
const chart = (page: Page, name: string) => page.getByRole('slider', { name })
const card = (page: Page, name: string) => page.getByRole('region', { name })

describe('the dashboard', () => {
  it('DASH-11, R-82: a chart that fails shows no data, why, and another try that works', async () => {
    relay.answers.set('GET /api/barchartdata', { status: 404, body: { error: 'Not found', code: 'not_found' } })
    const page = await go('/')
    await card(page, 'Storage').getByText('Network response was not ok (status: 404)').waitFor()
    await card(page, 'Storage').getByText('No data').waitFor()
    relay.answers.set('GET /api/barchartdata', { body: [{ month: '2026-08', notes_gb: 1, media_gb: 1 }] })
    await card(page, 'Storage').getByRole('button', { name: 'Try again' }).click()
    await chart(page, 'Storage').waitFor()
  })

  it('DASH-06, CHART-08: a chart without rows says that there is no data', async () => {
    relay.answers.set('GET /api/timeseries', { body: [] })
    const page = await go('/')
    await card(page, 'Profiles and protocols').getByText('No data').waitFor()
  })

  it('DASH-03, DASH-05, CHART-11: eight months become six, told with three decimals and read by the keyboard', async () => {
    const page = await go('/')
    const activity = chart(page, 'Activity')
    await activity.waitFor()
    expect(await activity.getAttribute('aria-valuemax')).toBe('5')
    await activity.press('Home')
    await expect.poll(() => activity.getAttribute('aria-valuetext')).toContain('2.500 GB')
  })

  it('CHART-05, R-69: the ring tells the value and its true share; a zero has no slice but stands in the legend', async () => {
    const page = await go('/')
    const ring = chart(page, 'Content')
    await ring.waitFor()
    expect(await ring.getAttribute('aria-valuemax')).toBe('1')
    await ring.press('End')
    expect(await ring.getAttribute('aria-valuetext')).toBe('Photos, Count 10, Share 1.0%')
    await card(page, 'Content').getByText('Videos').waitFor()
  })

  it('a chart can be read as a table', async () => {
    const page = await go('/')
    await chart(page, 'Storage').waitFor()
    await page.getByRole('button', { name: 'Storage: show as a table' }).click()
    expect(await card(page, 'Storage').getByRole('row').count()).toBe(7)
  })

  it('SUBS-19, R-33: nobody is made up where nobody has paid', async () => {
    const page = await go('/')
    await card(page, 'Paid subscribers').getByText('None.').waitFor()
    await card(page, 'Your balance').getByText('No wallet', { exact: true }).waitFor()
  })
})

describe('the statistics page', () => {
  it('kinds come largest first; choosing one shows its trend and stands in the URL', async () => {
    const page = await go('/nostr-stats')
    const rows = card(page, 'Kinds').getByRole('row')
    await rows.nth(1).getByText('Text note').waitFor()
    await page.getByRole('button', { name: 'Reaction' }).click()
    await page.waitForURL('**/nostr-stats?kind=7')
    await chart(page, 'Reaction: trend').waitFor()
  })

  it('a range and a kind open from a link; traffic that nobody counted is no data', async () => {
    const page = await go('/nostr-stats?range=6h&kind=7')
    await chart(page, 'Reaction: trend').waitFor()
    expect(await page.getByRole('button', { name: '6 hours' }).getAttribute('aria-pressed')).toBe('true')
    await card(page, 'Traffic').getByText('No data').waitFor()
  })
})
