import type { Locator, Page } from 'playwright-core'

export const walletPassword = 'correct horse battery'

/** The open dialog; notifications have that role, too. */
export const dialog = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false])')
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
export const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
export const balanceCard = (page: Page) => page.getByRole('region', { name: 'Your balance' })
export const history = (page: Page) => page.getByRole('region', { name: 'Your Transactions' })
export const paymentOf = (page: Page, amount: string): Locator =>
  history(page).getByRole('listitem').filter({ hasText: amount })

export async function openDialog(page: Page, name: string): Promise<void> {
  await balanceCard(page).getByRole('button', { name, exact: true }).click()
  await dialog(page).waitFor()
}

export async function startWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up a wallet' }).click()
  await button(page, 'Continue').click()
  await page.getByLabel('Wallet password', { exact: true }).fill(walletPassword)
  await page.getByLabel('Confirm wallet password').fill(walletPassword)
  await button(page, 'Create').click()
}

export async function createWallet(page: Page): Promise<string[]> {
  await startWallet(page)
  // Sealing takes 1.5 s of a core, and far longer on one that others use.
  await dialog(page).getByText('Write down these words').first().waitFor({ timeout: 30_000 })
  const items = await dialog(page).getByRole('listitem').allInnerTexts()
  return items.map(text => text.replace(/[^a-z]/g, ''))
}

export async function typeAskedWords(page: Page, words: readonly string[]): Promise<number> {
  const fields = await dialog(page)
    .getByLabel(/^Word \d+$/)
    .all()
  for (const field of fields) {
    const label = await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
    await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
  }
  return fields.length
}

export async function takeAddress(page: Page): Promise<string> {
  await openDialog(page, 'Receiving addresses')
  await button(page, 'New address').click()
  const code = page.getByRole('img', { name: /^QR code of address/ })
  const address = await dialog(page)
    .locator('section', { has: code })
    .getByText(/^bcrt1q[a-z0-9]+$/)
    .innerText()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  return address
}

export async function toAmount(page: Page, recipient: string): Promise<void> {
  await openDialog(page, 'Send')
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button(page, 'Continue').click()
  await says(page, '2 of 3: Amount')
}

export async function toReview(page: Page, recipient: string, sats: number): Promise<void> {
  await toAmount(page, recipient)
  await page.getByLabel('Amount').fill(String(sats))
  // Checked directly: a click looks again only after half a second.
  await dialog(page)
    .locator('button:not([aria-disabled=true])', { hasText: /^Send$/ })
    .waitFor()
  await button(page, 'Send').click()
  await says(page, 'change, back to you')
}

export async function readPicture(page: Page): Promise<{ vsize: number; feeSats: number }> {
  const line = dialog(page).getByRole('listitem').filter({ hasText: /vB at/ })
  const [, vsize, feeSats] = /([\d,]+) vB at [\d.]+ sat\/vB\s*([\d,]+) sats/.exec(await line.innerText()) ?? []
  return { vsize: toNumber(vsize), feeSats: toNumber(feeSats) }
}

export async function readSentTxid(page: Page): Promise<string> {
  await says(page, 'Success!')
  const name = dialog(page).locator('dt', { hasText: 'Transaction id' })
  return (await name.locator('xpath=following-sibling::dd[1]').getAttribute('title')) ?? ''
}

export async function readSats(page: Page, fact: string): Promise<number> {
  const name = dialog(page).locator('dt', { hasText: fact })
  return toNumber(await name.locator('xpath=following-sibling::dd[1]').innerText())
}

const toNumber = (text = '') => Number(text.replace(/[^\d.]/g, ''))
