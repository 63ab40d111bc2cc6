import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { health } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const card = (page: Page) => page.getByRole('region', { name: 'Balance over time' })
const phone = { width: 390 }
const today = new Date().toISOString().slice(0, 10)
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const history = {
  opening_sats: 100_000,
  days: [
    { day: dayBefore(3), sats: 250_000 },
    { day: today, sats: 180_000 },
  ],
  undated_sats: 0,
}

/** Signing in at the wallet takes a press and nothing less. */
async function open(body: unknown = history): Promise<Page> {
  world.relay.answers.set('GET /wallet/balance/history', { body })
  const page = await world.go('/wallet', phone)
  await card(page).getByText('The history is stored in the wallet only').waitFor()
  expect(world.relay.calls).not.toContain('GET /wallet/balance/history')
  await card(page).getByRole('button', { name: 'Show balance' }).click()
  return page
}

it('shows each day as it was, and worth only where a rate of that day is known, as a chart and as a table', async () => {
  const rates = [{ ID: 1, Rate: '50000.00', TimestampHornets: `${dayBefore(3)}T10:00:00Z` }]
  world.relay.answers.set('GET /api/bitcoin-rates/last-30-days', { body: rates })
  const page = await open()
  await card(page).getByRole('slider').waitFor()
  await card(page).getByRole('button', { name: 'Balance over time: show as a table' }).click()
  const rows = card(page).getByRole('row')
  await expect.poll(() => rows.count()).toBe(31)
  const cells = await rows.evaluateAll(all =>
    all.slice(-4).map(row => [...row.querySelectorAll('td')].slice(1).map(cell => cell.textContent)),
  )
  expect(cells).toEqual([
    ['250,000 sats', '$125.00'],
    ['250,000 sats', 'USD unknown'],
    ['250,000 sats', 'USD unknown'],
    ['180,000 sats', 'USD unknown'],
  ])
  await card(page).getByRole('button', { name: 'Week' }).click()
  await expect.poll(() => rows.count()).toBe(8)
  const asked = world.relay.received.filter(({ call }) => call === 'GET /wallet/balance/history')
  expect(asked.map(({ query }) => query.get('days'))).toEqual(['30', '7'])
})

it('says that there was nothing yet, and what to do when it cannot be read', async () => {
  const page = await open({ opening_sats: 0, days: [], undated_sats: 0 })
  await card(page).getByText('No balance yet').waitFor()
  const refusal = { status: 400, body: { error: 'Bad request', code: 'bad_request' } }
  world.relay.answers.set('GET /wallet/balance/history', refusal)
  await card(page).getByRole('button', { name: 'Year' }).click()
  await card(page).getByText('No data').waitFor()
  world.relay.answers.set('GET /wallet/balance/history', { body: history })
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await card(page).getByRole('slider').waitFor()
})

it('offers no balance history without a wallet', async () => {
  world.relay.answers.set('GET /wallet/health', { body: { ...health, wallet: 'none' } })
  const page = await world.go('/wallet', phone)
  await card(page).getByText('No balance yet').waitFor()
  expect(await card(page).getByRole('button', { name: 'Show balance' }).count()).toBe(0)
})

it('the history is saved as a file for spreadsheets', async () => {
  world.relay.answers.set('GET /wallet/transactions/export', { text: 'date,txid\r\n' })
  const page = await world.go('/wallet?wallet=history', phone)
  const saving = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^wallet-history-\d{4}-\d\d-\d\d\.csv$/)
  const [call] = world.relay.received.filter(one => one.call === 'GET /wallet/transactions/export')
  expect(call?.query.get('separator')).toBe('comma')
  expect(call?.headers.authorization).toBe('Bearer wallet token')
})
