import { expect, it } from 'vitest'
import { ownAddress, pendingTxid, recipient, transactionDetails } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const { txid } = transactionDetails
const found = {
  category: 'transactions',
  txid,
  date: '2026-01-02T12:00:00Z',
  value: -20_000,
  address: ownAddress,
  confirmations: 3,
}

it('opens what the relay knows from a link without a sign-in, the whole transaction on request, and links to the explorer of the settings', async () => {
  world.relay.answers.set('GET /api/search', { body: { results: [found], unfinished: [] } })
  const page = await world.go(`/?tx=${txid}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 confirmations').waitFor()
  expect(world.relay.calls.filter(call => call.includes('/wallet/challenge'))).toEqual([])
  await dialog.getByRole('button', { name: 'Load the whole transaction from the wallet' }).click()
  for (const text of ['1 input', '2 outputs', '141 vB, 561 weight units', '3 sat/vB', '-20,423 sats', '202'])
    await dialog.getByText(text, { exact: true }).waitFor()
  await dialog.getByText('change, back to you').waitFor()
  await dialog.getByRole('button', { name: 'Copy raw transaction' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transactionDetails.whole.hex)
  expect(await dialog.getByText('Open in block explorer').count()).toBe(0)

  await dialog.getByRole('button', { name: 'Label output 0' }).click()
  await dialog.getByRole('textbox', { name: 'Label of output 0' }).fill('Rent')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => world.bodies('POST /wallet/labels'))
    .toEqual([{ type: 'output', ref: `${txid}:0`, label: 'Rent' }])

  await dialog
    .getByRole('link', { name: `Open transaction ${pendingTxid.slice(0, 8)}…${pendingTxid.slice(-6)}` })
    .first()
    .click()
  await expect.poll(() => new URL(page.url()).search).toBe(`?tx=${pendingTxid}`)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).search).toBe(`?tx=${txid}`)

  const explorer_url = 'https://explorer.example/tx/{txid}'
  world.relay.answers.set('GET /api/settings/wallet', { body: { wallet: { name: 'default', explorer_url } } })
  world.relay.tell('changed', { what: 'settings' })
  const link = dialog.getByRole('link', { name: 'Open in block explorer' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`https://explorer.example/tx/${txid}`)
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
})

it('the card and the whole history lead to a transaction, and Back to the history', async () => {
  world.relay.answers.set('GET /api/search', { body: { results: [found], unfinished: [] } })
  const page = await world.go('/wallet')
  await page.getByRole('link', { name: 'Sent', exact: true }).click()
  await page.getByRole('dialog', { name: 'Transaction', exact: true }).getByText('3 confirmations').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'View Transactions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your Transactions' })
  await dialog.getByRole('link', { name: 'Open transaction 00000000…000002' }).click()
  await page.getByRole('dialog', { name: 'Transaction', exact: true }).getByText('3 confirmations').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await dialog.waitFor()
})

it('CONST-17, WALLET-26: requests a payment’s size 500 ms after the last key, and shows "Copied" for 3 s', async () => {
  const page = await world.go('/wallet', { ownClock: true })
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button('Continue').click()
  await page.getByText('424 sats').first().waitFor()
  const amounts = () =>
    world.bodies('POST /wallet/calculate-tx-size').map(body => (body as { spend_amount: number }).spend_amount)
  const before = amounts().length
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Amount').fill('')
  await page.getByLabel('Amount').pressSequentially('1200')
  await page.clock.runFor(499)
  await page.getByLabel('Amount').press('0')
  await Promise.all([page.waitForRequest('**/wallet/calculate-tx-size'), page.clock.runFor(500)])
  await expect.poll(() => amounts().slice(before)).toEqual([12_000])
  await page.clock.resume()

  await page.goto(`${world.relay.url}/wallet`)
  await page.getByRole('button', { name: 'Receiving addresses' }).click()
  await button('Copy address 2').waitFor()
  await page.clock.pauseAt(Date.now() + 120_000)
  await button('Copy address 2').click()
  await button('Copied').waitFor()
  await page.clock.runFor(2999)
  expect(await button('Copied').count()).toBe(1)
  await page.clock.runFor(1)
  await button('Copy address 2').waitFor()
})
