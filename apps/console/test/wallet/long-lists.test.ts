import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { coins, recipient } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialog = (page: Page) => page.getByRole('dialog')
const lines = (page: Page) => dialog(page).getByRole('listitem')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/** The visible lines and a few more. */
const fewLines = 40

async function open(name: string): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name, exact: true }).click()
  return page
}
const scrollToEnd = (page: Page) =>
  expect.poll(async () => {
    // Lines may turn out taller than estimated, which moves the end down.
    await dialog(page).evaluate(box => box.scrollTo(0, box.scrollHeight))
    return lines(page).last().getAttribute('aria-posinset')
  })

function playCoins(count: number): void {
  const [coin] = coins
  const many = Array.from({ length: count }, (_, index) => ({
    ...coin,
    outpoint: `${String(index).padStart(64, '0')}:0`,
    value_sats: 1_000_000 + index,
  }))
  world.relay.answers.set('GET /wallet/coins', { body: many })
}

it('lists all receiving addresses newest first beyond one page, and renders only visible ones', async () => {
  const rows = Array.from({ length: 1001 }, (_, index) => ({ index: String(index), address: `bcrt1${index}` }))
  world.relay.answers.set('GET /api/addresses', ({ query }) => {
    const first = Number(query.get('after') ?? -1) + 1
    return { body: rows.slice(first, first + Math.min(1000, Number(query.get('limit') ?? 1000))) }
  })
  const page = await open('Receiving addresses')
  await button(page, 'Show all 1,001').click()
  await expect.poll(() => lines(page).first().innerText()).toContain('Address: 1001')
  await scrollToEnd(page).toBe('1001')
  expect(await lines(page).last().innerText()).toContain('Address: 1\n')
  expect(await lines(page).count()).toBeLessThan(fewLines)
  // New rows above the list do not blank it.
  await lines(page).last().getByRole('button', { name: 'Show the code of address 1' }).click()
  await dialog(page).getByRole('img', { name: 'QR code of address 1' }).waitFor()
  await scrollToEnd(page).toBe('1001')
})

it('requests a complete list of receiving addresses at most once more', async () => {
  const body = Array.from({ length: 1001 }, (_, index) => ({ index: String(index), address: `bcrt1${index}` }))
  world.relay.answers.set('GET /api/addresses', { body })
  const page = await open('Receiving addresses')
  await button(page, 'Show all 1,001').waitFor()
  expect(world.relay.calls.filter(call => call === 'GET /api/addresses').length).toBeLessThanOrEqual(2)
})

it('of two thousand coins only those in view are in the document, in the list and to choose from; typed text and choices outlast scrolling', async () => {
  playCoins(2000)
  const page = await open('Coins')
  await dialog(page).getByText('2,000 coins').waitFor()
  expect(await lines(page).count()).toBeLessThan(fewLines)
  await button(page, 'Label the coin of 1,000,001 sats').click()
  const field = page.getByRole('textbox', { name: 'Label of the coin of 1,000,001 sats' })
  await field.fill('Rent')
  await scrollToEnd(page).toBe('2000')
  expect(await lines(page).last().innerText()).toContain('1,001,999 sats')
  expect(await lines(page).count()).toBeLessThan(fewLines)
  await dialog(page).evaluate(box => box.scrollTo(0, 0))
  expect(await field.inputValue()).toBe('Rent')

  await field.press('Escape')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button(page, 'Continue').click()
  await page.getByText('Label and coins').click()
  await button(page, 'Choose coins').click()
  const box = dialog(page).locator('div:has(> ul)')
  await page.getByRole('checkbox', { name: /1,000,001 sats/ }).click()
  await box.evaluate(list => list.scrollTo(0, list.scrollHeight))
  await page.getByRole('checkbox', { name: /1,001,999 sats/ }).click()
  expect(await lines(page).count()).toBeLessThan(fewLines)
  await button(page, 'Use these').click()
  await dialog(page).getByText('2 chosen, 2,002,000 sats').waitFor()
})
