import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ownAddress, transaction } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const txid = '4'.padStart(64, '0')
const old = transaction(3, 150_000)
const arriving = (more: object = {}) =>
  transaction(4, 25_000, { Date: new Date().toISOString(), confirmations: 0, label: 'Till', ...more })
const toasts = (page: Page, text: string | RegExp) => page.getByLabel('Messages').getByText(text)

function history(...rows: unknown[]): void {
  world.relay.answers.set('GET /api/transactions/latest', { body: [...rows, old] })
}
const changed = () => world.relay.tell('changed', { what: 'wallet' })
const asked = () => world.relay.calls.filter(call => call === 'GET /api/transactions/latest').length

/** Repeats until heard: calls may be under way when the stream first speaks. */
async function hears(page: Page, text: string | RegExp): Promise<void> {
  const told = () => {
    changed()
    return toasts(page, text).count()
  }
  await expect.poll(told, { interval: 250, timeout: 15_000 }).toBe(1)
}

async function open(path: string): Promise<Page> {
  history()
  const before = asked()
  const page = await world.go(path)
  await expect.poll(asked).toBeGreaterThan(before)
  return page
}

it('shows an incoming payment on any page with its value and label, and opens it', async () => {
  const rates = [{ ID: 1, Rate: '60000.00', TimestampHornets: new Date().toISOString() }]
  world.relay.answers.set('GET /api/bitcoin-rates/last-30-days', { body: rates })
  const page = await open('/settings')
  history(arriving())
  await hears(page, 'Received 25,000 sats')
  await toasts(page, '$15.00 · Till · Pending').waitFor()
  const found = {
    category: 'transactions',
    txid,
    date: arriving().Date,
    value: 25_000,
    address: ownAddress,
    confirmations: 0,
  }
  world.relay.answers.set('GET /api/search', { body: { results: [found], took_ms: 1 } })
  await page.getByLabel('Messages').getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tx')).toBe(txid)
})

it('notifies once for two tabs, and once more without a button on confirmation', async () => {
  const first = await open('/settings')
  const before = asked()
  const second = await first.context().newPage()
  await second.goto(`${world.relay.url}/settings`)
  await expect.poll(asked).toBeGreaterThan(before)
  const count = async (text: string) =>
    (await Promise.all([first, second].map(page => toasts(page, text).count()))).reduce((sum, one) => sum + one)
  const hear = async () => {
    const heard = asked()
    const tell = () => {
      changed()
      return asked()
    }
    // Both tabs, including one that was still loading when the stream first spoke.
    await expect.poll(tell, { interval: 1000, timeout: 15_000 }).toBeGreaterThanOrEqual(heard + 4)
  }
  history(arriving())
  // Messages disappear by themselves, so look while the tabs are told.
  const isSaid = (text: string) => expect.poll(() => count(text), { timeout: 15_000 }).toBe(1)
  await Promise.all([hear(), isSaid('Received 25,000 sats')])
  history(arriving({ confirmations: 1 }))
  await Promise.all([hear(), isSaid('25,000 sats confirmed')])
  history(arriving({ confirmations: 2 }))
  await hear()
  await second.reload()
  await hear()
  expect(await count('25,000 sats confirmed')).toBeLessThanOrEqual(1)
  expect(await count('Received 25,000 sats')).toBeLessThanOrEqual(1)
})

it('does not notify about a history that arrives in bulk, as after a restore, and shows no value without a current rate', async () => {
  const page = await open('/settings')
  history(transaction(1, 2_500_000), transaction(2, 90_000))
  const heard = asked()
  // Again and again: the page may still be opening its live stream.
  const tell = () => {
    changed()
    return asked()
  }
  await expect.poll(tell, { interval: 250, timeout: 15_000 }).toBeGreaterThan(heard)
  history(transaction(1, 2_500_000), transaction(2, 90_000), arriving())
  await hears(page, 'Received 25,000 sats')
  await toasts(page, /^Till · Pending$/).waitFor()
  expect(await toasts(page, /^Received|received/).count()).toBe(1)
})
