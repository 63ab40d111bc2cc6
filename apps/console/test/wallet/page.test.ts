import { messages } from '@hornets/contract/messages'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readCode } from '../support/fake-camera.ts'
import { balance, ownAddress, recipient, transaction } from '../support/stubs/stub-wallet.ts'
import { chooseGerman } from '../support/visitor.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })
const failing = (call: string) => answer(call, { error: messages.databaseAway, code: 'internal' }, 500)

/** Opens the page of the wallet from the dashboard, whose figures stay while the wallet is away for a moment. */
async function fromTheDashboard(width: number): Promise<Page> {
  const health = world.relay.answers.get('GET /wallet/health') as object
  const page = await world.go('/', { width })
  const glance = card(page, 'Your balance')
  await glance.getByText('Regtest').waitFor()
  await glance.getByText('Block 204').waitFor()
  await glance.getByText('$1,600.00').waitFor()
  await glance.getByText('2.5M Sats', { exact: true }).waitFor()
  expect(await glance.getByText(/^as of/).count()).toBe(0)
  // When the wallet is away, its last figures stay.
  answer('GET /wallet/health', { status: 'off', message: messages.walletAway })
  world.relay.tell('changed', { what: 'wallet' })
  await glance.getByText(/^as of Jan 30, 2026/).waitFor()
  await glance.getByText('Block 204').waitFor({ state: 'detached' })
  await glance.getByRole('link', { name: 'Open wallet' }).click()
  await page.waitForURL('**/wallet')
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  for (const name of ['Send', 'Receiving addresses', 'Unconfirmed Transactions'])
    await card(page, 'Your balance').getByRole('button', { name, exact: true }).waitFor()
  world.relay.answers.set('GET /wallet/health', health)
  world.relay.tell('changed', { what: 'wallet' })
  return page
}

