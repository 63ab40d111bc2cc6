import type { Page } from 'playwright-core'
import type { StubRelay } from './stub-relay.ts'
import { health, recipient } from './stub-wallet.ts'

type View = (page: Page, relay: StubRelay) => Promise<void>

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const shows = (page: Page, text: string | RegExp) => page.getByRole('dialog').getByText(text).first().waitFor()

const toAmount: View = async page => {
  await press(page, 'Send')
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await inDialog(page, 'Continue')
  await shows(page, '424 sats')
}
const toReview: View = async (page, relay) => {
  await toAmount(page, relay)
  await page.getByLabel('Amount').fill('12000')
  await inDialog(page, 'Send')
  await shows(page, 'change, back to you')
}
const toSetUp: View = async (page, relay) => {
  relay.answers.set('GET /wallet/health', { body: { ...health, wallet: 'none' } })
  await page.reload()
  await press(page, 'Set up a wallet')
  await shows(page, 'Which wallet?')
}

/** Every dialogue of the wallet in the states that a user meets, each with the way there. */
export const walletViews: Readonly<Record<string, View>> = {
  panel: async page => {
    await page.getByText('+150,000 sats').first().waitFor()
  },
  'send-address': async page => {
    await press(page, 'Send')
    await inDialog(page, 'Continue')
    await shows(page, 'Invalid Address')
  },
  'send-amount': toAmount,
  'send-review': toReview,
  'send-success': async (page, relay) => {
    await toReview(page, relay)
    await inDialog(page, 'Send 12,000 sats')
    await shows(page, 'Success!')
  },
  'send-unknown': async (page, relay) => {
    relay.answers.set('POST /wallet/transaction', 'hang up')
    await toReview(page, relay)
    await inDialog(page, 'Send 12,000 sats')
    await shows(page, 'Failed')
  },
  receive: async page => {
    await press(page, 'Receiving addresses')
    await inDialog(page, 'Show the code of address 2')
    await page.getByRole('img', { name: 'QR code of address 2' }).waitFor()
  },
  unconfirmed: async page => {
    await press(page, 'Unconfirmed Transactions')
    await shows(page, '20,000 sats')
  },
  replace: async page => {
    await press(page, 'Unconfirmed Transactions')
    await inDialog(page, 'Replace')
    await shows(page, 'change, back to you')
  },
  transactions: async page => {
    await press(page, 'View Transactions')
    await page.getByRole('slider', { name: 'Received, sats' }).waitFor()
  },
  'set-up': toSetUp,
  'set-up-create': async (page, relay) => {
    await toSetUp(page, relay)
    await inDialog(page, 'Continue')
    await inDialog(page, 'Create')
    await shows(page, 'Please use at least 8 characters')
  },
  'back-up': async page => {
    await press(page, 'Back up words')
    await page.getByLabel('Wallet password').waitFor()
  },
  locked: async (page, relay) => {
    relay.answers.set('GET /wallet/health', { body: { ...health, wallet: 'locked' } })
    await page.reload()
    await press(page, 'Unlock')
    await page.getByLabel('Wallet password').waitFor()
  },
}
