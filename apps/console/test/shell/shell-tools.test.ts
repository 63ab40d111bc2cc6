import { npubEncode } from 'nostr-tools/nip19'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console-visit.ts'
import { fullOperation } from '../support/stubs/operation-answers.ts'
import { playState } from '../support/stubs/relay-states.ts'
import { chooseGerman, pubkey, type Visit, type VisitOptions } from '../support/visitor.ts'

const event = {
  id: 'b'.repeat(64),
  pubkey,
  created_at: 1_790_000_000,
  kind: 1,
  tags: [['t', 'nests']],
  content: 'Hornets build\nin the port <b>',
  sig: 'd'.repeat(128),
}
const { tags: _tags, sig: _sig, content: _content, ...eventFacts } = event
const found = [
  { ...eventFacts, category: 'events', author: 'Ada', excerpt: 'Hornets build in the port <b>' },
  {
    category: 'transactions',
    txid: 'c'.repeat(64),
    date: '2026-01-02T03:04:05Z',
    value: -5000,
    address: 'bc1qport',
    confirmations: 3,
  },
]

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /api/search', { body: { results: found, unfinished: [] } })
    relay.answers.set(`GET /api/events/${event.id}`, { body: { event, author: 'Ada' } })
  },
  { signedIn: true },
)

async function go(path = '/blocked-pubkeys', options: VisitOptions = {}): Promise<Page> {
  const page = await site.go(path, options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
type Page = Visit['page']
const theme = (page: Page) => page.getAttribute('html', 'data-theme')
const active = (page: Page) => page.locator('[role=option][aria-selected=true]').innerText()

describe('the search', () => {
  it('R-27: opens a settings field from Ctrl-K by keyboard, and remembers the choice', async () => {
    const page = await go()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.waitFor()
    expect(await active(page)).toContain('Relay dashboard')
    // In one step, so that no results of fewer letters appear.
    await page.keyboard.insertText('port')
    await page.getByText('Hornets build').waitFor()
    // Each category comes in its own time.
    await page.getByRole('option').filter({ hasText: 'sats' }).last().waitFor()
    expect(await active(page)).toMatch(/^Port/)
    expect(await page.locator('[role=option] mark').first().innerText()).toBe('Port')
    await page.keyboard.press('ArrowUp')
    expect(await active(page)).toContain('sats')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/general#port')
    await page.waitForFunction(() =>
      /^9[,.]?000$/.test((document.activeElement as HTMLInputElement | null)?.value ?? ''),
    )
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Relay dashboard' }).first().focus()
    await page.keyboard.press('Control+k')
    expect(await active(page)).toMatch(/^Port/)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Pages', pressed: true }).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: 'Transactions', pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
  })

  it('finds pages, settings, subscribers, files, events and transactions, each under its heading (HOUSE-02)', async () => {
    const file = { category: 'files', hash: 'f'.repeat(64), name: 'harbour.pdf', mime: 'application/pdf', size: 1000 }
    const kept = { owner: pubkey, uploaded_at: '2026-08-30T12:00:00Z', status: 'stored' }
    const subscriber = {
      category: 'subscribers',
      pubkey,
      name: 'Harbour master',
      status: 'active',
      tier: '',
      address: '',
    }
    site.relay.answers.set('GET /api/search', {
      body: { results: [...found, { ...file, ...kept }, subscriber], unfinished: [] },
    })
    const page = await go()
    const option = (category: string, text: string) =>
      page.getByRole('group', { name: category, exact: true }).locator('[role=option]', { hasText: text })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('relay')
    for (const [category, text] of [
      ['Pages', 'Relay dashboard'],
      ['Settings', 'Relay info'],
      ['Subscribers', 'Harbour master'],
      ['Files', 'harbour.pdf'],
      ['Events', 'Hornets build in the port'],
      ['Transactions', '-5,000 sats'],
    ] as const)
      await option(category, text).first().waitFor()
    for (const category of ['Subscribers', 'Events'])
      await page.getByRole('group', { name: category }).locator('[role=option] [data-person]').first().waitFor()
    const asked = site.relay.received.filter(({ call }) => call === 'GET /api/search')
    expect(asked.map(({ query }) => query.get('q'))).toEqual(['relay'])
    await page.getByRole('combobox', { name: 'Search' }).fill('cache size')
    await option('Settings', 'Maximum number of cached verdicts.').click()
    await page.waitForURL('**/settings/content-filter#cache_size')
  })

  it('finds actions beside pages, settings and data, and does them by Enter (DESK-08)', async () => {
    const page = await go()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.fill('dark')
    await page.getByRole('option', { name: 'Switch to dark' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => theme(page)).toBe('dark')
    await page.keyboard.press('Control+k')
    await box.fill('ban npub')
    await page.getByRole('option', { name: 'Block a key' }).click()
    await page.getByRole('dialog', { name: 'Block' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')

    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    site.relay.answers.set('POST /api/backup/runs', { status: 202, body: fullOperation['/api/backup'] })
    await page.keyboard.press('Control+k')
    for (const action of [
      'Change tiers and prices',
      'Invite an admin',
      'Begin maintenance',
      'Add an alert rule',
      'Export or import all settings',
      'Replace all secrets',
      'Switch to light',
      'Log out',
      'Back up now',
    ]) {
      await box.fill(action)
      await page.getByRole('option', { name: action }).waitFor()
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => site.relay.calls).toContain('POST /api/backup/runs')
  })

  it('finds the tiers by their price', async () => {
    const page = await go()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('price')
    await page.getByRole('option', { name: 'Change tiers and prices' }).waitFor()
  })

  it.each([
    ['en', 'People', 'Search'],
    ['de', 'Personen', 'Suche'],
  ] as const)('SHELL-24: finds people, and opens their page by keyboard (%s)', async (language, category, title) => {
    const other = 'e'.repeat(64)
    const people = [
      { category: 'people', pubkey, name: 'Grace Harbour' },
      { category: 'people', pubkey: other, name: null },
    ]
    site.relay.answers.set('GET /api/search', { body: { results: people, unfinished: [] } })
    const { page } = await site.begin()
    await page.addInitScript(stored => localStorage.setItem('lng', stored), language)
    await page.goto(`${site.relay.url}/blocked-pubkeys`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: title })
    await box.fill('grace')
    const options = page.getByRole('group', { name: category }).getByRole('option')
    await options.filter({ hasText: 'Grace Harbour' }).waitFor()
    expect(await options.first().innerText()).toMatch(/npub1\w+…\w+/)
    await page.keyboard.press('ArrowDown')
    expect(await active(page)).toContain(npubEncode(other).slice(0, 10))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/people/${npubEncode(other)}`)
    await box.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Grace Harbour' }).waitFor({ state: 'detached' })
    await box.fill('grace')
    await page.getByRole('button', { name: category, exact: true }).click()
    await expect
      .poll(() => site.relay.received.findLast(({ call }) => call === 'GET /api/search')?.query.get('category'))
      .toBe('people')
  })

  it('R-27, SHELL-24: searches one category alone, opens an event as text, by a link too, and Back closes it', async () => {
    const page = await go()
    await page.getByRole('button', { name: 'Where to search' }).click()
    const offered = async () => (await page.getByRole('menuitemradio').allInnerTexts()).join(', ')
    await expect.poll(offered).toBe('All, Pages, Settings, People, Events, Files, Subscribers, Transactions')
    await page.getByRole('menuitemradio', { name: 'Events' }).click()
    await page.getByRole('combobox').fill('hornets')
    await page.getByRole('option', { name: /Hornets build/ }).waitFor()
    expect(await page.getByRole('option', { name: /sats|Port/ }).count()).toBe(0)
    await page.getByRole('option', { name: /Hornets build/ }).click()
    const dialog = page.getByRole('dialog')
    for (const text of ['in the port <b>', 'Text note']) await dialog.getByText(text).first().waitFor()
    const searches = () => site.relay.received.filter(({ call }) => call === 'GET /api/search')
    const searched = () => searches().map(({ query }) => query.get('category'))
    expect(searched()).toEqual(['events'])
    await page.reload()
    await dialog.getByText('Ada').waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/blocked-pubkeys')

    const filterBy = async (name: string) => {
      await page.getByRole('button', { name: 'Where to search' }).click()
      await page.getByRole('menuitemradio', { name, exact: true }).click()
    }
    await filterBy('Settings')
    await page.getByRole('combobox').fill('port')
    await page.getByRole('option', { name: /^Port/ }).first().waitFor()
    const groups = () =>
      page
        .getByRole('group')
        .filter({ has: page.getByRole('option') })
        .count()
    expect(await groups()).toBe(1)
    await page.keyboard.press('Escape')
    await filterBy('All')
    await page.getByRole('combobox').fill('port')
    for (const name of [/^Port/, /Hornets build/, /sats/]) await page.getByRole('option', { name }).first().waitFor()
    expect(searched()).toEqual(['events', null])
    for (const category of ['Files', 'Subscribers', 'Transactions']) {
      await page.keyboard.press('Escape')
      await filterBy(category)
      await page.getByRole('combobox').fill('port')
      await expect.poll(() => searched().at(-1)).toBe(category.toLowerCase())
    }
    await page.keyboard.press('Escape')
    await chooseGerman(page)
    await page.getByRole('button', { name: 'Wo gesucht wird' }).click()
    await expect
      .poll(offered)
      .toBe('Alles, Seiten, Einstellungen, Personen, Events, Dateien, Abonnenten, Transaktionen')
  })

  it('R-27: opens a transaction as it is now, from the search, by a link and from what was chosen last; Back closes it', async () => {
    const [, transaction] = found
    const page = await go()
    const dialog = page.getByRole('dialog')
    const confirm = (confirmations: number) =>
      site.relay.answers.set('GET /api/search', {
        body: { results: [{ ...transaction, confirmations, fee_sats: 212 }], unfinished: [] },
      })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('bc1qport')
    await page.getByRole('option', { name: /sats/ }).click()
    await dialog.getByText('3 confirmations').waitFor()
    expect(new URL(page.url()).search).toBe(`?tx=${'c'.repeat(64)}`)
    confirm(4)
    await page.reload()
    for (const text of ['4 confirmations', '212 sats']) await dialog.getByText(text).waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    confirm(5)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /sats/ }).click()
    await dialog.getByText('5 confirmations').waitFor()
    site.relay.answers.set('GET /api/search', { body: { results: [], unfinished: [] } })
    await page.goto(`${site.relay.url}/blocked-pubkeys?tx=${'e'.repeat(64)}`)
    await dialog.getByText('The wallet has not reported this transaction.').waitFor()
  })

  it('SHELL-24, SHELL-25: on phones it is a button that opens over everything; says when nothing is found or the server fails, asks nothing while one types, takes back what was passed over, and opens by Enter only results of the current query', async () => {
    const page = await go('/blocked-pubkeys', { width: 390 })
    const dialog = page.getByRole('dialog', { name: 'Search' })
    for (const width of [390, 767]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await dialog.waitFor()
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 900 })
      await dialog.getByRole('button', { name: 'Events', exact: true }).click()
      await dialog.getByRole('button', { name: 'Events', pressed: true }).waitFor()
      await dialog.getByRole('button', { name: 'All', exact: true }).click()
      expect(await page.getByRole('main').count(), 'what is below a modal is not there').toBe(0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    site.relay.answers.set('GET /api/search', { status: 500, body: { error: 'The disk is full' } })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('qqqq')
    await page.getByText('The relay could not be searched: The disk is full').waitFor()
    site.relay.answers.set('GET /api/search', { body: { results: [], unfinished: [] } })
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found for “qqqq”').waitFor()
    site.relay.answers.set('GET /api/search', { body: { results: [], unfinished: ['events'] } })
    await page.getByRole('combobox').fill('qqqqq')
    await page.getByText('Part of the search took too long').waitFor()

    site.relay.answers.set('GET /api/search', { body: { results: found, unfinished: [] } })
    const given: string[] = []
    page.on('requestfailed', request => given.push(request.url()))
    await page.route('**/api/search*', async route => {
      if (route.request().url().includes('q=slow')) return
      await route.continue()
    })
    await Promise.all([page.waitForRequest('**/api/search?q=slow*'), page.getByRole('combobox').fill('slow')])
    await page.getByRole('combobox').fill('port')
    await page.getByText('Hornets build').waitFor()
    expect(given.map(url => new URL(url).searchParams.get('q'))).toEqual(['slow'])

    const id = 'f'.repeat(64)
    const other = { ...event, id, content: 'Another note' }
    site.relay.answers.set(`GET /api/events/${id}`, { body: { event: other, author: 'Ada' } })
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.fill('bc1qport')
    await page.getByRole('option', { name: /sats/ }).waitFor()
    await page.route('**/api/search*', async route => {
      await mayAnswer
      await route.continue()
    })
    const results = [{ ...found[0], id, excerpt: other.content }]
    site.relay.answers.set('GET /api/search', { body: { results, unfinished: [] } })
    await box.fill(id)
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await page.keyboard.press('Enter')
    await box.waitFor()
    answer()
    await page.getByRole('dialog').getByText('Another note').first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe(`?event=${id}`)
  })
})

describe('shortcuts', () => {
  it('SHELL-14: go to pages, change theme and sidebar, appear on the sheet, and pause while typing; the profile menu has them, and copies the key of who is signed in', async () => {
    const page = await go('/blocked-pubkeys')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    for (const name of ['Light', 'Dark']) await page.getByRole('menuitemradio', { name, exact: true }).waitFor()
    for (const name of ['Profile', 'Night mode: off', 'Install app', 'Log out'])
      await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'Install app' }).click()
    await page.getByText(/^There was an error installing the app\./).waitFor()
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Copy public key' }).click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npub1[0-9a-z]{58}$/)
    for (const name of ['Dark', 'Light']) {
      await page.getByRole('button', { name: 'Profile menu' }).click()
      await page.getByRole('menuitemradio', { name, exact: true }).click()
      await expect.poll(() => theme(page)).toBe(name.toLowerCase())
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await chooseGerman(page)
    await page.getByRole('button', { name: 'Profilmenü' }).click()
    for (const name of ['Hell', 'Dunkel']) await page.getByRole('menuitemradio', { name, exact: true }).waitFor()
    for (const name of ['Nachtmodus: aus', 'App installieren', 'Abmelden'])
      await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.keyboard.press('Escape')

    await page.getByLabel('Search the block list').fill('')
    await page.keyboard.type('gnt[?')
    expect([await page.getByLabel('Search the block list').inputValue(), await theme(page)]).toEqual(['gnt[?', 'light'])
    await page.locator('#content').focus()
    await page.keyboard.press('t')
    expect(await theme(page)).toBe('dark')
    await page.keyboard.press('[')
    await page.waitForFunction(() => document.querySelector('aside')?.getBoundingClientRect().width === 80)
    await page.keyboard.type('gn')
    await page.waitForURL('**/nostr-stats**')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Access control').waitFor()

    await sheet.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.type('t?')
    expect([await theme(page), await sheet.count()]).toEqual(['dark', 0])
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await sheet.waitFor()
  })
})
