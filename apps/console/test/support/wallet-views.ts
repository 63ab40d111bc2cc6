import type { Page } from 'playwright-core'
import { shareWallet } from './stubs/shared-wallet.ts'
import { connection, invoice, playLightning } from './stubs/stub-lightning.ts'
import type { StubRelay } from './stubs/stub-relay.ts'
import { account, health, recipient, transaction } from './stubs/stub-wallet.ts'

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
  await shows(page, 'How do you want to start?')
}

const toCoins: View = async (page, relay) => {
  await toAmount(page, relay)
  await page.getByText('Label and coins').click()
  await inDialog(page, 'Choose coins')
  await shows(page, '1,500,000 sats')
}
const toUnconfirmed: View = async (page, relay) => {
  relay.answers.set('GET /api/transactions/latest', { body: [transaction(4, 75_000, { confirmations: 0 })] })
  relay.tell('changed', { what: 'wallet' })
  await press(page, 'Unconfirmed Transactions')
  await shows(page, '+75,000 sats')
}
const watchOnly: View = async (page, relay) => {
  relay.answers.set('GET /wallet/wallet', {
    body: { ...account, watch_only: true, gap: { limit: 20, unused: 24, widest: 24 } },
  })
  relay.answers.set('GET /wallet/health', { body: { ...health, watch_only: true } })
  await page.reload()
}

/** Starts from the card of a connected node. */
const onLightning = async (page: Page, name: string) => {
  await page.getByRole('region', { name: 'Lightning' }).getByRole('button', { name, exact: true }).click()
}

/** Views that need no new beginning: they go on in the dialog of the one before them, or on its page with its answers. */
export const goesOn: Readonly<Record<string, 'in the dialog' | 'on the page'>> = {
  'send-all': 'in the dialog',
  'send-options': 'in the dialog',
  'send-success': 'in the dialog',
  'speed-up': 'in the dialog',
  transaction: 'in the dialog',
  'watch-psbt': 'on the page',
  'lightning-pay': 'on the page',
  'lightning-invoice': 'on the page',
  'lightning-history': 'on the page',
  'set-up-create': 'in the dialog',
}

