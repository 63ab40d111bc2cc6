import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  balance,
  pendingRow,
  recipient,
  sentTxid,
  transaction as transactionRow,
} from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const transaction = 'POST /wallet/transaction'
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const openSend = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

async function stay(page: Page, title: string): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByRole('heading', { name: title }).waitFor()
  await question.getByRole('button', { name: /^(Stay|Keep checking)$/ }).click()
  await question.waitFor({ state: 'detached' })
}

async function fillIn(page: Page): Promise<void> {
  await button(page, 'Continue').click()
  await page.getByLabel('Amount').fill('12000')
  await says(page, '12,423 sats')
  await button(page, 'Send').click()
  await says(page, '3 of 3: Review transaction')
}

it('WALLET-38: asks before leaving entered data or a payment in progress, and shows the full recipient', async () => {
  const page = await world.go('/404')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await openSend(page)
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await page.keyboard.press('Escape')
  await stay(page, 'Discard this payment?')
  await fillIn(page)
  expect(await dialog(page).getByTitle(recipient).textContent()).toBe(recipient)
  await button(page, 'Copy recipient’s address').click()
  await page.getByText('Copied to clipboard', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recipient)
  await page.mouse.click(5, 5)
  await stay(page, 'Discard this payment?')
  await page.evaluate(() => history.back())
  await stay(page, 'Discard this payment?')

  const go = await world.hold(page, '/wallet/transaction')
  await button(page, 'Send 12,000 sats').click()
  await says(page, 'Sending…')
  await dialog(page).getByRole('status').waitFor()
  await page.evaluate(() => history.back())
  await stay(page, 'Leave while it is being sent?')
  await says(page, 'Sending…')
  go()
  await says(page, /^Success!$/)
  await page.keyboard.press('Escape')
  // By name, since the notice of a copy is a dialog, too.
  await page.getByRole('dialog', { name: 'Send bitcoin' }).waitFor({ state: 'detached' })

  // The end of the session waits for no answer: the screen is cleared.
  await openSend(page)
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  const asked: string[] = []
  page.on('dialog', question => {
    asked.push(question.type())
    void question.accept()
  })
  await page.evaluate(() => {
    localStorage.removeItem('accessToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
  })
  await page.waitForURL('**/auth/login')
  expect(asked).toEqual([])
})

it('WALLET-45, WALLET-46, R-67: lists a payment without a response as pending, and keeps its key after leaving the page', async () => {
  world.relay.answers.set(transaction, 'hang up')
  const page = await world.go('/wallet')
  await openSend(page)
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await fillIn(page)
  await button(page, 'Send 12,000 sats').click()
  await says(page, /^Transaction failed due to a network error\.$/)
  // The wallet has told the relay, though the console got no answer.
  const lost = { ...pendingRow, txid: sentTxid, amount: 12_000, feeRate: 3, status: 'success' }
  world.relay.answers.set('GET /api/pending-transactions', { body: [lost, pendingRow] })
  await page.reload()
  await openSend(page)
  await says(page, /^Transaction failed due to a network error\.$/)
  await says(page, '12,000 sats')
  await button(page, 'Unconfirmed Transactions').click()
  const row = dialog(page).getByRole('listitem').filter({ hasText: '12,000 sats' })
  await row.getByTitle(sentTxid).waitFor()
  for (const name of ['Replace', 'Cancel payment'])
    expect(await row.getByRole('button', { name, exact: true }).isDisabled()).toBe(false)
  expect(world.bodies('POST /api/pending-transactions')).toEqual([])

  await page.evaluate(() => history.back())
  await dialog(page).waitFor({ state: 'detached' })
  await openSend(page)
  world.relay.answers.set(transaction, { body: { txid: sentTxid, status: 'success', message: '' } })
  await button(page, 'Try again').click()
  await says(page, /^Success!$/)
  expect(new Set(world.headers(transaction).map(headers => headers['idempotency-key'])).size).toBe(1)
  await button(page, 'Done').click()
  await openSend(page)
  await says(page, '1 of 3: Recipient')
})

it('WALLET-44, R-67: lists a payment that the console could not report, since the wallet reports it', async () => {
  world.relay.answers.set('POST /api/pending-transactions', { status: 500, body: { error: 'x', code: 'internal' } })
  const page = await world.go('/wallet')
  await openSend(page)
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await fillIn(page)
  const told = { ...pendingRow, txid: sentTxid, amount: 12_000, status: 'success' }
  world.relay.answers.set('GET /api/pending-transactions', { body: [told] })
  await button(page, 'Send 12,000 sats').click()
  await says(page, /^Failed to save pending transaction\.$/)
  await button(page, 'Done').click()
  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  await dialog(page).getByTitle(sentTxid).waitFor()
  expect(world.bodies('POST /api/pending-transactions')).toHaveLength(1)
})

it('R-88: keeps a view in the URL and closes it on Back, without asking the extension to sign in', async () => {
  const page = await world.go('/?wallet=coins')
  const panel = page.getByRole('region', { name: 'Your balance' })
  await panel.getByText('$1,600.00').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await panel.getByRole('button', { name: 'Receiving addresses' }).click()
  await says(page, 'Address: 1')
  expect(new URL(page.url()).search).toBe('?wallet=receive')
  expect(world.relay.calls.filter(call => /challenge|coins/.test(call))).toEqual([])
  await page.evaluate(() => history.back())
  await dialog(page).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Coins' }).click()
  await says(page, '1,500,000 sats')
  await page.reload()
  await says(page, '1,500,000 sats')
  await button(page, 'Copy the address of the coin of 1,500,000 sats').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(`${world.relay.url}/`)

  // Failing to load older payments shows the reason and a retry.
  const rows = Array.from({ length: 101 }, (_, index) => transactionRow(101 - index, -1, { Date: balance.rate_at }))
  const answer = (body: unknown, status = 200) =>
    world.relay.answers.set('GET /api/transactions/latest', { status, body })
  answer(rows.slice(0, 100))
  await page.goto(`${world.relay.url}/?wallet=history`)
  await button(page, 'Show older').waitFor()
  answer({ error: 'There are too many', code: 'forbidden' }, 403)
  const [asked] = await Promise.all([page.waitForRequest(/[?&]before=2&/), button(page, 'Show older').click()])
  expect(new URL(asked.url()).searchParams.get('before_date')).toBe(balance.rate_at)
  await dialog(page).getByRole('alert').getByText('There are too many').waitFor()
  answer(rows.slice(100))
  await button(page, 'Try again').click()
  await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(101)
})
