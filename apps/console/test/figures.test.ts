import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openConsole } from './support/console-visit.ts'
import { status } from './support/stubs/stub-relay.ts'
import { chooseGerman, inGerman } from './support/visitor.ts'

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08']

const site = openConsole(
  relay => {
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
    answer('/api/history', { range: '24h', bin_seconds: 1800, bins: [], before: [], marks: [] })
    answer('/api/earnings', { total_sats: 0, total_usd: null, unpriced_sats: 0, payments: 0, from: null, to: null })
    answer('/api/paid-subscriber-profiles', [])
    answer('/api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
  },
  { signedIn: true },
)
const { go } = site

const chart = (page: Page, name: string) => page.getByRole('slider', { name })
const card = (page: Page, name: string) => page.getByRole('region', { name })

describe('API-20: the dashboard', () => {
  it('DASH-01, DASH-02, CHART-12, R-33, R-36: on a desktop the subscribers are on top, below them four charts in two columns, and right of these balance, total earning and activity; on phones and tablets all is in one column; it invents no payments', async () => {
    const page = await go('/')
    await chart(page, 'Activity').waitFor()
    const place = async (name: string) => {
      const box = await card(page, name).boundingBox()
      return { left: box?.x ?? 0, top: box?.y ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }
    }
    // The narrowest and the widest desktop have the columns too.
    const resize = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction(width => innerWidth === width, width)
    }
    for (const width of [1280, 3840]) {
      await resize(width)
      await expect.poll(async () => (await place('Content')).top - (await place('Storage')).top).toBe(0)
      expect((await place('Content')).left).toBeGreaterThanOrEqual((await place('Storage')).right)
      for (const name of ['Your balance', 'Total earning', 'Your Transactions'])
        expect((await place(name)).left).toBeGreaterThanOrEqual((await place('Content')).right)
    }
    await resize(1440)
    const [strip, storage, content, protocols, activity, balance, earning, transactions] = await Promise.all(
      'Paid subscribers,Storage,Content,Profiles and protocols,Activity,Your balance,Total earning,Your Transactions'
        .split(',')
        .map(place),
    )
    expect(strip?.left).toBe(storage?.left)
    expect(strip?.right).toBe(balance?.right)
    expect([content?.top, activity?.top]).toEqual([storage?.top, protocols?.top])
    expect([protocols?.left, activity?.left]).toEqual([storage?.left, content?.left])
    expect(new Set([balance, earning, transactions].map(one => one?.left)).size).toBe(1)
    const down = [strip, storage, protocols].map(one => one?.top ?? 0)
    const onTheRight = [balance, earning, transactions].map(one => one?.top ?? 0)
    for (const tops of [down, onTheRight]) expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other))
    expect(balance?.left).toBeGreaterThan(content?.right ?? 0)

    await card(page, 'Total earning').getByText('No payments', { exact: true }).waitFor()
    const details = card(page, 'Total earning').getByRole('link', { name: 'Details: Total earning' })
    expect(await details.getAttribute('href')).toBe('/earnings')
    await card(page, 'Paid subscribers').getByText('No paying subscribers yet.').waitFor()
    await card(page, 'Your balance').getByText('No wallet', { exact: true }).waitFor()

    for (const width of [390, 820, 1279]) {
      await resize(width)
      await chart(page, 'Storage').waitFor()
      await page.getByRole('heading', { name: 'Your balance' }).waitFor()
      const lefts = () =>
        page
          .getByRole('main')
          .locator('section:has(> div h2)')
          .evaluateAll(cards => cards.map(element => Math.round(element.getBoundingClientRect().left)))
      await expect.poll(async () => new Set(await lefts()).size).toBe(1)
      expect((await page.getByRole('main').locator('section > div h2').allInnerTexts()).join(', ')).toBe(
        'Paid subscribers, Your balance, Storage, Content, Profiles and protocols, Activity, Traffic, Total earning',
      )
    }
  })

  it('DASH-11, R-82: a chart that fails shows no data, why, and another try that works; one that fails later keeps what it has, and that is said, as is the time of the figures while offline', async () => {
    const failures = [
      ['barchartdata', 'Storage', 404],
      ['activitydata', 'Activity', 403],
      ['relaycount', 'Content', 500],
      ['timeseries', 'Profiles and protocols', 410],
      ['kinds', 'Kinds', 404],
      ['kind-trend/7', 'Reaktion: Verlauf', 403],
    ] as const
    for (const [path, , status] of failures)
      site.relay.answers.set(`GET /api/${path}`, { status, body: { error: 'No', code: 'internal' } })
    const page = await go('/')
    for (const [, name, status] of failures.slice(0, 4)) {
      const text = `Network response was not ok (status: ${status})`
      await card(page, name).getByText(text, { exact: true }).waitFor()
      await card(page, name).getByText('No data', { exact: true }).waitFor()
    }
    site.relay.answers.set('GET /api/barchartdata', { body: [{ month: '2026-08', notes_gb: 1, media_gb: 1 }] })
    await card(page, 'Storage').getByRole('button', { name: 'Try again' }).click()
    await chart(page, 'Storage').waitFor()

    // Figures stay when they cannot be read again; the page shows their age and offers a retry.
    site.relay.answers.set('GET /api/barchartdata', { status: 404, body: { error: 'Not found', code: 'not_found' } })
    site.relay.tell('changed', { what: 'statistics' })
    const told = page.getByRole('status').filter({ hasText: /could not be refreshed; as of \d+:\d\d/ })
    await told.waitFor()
    await chart(page, 'Storage').waitFor()
    site.relay.answers.set('GET /api/barchartdata', { body: [{ month: '2026-08', notes_gb: 2, media_gb: 1 }] })
    await told.getByRole('button', { name: 'Try again' }).click()
    await told.waitFor({ state: 'detached' })

    const line = page.getByRole('list', { name: 'Relay now' })
    await line.getByText(/\bup$/).waitFor()
    await line.getByText('wss://hornets.example.com', { exact: true }).waitFor()
    await line.getByRole('button', { name: 'Copy relay address' }).click()
    await line.getByRole('button', { name: 'Copied' }).waitFor()
    await site.visit?.context.setOffline(true)
    await line.getByText(/^Offline\. Last update \d/).waitFor()
    expect(await line.getByText(/\bup$/).count()).toBe(0)
    await site.visit?.context.setOffline(false)
    await line.getByText(/\bup$/).waitFor()

    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    const german = (status: number) => `Die Antwort aus dem Netz war fehlerhaft (Status: ${status})`
    await card(page, 'Inhalte').getByText(german(500), { exact: true }).waitFor()
    await page.goto(`${site.relay.url}/nostr-stats?kind=7`)
    for (const [, name, status] of failures.slice(4))
      await card(page, name).getByText(german(status), { exact: true }).waitFor()
  })

  const asked =
    'barchartdata activitydata relaycount timeseries paid-subscriber-profiles balance/usd transactions/latest bitcoin-rates/last-30-days earnings history status'
  it.each(asked.split(' '))('DASH-12: a 401 on the call of %s logs out', async path => {
    site.relay.answers.set(`GET /api/${path}`, { status: 401, body: { error: 'Invalid or expired token' } })
    const page = await go('/')
    await page.waitForURL('**/auth/login')
    await page.getByText('Authentication failed. You have been logged out.', { exact: true }).waitFor()
    await inGerman(page, 'Die Anmeldung ist fehlgeschlagen. Sie wurden abgemeldet.')
  })

  it('DASH-04, CHART-11: the value axes of storage and activity are in GB, and in a smaller unit where GB could not be read', async () => {
    const page = await go('/')
    await card(page, 'Storage').getByText('Notes and media added per month').waitFor()
    for (const name of ['Storage', 'Activity']) await chart(page, name).waitFor()
    const ticks = (name = 'Storage') => card(page, name).locator('svg text').allTextContents()
    expect(await ticks()).toEqual(expect.arrayContaining(['GB', '2.0']))
    expect(await ticks('Activity')).toEqual(expect.arrayContaining(['GB', '3']))
    site.relay.answers.set('GET /api/barchartdata', {
      body: [{ month: '2026-08', notes_gb: 0.000005, media_gb: 0.000002 }],
    })
    await page.clock.setFixedTime(new Date('2026-08-15T12:00:00Z'))
    await page.reload()
    await chart(page, 'Storage').waitFor()
    expect(await ticks()).toEqual(expect.arrayContaining(['KB', '2', '0']))
  })

  it('DASH-06, CHART-08: shows that a chart without rows has no data, in the chosen language', async () => {
    for (const path of ['timeseries', 'barchartdata', 'activitydata'])
      site.relay.answers.set(`GET /api/${path}`, { body: [] })
    site.relay.answers.set('GET /api/relaycount', { body: { kinds: 0, photos: 0, videos: 0, audio: 0, misc: 0 } })
    const page = await go('/')
    for (const name of ['Profiles and protocols', 'Storage', 'Activity', 'Content'])
      await card(page, name).getByText('No data', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    for (const name of ['Profile und Protokolle', 'Speicher', 'Aktivität', 'Inhalte'])
      await card(page, name).getByText('Keine Daten', { exact: true }).waitFor()
    for (const path of ['kinds', 'kind-trend/7']) site.relay.answers.set(`GET /api/${path}`, { body: [] })
    await page.goto(`${site.relay.url}/nostr-stats?kind=7`)
    for (const name of ['Kinds', 'Reaktion: Verlauf'])
      await card(page, name).getByText('Keine Daten', { exact: true }).waitFor()
  })

  it('DASH-10, CONST-03: opened from another page, charts wait 500 ms over skeletons of their size; with room they are 400 px high', async () => {
    const { page } = await site.begin({ ownClock: true })
    await page.setViewportSize({ width: 1600, height: 1500 })
    await page.goto(`${site.relay.url}/404`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => {
      const seen = { clicked: 0, shown: [] as number[], waiting: new Set<number>() }
      Object.assign(window, { seen })
      addEventListener('click', () => (seen.clicked = performance.now()), { capture: true })
      // With their links to the details, unlike the price of bitcoin.
      const within = (selector: string) => [
        ...document.querySelectorAll(`main section:has(a[href="/nostr-stats"]) ${selector}`),
      ]
      new MutationObserver(() => {
        while (seen.shown.length < within('[role=slider]').length) seen.shown.push(performance.now())
        for (const skeleton of within('[aria-busy=true] > [role=status]'))
          seen.waiting.add(skeleton.getBoundingClientRect().height)
      }).observe(document, { childList: true, subtree: true, attributes: true })
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    // Answered within few milliseconds of the page's clock, so that nothing but the delay keeps the charts back.
    let unanswered = 4
    page.on('requestfinished', request => {
      if (/barchartdata|relaycount|timeseries|activitydata/.test(request.url())) unanswered -= 1
    })
    await page.getByRole('link', { name: 'Relay dashboard' }).first().click()
    await expect.poll(() => page.clock.runFor(5).then(() => unanswered), { interval: 10 }).toBe(0)
    const drawn = () => page.getByRole('slider').count()
    await expect.poll(() => page.clock.runFor(20).then(drawn), { interval: 10 }).toBeGreaterThan(3)
    await page.clock.resume()
    for (const name of ['Storage', 'Content', 'Profiles and protocols', 'Activity']) await chart(page, name).waitFor()
    const { clicked, shown, waiting } = await page.evaluate(() => {
      const seen = Reflect.get(window, 'seen') as { clicked: number; shown: number[]; waiting: Set<number> }
      return { ...seen, waiting: [...seen.waiting] }
    })
    expect(shown).toHaveLength(4)
    expect(Math.min(...shown) - clicked).toBeGreaterThanOrEqual(500)
    expect(Math.min(...shown) - clicked).toBeLessThan(600)
    expect(waiting).toEqual([400])
    const height = async (name: string) => (await card(page, name).locator('svg:has(g)').first().boundingBox())?.height
    for (const name of ['Storage', 'Activity', 'Profiles and protocols']) expect(await height(name)).toBe(400)
    await page.goto(`${site.relay.url}/nostr-stats?kind=7`)
    for (const name of ['Reaction: trend', 'Storage']) {
      await chart(page, name).waitFor()
      expect(await height(name)).toBe(400)
    }
  })

  it('CHART-01, CHART-02, CHART-03: shows five kinds of content in the ring, and gitNestr in its own colour where counted', async () => {
    const page = await go('/')
    for (const name of ['Content', 'Profiles and protocols']) await chart(page, name).waitFor()
    const legend = () =>
      card(page, 'Content')
        .getByRole('listitem')
        .evaluateAll(items =>
          items.map(item => [
            item.children[1]?.textContent,
            getComputedStyle(item.children[0] as Element).backgroundColor,
          ]),
        )
    expect((await legend()).map(([name]) => name)).toEqual(['Notes', 'Photos', 'Videos', 'Audio', 'Misc'])
    site.relay.answers.set('GET /api/relaycount', {
      body: { kinds: 900, photos: 50, videos: 40, audio: 30, misc: 20, gitNestr: 10 },
    })
    site.relay.tell('changed', { what: 'statistics' })
    await card(page, 'Content').getByText('gitNestr').waitFor()
    const six = await legend()
    expect(six.at(-1)?.[0]).toBe('gitNestr')
    const colours = six.map(([, colour]) => colour)
    expect(new Set(colours).size).toBe(6)
    const slices = card(page, 'Content').locator('path[fill^="var"]')
    expect(await slices.evaluateAll(paths => paths.map(path => getComputedStyle(path).fill))).toEqual(colours)
    const ring = chart(page, 'Content')
    await ring.press('Home')
    for (const count of ['Notes 900', 'Photos 50', 'Videos 40', 'Audio 30', 'Misc 20']) {
      await expect.poll(() => ring.getAttribute('aria-valuetext')).toContain(count.replace(' ', ', Count '))
      await ring.press('ArrowRight')
    }
    await chooseGerman(page)
    const german = page.getByRole('region', { name: 'Inhalte' }).getByRole('listitem')
    const names = () => german.evaluateAll(items => items.map(item => item.children[1]?.textContent))
    await expect.poll(names).toEqual(['Notizen', 'Bilder', 'Videos', 'Audio', 'Sonstiges', 'gitNestr'])
  })
})

describe('API-12, API-13, API-21: the months', () => {
  it('CHART-07, CHART-09, CHART-10: shows months with what the calls say of them', async () => {
    const month = '2026-07'
    site.relay.answers.set('GET /api/barchartdata', { body: [{ month, notes_gb: 1.5, media_gb: 2.25 }] })
    site.relay.answers.set('GET /api/activitydata', { body: [{ month, total_gb: 3.875 }] })
    site.relay.answers.set('GET /api/timeseries', {
      body: [{ month, profiles: 40, lightning_addr: 30, dht_key: 20, lightning_and_dht: 10 }],
    })
    const page = await go('/')
    await page.clock.setFixedTime(new Date('2026-07-15T12:00:00Z'))
    await page.reload()
    for (const [name, text] of [
      ['Storage', 'July 2026, Notes 1.500 GB, Media 2.250 GB'],
      ['Activity', 'July 2026, Notes and media 3.875 GB'],
      ['Profiles and protocols', 'July 2026, Profiles 40, Lightning address 30, DHT key 20, Lightning and DHT 10'],
    ] as const) {
      await chart(page, name).press('End')
      await expect.poll(() => chart(page, name).getAttribute('aria-valuetext'), { timeout: 3000 }).toBe(text)
    }
    expect(await card(page, 'Storage').locator('g[opacity] > rect').count()).toBe(6 * 2)
    expect(await card(page, 'Activity').locator('path[stroke=currentColor]').count()).toBe(1)
  })

  it('CHART-04, CHART-05, CHART-06, R-69: shows values and true shares in the ring, zeros only in the legend, a line for each profile field, and each chart as a table', async () => {
    const page = await go('/')
    const ring = chart(page, 'Content')
    await ring.waitFor()
    expect(await ring.getAttribute('aria-valuemax')).toBe('1')
    await ring.press('End')
    expect(await ring.getAttribute('aria-valuetext')).toBe('Photos, Count 10, Share 1.0%')
    const tooltip = () => card(page, 'Content').locator('dl dd').allInnerTexts()
    expect(await tooltip()).toEqual(['10', '1.0%'])
    // Their slices are as wide as their logarithms: the pointer finds photos far before their true share begins.
    const { width = 0, height = 0 } = (await ring.boundingBox()) ?? {}
    const onRing = (turn: number) => {
      const [x, y] = [Math.sin(turn * 2 * Math.PI), -Math.cos(turn * 2 * Math.PI)]
      return { x: width / 2 + x * width * 0.4, y: height / 2 + y * height * 0.4 }
    }
    for (const [turn, words] of [
      [0.7, ['990', '99.0%']],
      [0.8, ['10', '1.0%']],
    ] as const) {
      await ring.hover({ position: onRing(turn) })
      await expect.poll(tooltip).toEqual(words)
    }
    await card(page, 'Content').getByText('Videos').waitFor()
    await chart(page, 'Profiles and protocols').press('End')
    await expect
      .poll(() => chart(page, 'Profiles and protocols').getAttribute('aria-valuetext'))
      .toBe('August 2026, Profiles 9, Lightning address 4, DHT key 2, Lightning and DHT 1')
    const lines = card(page, 'Profiles and protocols').locator('path[stroke=currentColor]')
    const colours = await lines.evaluateAll(all => all.map(line => getComputedStyle(line).color))
    expect([colours.length, new Set(colours).size]).toEqual([4, 4])
    expect(await card(page, 'Profiles and protocols').getByRole('listitem').allInnerTexts()).toEqual([
      'Profiles',
      'Lightning address',
      'DHT key',
      'Lightning and DHT',
    ])
    await chart(page, 'Storage').waitFor()
    await page.getByRole('button', { name: 'Storage: show as a table' }).click()
    expect(await card(page, 'Storage').getByRole('row').count()).toBe(7)
    await chooseGerman(page)
    await expect
      .poll(() => chart(page, 'Profile und Protokolle').getAttribute('aria-valuetext'))
      .toBe('August 2026, Profile 9, Lightning-Adresse 4, DHT-Schlüssel 2, Lightning und DHT 1')
  })

  it('DASH-03, DASH-05, CHART-11: shows six of eight months, twelve on the details page, with three decimals and by keyboard; there kinds are sorted by size, and choosing one shows its trend and updates the URL', async () => {
    const grown = months.map((month, at) => ({ month, notes_gb: at + 1, media_gb: at / 4, total_gb: at + 2 }))
    for (const path of ['barchartdata', 'activitydata']) site.relay.answers.set(`GET /api/${path}`, { body: grown })
    const page = await go('/')
    await page.clock.setFixedTime(new Date('2026-08-15T12:00:00Z'))
    await page.reload()
    const activity = chart(page, 'Activity')
    for (const [name, key, text] of [
      ['Storage', 'Home', 'March 2026, Notes 3.000 GB, Media 0.500 GB'],
      ['Storage', 'End', 'August 2026, Notes 8.000 GB, Media 1.750 GB'],
      ['Activity', 'End', 'August 2026, Notes and media 9.000 GB'],
      ['Activity', 'Home', 'March 2026, Notes and media 4.000 GB'],
    ] as const) {
      await chart(page, name).press(key)
      await expect.poll(() => chart(page, name).getAttribute('aria-valuetext')).toBe(text)
      expect(await chart(page, name).getAttribute('aria-valuemax')).toBe('5')
    }
    expect(await card(page, 'Storage').locator('g[opacity] > rect').count()).toBe(6 * 2)
    const tooltip = () => card(page, 'Activity').locator('dl dd').allInnerTexts()
    expect(await tooltip()).toEqual(['4.000 GB'])
    await page.keyboard.press('Escape')
    await expect.poll(tooltip).toEqual([])
    await activity.hover()
    await expect.poll(tooltip).toEqual([expect.stringMatching(/^[67]\.000 GB$/)])
    await page.getByRole('button', { name: 'Storage: show as a table' }).click()
    expect(await card(page, 'Storage').getByRole('row').count()).toBe(7)

    // The linked details page has all of them.
    await page.getByRole('link', { name: 'Details: Activity' }).click()
    await page.waitForURL('**/nostr-stats')
    for (const name of ['Activity', 'Storage']) {
      // The dashboard, which has charts of the same name, may still be visible.
      await expect.poll(() => chart(page, name).getAttribute('aria-valuemax')).toBe('11')
    }

    const rows = card(page, 'Kinds').getByRole('row')
    await rows.nth(1).getByText('Text note').waitFor()
    await page.getByRole('button', { name: 'Reaction' }).click()
    await page.waitForURL('**/nostr-stats?kind=7')
    await chart(page, 'Reaction: trend').waitFor()
  })
})

it('opens a range and a kind of the statistics from a link, and says that traffic is being counted in its first minute', async () => {
  const page = await go('/nostr-stats?range=6h&kind=7')
  await chart(page, 'Reaction: trend').waitFor()
  expect(await page.getByRole('button', { name: '6 h', exact: true }).getAttribute('aria-pressed')).toBe('true')
  await card(page, 'Traffic').getByText('No data yet').waitFor()
})