describe('WALLET-02, WALLET-05: the wallet at each width', () => {
  it('R-17, ROUTE-08, SHELL-08, R-88, WALLET-05: shows it beside the dashboard on desktops without a page or menu item, and asks the extension only from its dialogs', async () => {
    const page = await world.go('/wallet', { width: 1280 })
    await page.waitForURL(`${world.relay.url}/`)
    expect(await page.getByRole('link', { name: 'Wallet', exact: true }).count()).toBe(0)
    await card(page, 'Your Transactions').getByText('+150,000 sats').waitFor()
    expect(world.relay.calls.filter(call => call.includes('challenge'))).toEqual([])
    for (const [name, title] of [
      ['Send', 'Send bitcoin'],
      ['Receiving addresses', 'Receiving addresses'],
      ['Unconfirmed Transactions', 'Unconfirmed Transactions'],
    ] as const) {
      await card(page, 'Your balance').getByRole('button', { name, exact: true }).click()
      await dialog(page).getByRole('heading', { level: 2, name: title }).waitFor()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await dialog(page).waitFor({ state: 'detached' })
    }

    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    for (const name of ['Senden', 'Empfangsadressen', 'Unbestätigte Transaktionen'])
      await card(page, 'Ihr Guthaben').getByRole('button', { name, exact: true }).waitFor()
    await card(page, 'Ihre Transaktionen').getByRole('button', { name: 'Alle ansehen', exact: true }).waitFor()
  })

  it('R-17, ROUTE-07, DASH-07, WALLET-04: has its own page on phones, linked from the balance, chain and time on the dashboard', async () => {
    const page = await fromTheDashboard(390)
    // Desktops show the whole panel on the dashboard instead.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.waitForURL(`${world.relay.url}/`)
    await card(page, 'Your balance').getByText('$1,600.00').waitFor()
    await card(page, 'Your balance').getByText('2.5M Sats', { exact: true }).waitFor()
    answer('GET /api/balance/usd', { ...balance, balance_usd: 1700, latest_balance: 2_700_000 })
    world.relay.tell('changed', { what: 'wallet' })
    await card(page, 'Your balance').getByText('$1,700.00').waitFor()
    await card(page, 'Your balance').getByText('2.7M Sats', { exact: true }).waitFor()
    await card(page, 'Your balance').getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  it('SHELL-08, ROUTE-07, WALLET-06: has its own page on tablets; closes the page and its menu item when the window grows to a desktop, whose dashboard has the price too, but keeps an open dialog and its input', async () => {
    const page = await fromTheDashboard(820)
    const item = page.getByRole('link', { name: 'Wallet', exact: true })
    await item.waitFor()
    await card(page, 'Your balance').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabel('Address', { exact: true }).fill('lnbc1')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByText('This is a Lightning invoice').waitFor()
    expect(new URL(page.url()).pathname).toBe('/wallet')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(`${world.relay.url}/`)
    await item.waitFor({ state: 'detached' })
    await card(page, 'Bitcoin price').getByText('+4.68%').waitFor()
  })
})

it('reads a value with a decimal point as bitcoin, counts addresses from 1 and shows dollars without a known rate as unknown (DATA-01, DATA-04, DATA-11)', async () => {
  const values = ['0.0015', '-0.00020000', '1.00000000', 5000, '-70']
  const rows = values.map((Value, at) => ({ ...transaction(at + 1, 0), Value })).reverse()
  answer('GET /api/transactions/latest', rows)
  answer('GET /api/balance/usd', { ...balance, balance_usd: 640, balance_usd_known: false })
  const addresses = ['0', '7', '41'].map(index => ({ index, address: `bcrt1qnumber${index}`, used: false }))
  answer('GET /api/addresses', addresses)
  const page = await world.go('/', { width: 1279 })
  const panel = card(page, 'Your balance')
  for (const isWhole of [false, true]) {
    if (isWhole) await panel.getByRole('link', { name: 'Open wallet' }).click()
    await panel.getByRole('button', { name: 'Send' }).waitFor({ state: isWhole ? 'visible' : 'detached' })
    await panel.getByText('USD value unknown').waitFor()
    expect(await panel.getByText('$').count()).toBe(0)
  }
  const list = card(page, 'Your Transactions')
  for (const sats of ['+150,000', '-20,000', '+100,000,000', '+5,000', '-70'])
    await list.getByText(`${sats} sats`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Receiving addresses' }).click()
  for (const [number, index] of [
    [1, 0],
    [8, 7],
    [42, 41],
  ]) {
    const row = dialog(page)
      .getByRole('listitem')
      .filter({ hasText: `bcrt1qnumber${index}` })
    await row.getByText(`Address: ${number}`, { exact: true }).waitFor()
  }
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await chooseGerman(page)
  await page.getByText('Wert in USD unbekannt').waitFor()
  await page.getByRole('button', { name: 'Empfangsadressen' }).click()
  await dialog(page).getByText('Adresse: 42', { exact: true }).waitFor()
})

describe('the balance', () => {
  it('WALLET-01, WALLET-02, WALLET-03: shows USD first, or Sats on request, with the other one smaller, updates by itself, and shows an unreported balance as unknown, not zero', async () => {
    const page = await world.go('/wallet')
    const panel = card(page, 'Your balance')
    const figure = panel.locator('.text-figure')
    await panel.getByText('$1,600.00').waitFor()
    await panel.getByRole('heading', { name: 'Your balance', exact: true }).waitFor()
    const units = panel.getByRole('group', { name: 'Unit' }).getByRole('button')
    const pressed = () => units.evaluateAll(all => all.map(one => [one.textContent, one.ariaPressed]))
    expect(await pressed()).toEqual([
      ['USD', 'true'],
      ['Sats', 'false'],
    ])
    expect([await figure.innerText(), await panel.getByText('2.5M Sats').count()]).toEqual(['$1,600.00', 1])
    const sizeOf = (text: string) =>
      panel.getByText(text, { exact: true }).evaluate(one => Number.parseFloat(getComputedStyle(one).fontSize))
    expect(await sizeOf('2.5M Sats')).toBeLessThan(await sizeOf('$1,600.00'))
    await panel.getByText(/^rate from Jan 30, 2026/).waitFor()
    for (const width of [390, 820, 1279]) {
      await page.setViewportSize({ width, height: 900 })
      for (const part of [panel.getByRole('heading', { name: 'Your balance' }), units.last(), figure])
        await part.waitFor()
      await panel.getByText('2.5M Sats', { exact: true }).waitFor()
    }
    await panel.getByRole('button', { name: 'Sats', exact: true }).click()
    expect([await figure.innerText(), await panel.getByText('$1,600.00').count()]).toEqual(['2.5M Sats', 1])
    await panel.getByRole('button', { name: 'USD', exact: true }).click()
    expect(await figure.innerText()).toBe('$1,600.00')
    await panel.getByRole('button', { name: 'Sats', exact: true }).click()

    const rate_at = new Date().toISOString()
    answer('GET /api/balance/usd', { ...balance, balance_usd: 1700, pending_sats: 120_000, rate_at })
    world.relay.tell('changed', { what: 'wallet' })
    await panel.getByText('$1,700.00').waitFor()
    await panel.getByText('+120,000 sats pending').waitFor()
    expect([await figure.innerText(), await panel.getByText(/^rate from/).count()]).toEqual(['2.5M Sats', 0])

    answer('GET /api/balance/usd', { ...balance, balance_usd: null })
    world.relay.tell('changed', { what: 'wallet' })
    await card(page, 'Your balance').getByText('USD value unknown').waitFor()
    answer('GET /api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
    world.relay.tell('changed', { what: 'wallet' })
    await card(page, 'Your balance').getByText('Unknown', { exact: true }).waitFor()
    expect(await page.getByText('0 Sats', { exact: true }).count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await card(page, 'Ihr Guthaben').getByRole('heading', { name: 'Ihr Guthaben', exact: true }).waitFor()
  })

  it('API-09, R-58: shows the last report of a wallet that is silent or has no chain and disables sending, reports a missing wallet service, and shows the chain tip and refusals in the status line', async () => {
    const health = world.relay.answers.get('GET /wallet/health') as { body: object }
    const page = await world.go('/')
    const line = page.getByRole('list', { name: 'Relay now' })
    await line.getByText('Block 204').waitFor()
    await line.getByText('12 events in the last minute, 1 refused').waitFor()
    answer('GET /wallet/health', { ...health.body, tip_height: 1205 })
    world.relay.tell('changed', { what: 'wallet' })
    await line.getByText('Block 1,205').waitFor()

    answer('GET /wallet/health', { ...health.body, chain_source: 'none', synced: false, status: 'degraded' })
    world.relay.tell('changed', { what: 'wallet' })
    await card(page, 'Your balance').getByText('The wallet is offline').waitFor()
    await card(page, 'Your balance').getByText('$1,600.00').waitFor()

    answer('GET /wallet/health', { status: 'off', message: messages.walletAway })
    world.relay.tell('changed', { what: 'wallet' })
    const panel = card(page, 'Your balance')
    await panel.getByText('The wallet is not responding').waitFor()
    await panel.getByText('$1,600.00').waitFor()
    await panel.getByText('2.5M Sats').waitFor()
    expect(await panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await line.getByText('Block').waitFor({ state: 'detached' })
    answer('GET /api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
    world.relay.tell('changed', { what: 'wallet' })
    await panel.getByText('No wallet', { exact: true }).waitFor()
  })
})

describe('API-19, WALLET-06, WALLET-08: the price', () => {
  it('WALLET-07, WALLET-14, CONST-08, R-70: says of when it is and how it has changed, on an axis of whole thousands; of some hours it makes no 30 days', async () => {
    const page = await world.go('/wallet')
    const price = card(page, 'Bitcoin price')
    await price.getByText(/^\$64,900\.00 at Jan 30, 2026.*; last 30 days$/).waitFor()
    const chart = page.getByRole('slider', { name: 'Bitcoin price' })
    expect(await chart.getAttribute('aria-valuemax')).toBe('29')
    const up = price.getByText('+4.68%')
    expect(await up.getAttribute('class')).toContain('text-ok')
    expect(await up.getAttribute('title')).toBe('Change over 30 days')
    for (const width of [390, 1279]) {
      await page.setViewportSize({ width, height: 900 })
      for (const part of [up, chart, price.getByRole('heading', { name: 'Bitcoin price' })]) await part.waitFor()
    }
    await price.getByText('62K', { exact: true }).waitFor()
    expect(
      await price
        .locator('svg')
        .last()
        .getByText(/^6\d(\.\d)?K$/)
        .allTextContents(),
    ).toEqual(['62K', '62.6K', '63.2K', '63.8K', '64.4K', '65K'])

    // Three known hours, three unknown ones, and one more.
    const hours = [10, 11, 12, 16].map((hour, index) => ({
      ID: index,
      Rate: (64_000.12 - index * 500).toFixed(2),
      TimestampHornets: `2026-01-30T${hour}:00:00Z`,
    }))
    answer('GET /api/bitcoin-rates/last-30-days', hours)
    world.relay.tell('changed', { what: 'rates' })
    const down = price.getByText('-2.34%')
    await down.waitFor()
    expect(await down.getAttribute('class')).toContain('text-bad')
    expect(await down.getAttribute('title')).toMatch(/^Change since Jan 30, 2026/)
    await price.getByText(/^\$62,500\.12 at .*; since Jan 30$/).waitFor()
    expect(await chart.getAttribute('aria-valuemax')).toBe('6')
    expect(await price.locator('path[stroke=currentColor]').getAttribute('d')).toMatch(/^M[^M]+L[^M]+M[^L]+$/)
    answer(
      'GET /api/bitcoin-rates/last-30-days',
      hours.map(hour => ({ ...hour, Rate: '64000.12' })),
    )
    world.relay.tell('changed', { what: 'rates' })
    const level = price.getByText('0.00%')
    await level.waitFor()
    expect(await level.getAttribute('class')).not.toMatch(/text-(ok|bad)/)
    answer('GET /api/bitcoin-rates/last-30-days', hours)
    world.relay.tell('changed', { what: 'rates' })
    await down.waitFor()
    await chooseGerman(page)
    await card(page, 'Bitcoin-Kurs')
      .getByText(/-2,34\s%/)
      .waitFor()
  })
})

describe('API-10: the transactions', () => {
  it('WALLET-10, WALLET-11, WALLET-12: show amount, time, direction, value then, and unknown senders, and update confirmations', async () => {
    const first = (confirmations: number) => transaction(1, 5000, { confirmations })
    const old = transaction(2, 70_000, { origin_unknown: true })
    answer('GET /api/transactions/latest', [first(0), transaction(2, -20_000), old])
    const page = await world.go('/wallet')
    const list = card(page, 'Your Transactions')
    const lines = list.getByRole('listitem')
    await lines.nth(2).waitFor()
    const amounts = (await lines.allInnerTexts()).map(text => /[+-][\d,]+ sats/.exec(text)?.[0])
    expect(amounts).toEqual(['+5,000 sats', '-20,000 sats', '+70,000 sats'])
    const line = lines.nth(1)
    await line.getByText('-20,000 sats').waitFor()
    await line.getByText('Sent').waitFor()
    const times = await lines.evaluateAll(all => all.map(one => one.querySelector('time')?.textContent))
    expect(times).toEqual([1, 2, 2].map(day => expect.stringMatching(`^Jan ${day}, .*12:00\\sPM$`)))
    await lines.first().getByText('Received').waitFor()
    const [txid] = transaction(2, -20_000).Address.split(':')
    await line.getByTitle(`${txid}\n${ownAddress}`).waitFor()
    await line.getByText('3 confirmations').waitFor()
    await line.getByText('-$12.42').waitFor()
    for (const width of [390, 1279]) {
      await page.setViewportSize({ width, height: 900 })
      await list.getByRole('heading', { name: 'Your Transactions' }).waitFor()
      for (const part of ['-20,000 sats', 'Sent', '-$12.42', /^Jan 2/]) await line.getByText(part).waitFor()
    }
    await list.getByText('Unconfirmed').waitFor()
    await list.getByText("Older than the bitcoin node's stored blocks").waitFor()
    answer('GET /api/transactions/latest', [first(1)])
    world.relay.tell('changed', { what: 'wallet' })
    await list.getByText('1 confirmation', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'View Transactions', exact: true }).click()
    await dialog(page).getByText('$3.10', { exact: true }).waitFor()
    await dialog(page)
      .getByTitle(`${first(1).Address.split(':')[0]}\n${ownAddress}`)
      .waitFor()
    await dialog(page)
      .getByText(/^Jan 1, 2026, 12:00\sPM$/)
      .waitFor()
  })

  it('WALLET-09, WALLET-10, WALLET-13: open as a chart of what came in, with the whole list under it; show errors with a retry, and how to get a first transaction if there are none; explain why rates could not be loaded', async () => {
    failing('GET /api/bitcoin-rates/last-30-days')
    answer('GET /api/transactions/latest', { error: 'x', code: 'forbidden' }, 403)
    const page = await world.go('/wallet')
    await page.getByText(`Error loading exchange rates: ${messages.databaseAway}`, { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByText(/^Fehler beim Laden der Wechselkurse: Die Datenbank der Konten antwortet nicht/).waitFor()
    await card(page, 'Ihre Transaktionen').getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    const again = card(page, 'Your Transactions').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    answer('GET /api/transactions/latest', [])
    await again.click()
    await card(page, 'Your Transactions').getByText('No transactions').waitFor()

    answer('GET /api/transactions/latest', [transaction(4, 0), transaction(3, 150_000), transaction(2, -20_000)])
    world.relay.tell('changed', { what: 'wallet' })
    await card(page, 'Your Transactions').getByText('+150,000 sats').waitFor()
    await card(page, 'Your Transactions').getByRole('button', { name: 'View Transactions', exact: true }).click()
    const chart = dialog(page).getByRole('slider', { name: 'Received, sats' })
    await chart.waitFor()
    expect([await chart.getAttribute('aria-valuemin'), await chart.getAttribute('aria-valuemax')]).toEqual(['0', '0'])
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/Jan 3, 2026.*150,000 sats/)
    expect(await dialog(page).getByRole('listitem').count()).toBe(3)
  })
})

describe('API-18, WALLET-63: receiving addresses', () => {
  it('WALLET-62, WALLET-64, WALLET-65: lists, copies and shows addresses as codes, and a new one immediately; shows why they cannot be loaded or that there are none, and signs in over the dialog after a 401', async () => {
    const addresses = world.relay.answers.get('GET /api/addresses') as object
    answer('GET /api/addresses', { error: 'x', code: 'forbidden' }, 403)
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Receiving addresses' }).click()
    await dialog(page).getByText('Failed to load addresses. Please try again later.', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    world.relay.answers.set('GET /api/addresses', addresses)
    await page.getByRole('button', { name: 'Receiving addresses' }).click()
    for (const width of [390, 1279]) {
      await page.setViewportSize({ width, height: 900 })
      await dialog(page).getByText('Address: 1', { exact: true }).waitFor()
      await dialog(page).getByText(ownAddress).waitFor()
      await dialog(page).getByRole('button', { name: 'Copy address 2' }).waitFor()
    }
    await dialog(page).getByRole('button', { name: 'Copy address 2' }).click()
    await page.getByText('Copied to clipboard', { exact: true }).waitFor()
    const second = dialog(page).getByRole('listitem').filter({ hasText: 'Address: 2' })
    expect(await second.innerText()).toContain(ownAddress)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ownAddress)
    await dialog(page).getByRole('button', { name: 'Show the code of address 2' }).click()
    expect(await readCode(dialog(page).getByRole('img', { name: 'QR code of address 2' }))).toContain(ownAddress)
    await dialog(page).getByRole('button', { name: 'New address' }).click()
    await dialog(page).getByRole('img', { name: 'QR code of address 3' }).waitFor()
    await dialog(page).getByRole('heading', { name: 'Address: 3', exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Copy address 3' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recipient)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog', { name: 'Receiving addresses' }).waitFor({ state: 'detached' })

    answer('GET /api/addresses', [])
    world.relay.tell('changed', { what: 'wallet' })
    await page.getByRole('button', { name: 'Receiving addresses' }).click()
    await dialog(page).getByText('No receiving addresses available at the moment.', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await dialog(page).getByText('Zurzeit sind keine Empfangsadressen vorhanden.', { exact: true }).waitFor()
    world.relay.answers.set('GET /api/addresses', addresses)
    world.relay.tell('changed', { what: 'wallet' })
    await dialog(page).getByText('Adresse: 1', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Adresse 1 kopieren' }).click()
    await page.getByText('In die Zwischenablage kopiert', { exact: true }).waitFor()
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    answer('POST /wallet/addresses', { error: walletMessages.notSearched, code: 'unavailable' }, 503)
    await dialog(page).getByRole('button', { name: 'New address' }).click()
    await dialog(page).getByRole('alert').getByText(walletMessages.notSearched).waitFor()
    answer('GET /api/addresses', { error: 'Invalid or expired token', code: 'unauthorized' }, 401)
    world.relay.tell('changed', { what: 'wallet' })
    const signIn = page.getByRole('alertdialog', { name: 'Sign in again' })
    await signIn.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/auth/login')
  })
})