/** Every wallet dialog in the states that a user meets, each with its way there from the page. Closing leads back. */
export const walletViews: Readonly<Record<string, View>> = {
  'send-address': async page => {
    await press(page, 'Send')
    await inDialog(page, 'Continue')
    await shows(page, 'Invalid Address')
  },
  'send-amount': toAmount,
  'send-all': async page => {
    await page.getByRole('checkbox', { name: 'Send everything' }).click()
    await shows(page, '2,500,000 sats')
    await inDialog(page, 'Send')
    await shows(page, '2,499,577 sats')
  },
  'send-coins': async (page, relay) => {
    await toCoins(page, relay)
    await page.getByRole('checkbox', { name: /990,000/ }).click()
    await shows(page, '1 sats and the fee')
  },
  'send-options': async page => {
    await inDialog(page, 'Use these')
    await shows(page, '1 chosen, 990,000 sats')
  },
  'send-review': toReview,
  'send-success': async page => {
    await inDialog(page, 'Send 12,000 sats')
    await shows(page, 'Success!')
  },
  'send-many': async page => {
    await press(page, 'Send')
    await inDialog(page, 'Pay many')
    await page.getByLabel('Payees').fill(`${recipient}, 0.5, Ada\n${recipient}, 2000, Bob\nnobody, 5`)
    await inDialog(page, 'Continue')
    await shows(page, '2 lines cannot be paid')
    await inDialog(page, 'Change the payee: Line 1')
    await page.getByLabel('Amount').waitFor()
  },
  'send-many-review': async page => {
    await press(page, 'Send')
    await inDialog(page, 'Pay many')
    const lines = Array.from({ length: 12 }, (_, index) => `${recipient} ${2000 + index} Payee ${index + 1}`)
    await page.getByLabel('Payees').fill(lines.join('\n'))
    await inDialog(page, 'Continue')
    await inDialog(page, 'Continue')
    await shows(page, 'To 12 payees')
    await inDialog(page, 'Continue')
    await shows(page, 'Outputs: 12 payees')
  },
  receive: async page => {
    await press(page, 'Receiving addresses')
    await inDialog(page, 'Show the code of address 2')
    await page.getByRole('img', { name: 'QR code of address 2' }).waitFor()
  },
  unconfirmed: toUnconfirmed,
  'speed-up': async page => {
    await inDialog(page, 'Speed up')
    await shows(page, 'change, back to you')
  },
  'take-back': async page => {
    await press(page, 'Unconfirmed Transactions')
    await inDialog(page, 'Cancel payment')
    await shows(page, 'Minimum 13.819 sat/vB')
    await shows(page, 'change, back to you')
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
  transaction: async page => {
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Open transaction/ })
      .first()
      .click()
    const ask = page.getByRole('dialog').getByRole('button', { name: 'Load the whole transaction from the wallet' })
    await shows(page, /Load the whole transaction|2 outputs/)
    if (await ask.isVisible()) await ask.click()
    await shows(page, '2 outputs')
  },
  'balance-history': async (page, relay) => {
    const days = [{ day: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10), sats: 2_400_000 }]
    relay.answers.set('GET /wallet/balance/history', { body: { opening_sats: 2_500_000, days, undated_sats: 1000 } })
    await press(page, 'View Transactions')
    await page.getByRole('dialog').getByRole('link', { name: 'Balance over time' }).click()
    const card = page.getByRole('region', { name: 'Balance over time' })
    const show = card.getByRole('button', { name: 'Show balance' })
    await show.or(card.getByRole('slider')).first().waitFor()
    if (await show.isVisible()) await show.click()
    await card.getByRole('slider').waitFor()
  },
  coins: async page => {
    await press(page, 'Coins')
    await inDialog(page, 'Label the coin of 990,000 sats')
    await page.getByRole('textbox', { name: 'Label of the coin of 990,000 sats' }).waitFor()
    await shows(page, '10,000 sats frozen')
  },
  details: async page => {
    await press(page, 'Details')
    await shows(page, 'Call without a valid token')
  },
  'back-up': async page => {
    await press(page, 'Recovery phrase')
    await page.getByLabel('Wallet password').waitFor()
  },
  'watch-details': async (page, relay) => {
    await watchOnly(page, relay)
    await press(page, 'Details')
    await shows(page, 'Past the gap limit')
    await shows(page, 'Call without a valid token')
  },
  'watch-psbt': async (page, relay) => {
    await toReview(page, relay)
    await inDialog(page, 'Sign elsewhere')
    await shows(page, 'Save file')
  },
  'watch-signing': async (page, relay) => {
    shareWallet(relay)
    await page.reload()
    await press(page, 'Details')
    await inDialog(page, 'Show')
    await inDialog(page, 'Show QR code')
    await inDialog(page, 'Pause')
    await shows(page, '73c5da0a/48h/1h/0h/2h')
  },
  'lightning-connect': async (page, relay) => {
    relay.answers.set('GET /wallet/lightning', { body: { ...connection, state: 'none' } })
    await page.reload()
    await press(page, 'Lightning')
    await page.getByLabel('Connection address').waitFor()
  },
  'lightning-connected': async (page, relay) => {
    playLightning(relay)
    await page.reload()
    await press(page, 'Lightning')
    await shows(page, 'hornet-node')
  },
  'lightning-pay': async page => {
    await onLightning(page, 'Pay invoice')
    await page.getByLabel('Invoice', { exact: true }).fill(invoice)
    await inDialog(page, 'Review')
    await shows(page, 'One honey')
  },
  'lightning-invoice': async page => {
    await onLightning(page, 'Create invoice')
    await page.getByLabel('Amount').fill('2500')
    await inDialog(page, 'Create invoice')
    await page.getByRole('img', { name: 'Lightning invoice as a QR code' }).waitFor()
  },
  'lightning-history': async page => {
    await onLightning(page, 'History')
    await shows(page, 'Payment 1')
  },
  'set-up': toSetUp,
  'set-up-create': async page => {
    await inDialog(page, 'Continue')
    await inDialog(page, 'Create')
    await shows(page, 'Please use at least 8 characters')
  },
  'set-up-restore': async (page, relay) => {
    await toSetUp(page, relay)
    await page.getByRole('radio', { name: 'Restore' }).click()
    await inDialog(page, 'Continue')
    await page.getByLabel('Gap limit').fill('3')
    await inDialog(page, 'Restore')
    await shows(page, 'Please enter a whole number from 20 to 10,000')
  },
  locked: async (page, relay) => {
    relay.answers.set('GET /wallet/health', { body: { ...health, wallet: 'locked' } })
    await page.reload()
    await press(page, 'Unlock')
    await page.getByLabel('Wallet password').waitFor()
  },
  /** Must be last: a payment without an answer is shown before anything else from then on. */
  'send-unknown': async (page, relay) => {
    relay.answers.set('POST /wallet/transaction', 'hang up')
    await page.reload()
    await toReview(page, relay)
    await inDialog(page, 'Send 12,000 sats')
    await shows(page, 'Failed')
  },
}
