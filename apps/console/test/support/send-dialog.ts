import type { Page } from 'playwright-core'
import { recipient } from './stubs/stub-wallet.ts'
import type { openWalletConsole } from './wallet-visit.ts'

export function sendDialog(world: Pick<ReturnType<typeof openWalletConsole>, 'go'>) {
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true })
  const says = (page: Page, text: string | RegExp) => page.getByRole('dialog').getByText(text).first().waitFor()

  async function openSend(options = {}): Promise<Page> {
    const page = await world.go('/wallet', options)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    return page
  }
  async function toAmount(options = {}, to = recipient): Promise<Page> {
    const page = await world.go('/wallet', options)
    await reopen(page, to)
    return page
  }
  /** The amount step of another payment, without loading the page. */
  async function reopen(page: Page, to = recipient): Promise<void> {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabel('Address', { exact: true }).fill(to)
    await button(page, 'Continue').click()
    await says(page, '2 of 3: Amount')
  }
  async function toGermanAmount(page: Page): Promise<void> {
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.goto(new URL('/wallet', page.url()).href)
    await page.getByRole('button', { name: 'Senden', exact: true }).click()
    await page.getByLabel('Adresse', { exact: true }).fill(recipient)
    await button(page, 'Weiter').click()
    await says(page, '2 von 3: Betrag')
  }
  async function toReview(amount = '12000', options = {}): Promise<Page> {
    const page = await toAmount(options)
    await review(page, amount)
    return page
  }
  async function payAgain(page: Page, rate?: string): Promise<void> {
    await reopen(page)
    if (rate) await page.getByLabel('Fee rate').fill(rate)
    await review(page, '12000')
  }
  async function review(page: Page, amount: string): Promise<void> {
    await page.getByLabel('Amount').fill(amount)
    // Checked directly: a click looks again only after half a second.
    await page
      .locator('[role=dialog] button:not([aria-disabled=true]):not([disabled])', { hasText: /^Send$/ })
      .waitFor()
    await button(page, 'Send').click()
    await says(page, '3 of 3: Review transaction')
  }
  const sendNow = (page: Page) => button(page, 'Send 12,000 sats').click()
  return { button, says, openSend, toAmount, toGermanAmount, toReview, reopen, payAgain, review, sendNow }
}
