import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { openPage, renew } from '../support/console.ts'
import { sizes } from '../support/pages.ts'
import { listenForTrouble, newOperator, openContext } from '../support/world.ts'
import {
  balanceCard,
  button,
  createWallet,
  dialog,
  history,
  openDialog,
  paymentOf,
  readPicture,
  readSats,
  readSentTxid,
  says,
  takeAddress,
  toAmount,
  toReview,
  typeAskedWords,
  walletPassword,
} from './wallet-console.ts'
import { WalletWorld } from './wallet-world.ts'

interface MempoolEntry {
  readonly vsize: number
  readonly fees: { readonly base: number }
}

const operator = newOperator()
const withinSeconds = { timeout: 20_000 }
/** The wallet has a page of its own there, without the dashboard's charts. */
const viewport = sizes.tablet
let world: WalletWorld
let browser: Browser
let context: BrowserContext
let page: Page
let trouble: string[]

/** Each word is shown once, three are asked for. */
beforeAll(async () => {
  ;[world, browser] = await Promise.all([WalletWorld.openProcesses(), openBrowser()])
  context = await openContext(browser, operator, { viewport })
  context.setDefaultTimeout(withinSeconds.timeout)
  page = await context.newPage()
  await claimAndEnter(page, world.relay, operator)
  await page.goto(walletPage())
  const words = await createWallet(page)
  expect(words).toHaveLength(12)
  await button(page, 'I have written them down').click()
  expect(await typeAskedWords(page, [])).toBe(3)
  await button(page, 'Check').click()
  await says(page, 'That is not the word')
  await typeAskedWords(page, words)
  await button(page, 'Check').click()
  await page.getByText('The wallet is ready').waitFor()
  for (const sats of [2_000_000, 1_000_000, 500_000]) await world.node.pay(await takeAddress(page), sats)
  await world.node.mine(6)
  await balanceCard(page).getByText('3.5M Sats').waitFor(withinSeconds)
  trouble = listenForTrouble(page)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
beforeEach(async () => {
  await renew(page, world.relay)
  trouble.length = 0
  await page.goto(walletPage())
  await balanceCard(page).getByText('Regtest').waitFor()
})

const walletPage = () => `${world.relay.adminUrl}/wallet`

const mempoolEntry = (txid: string) => world.node.rpc<MempoolEntry>('getmempoolentry', [txid])
const inMempool = async (txid: string) => (await world.node.rpc<string[]>('getrawmempool')).includes(txid)
/** The node's view of a transaction, in the units of the screen. */
async function askNode(txid: string) {
  const { vsize, fees } = await mempoolEntry(txid)
  return { vsize, feeSats: Math.round(fees.base * 1e8) }
}
/** The wallet refuses the one satoshi that an amount begins with, as dust, if nobody types for half a second. */
const isOfFirstSatoshi = (complaint: string) => /status of 422 .*\/calculate-tx-size$/.test(complaint)
const pendingRow = (amount: string) => dialog(page).getByRole('listitem').filter({ hasText: amount })

test('WALLET-28, WALLET-35, WALLET-36: stays on step 1 for invalid addresses or another chain, and refuses amounts that are invalid, too high, or fit only without the fee', async () => {
  const address = await world.node.newAddress()
  await openDialog(page, 'Send')
  for (const wrong of [
    `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`,
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]) {
    await page.getByLabel('Address', { exact: true }).fill(wrong)
    await page.getByText('Invalid Address').waitFor({ state: 'detached' })
    await button(page, 'Continue').click()
    await says(page, 'Invalid Address')
    await says(page, '1 of 3: Recipient')
  }

  await page.getByLabel('Address', { exact: true }).fill(address)
  await button(page, 'Continue').click()
  await says(page, '2 of 3: Amount')
  const held = await readSats(page, 'Balance')
  for (const wrong of ['', '0', '1.5', String(held + 1)]) {
    await page.getByLabel('Amount').fill('1000')
    await page.getByText('Invalid Amount').waitFor({ state: 'detached' })
    await page.getByLabel('Amount').fill(wrong)
    await says(page, 'Invalid Amount')
    expect(await button(page, 'Send').isDisabled()).toBe(true)
  }
  await page.getByLabel('Amount').fill(String(held))
  await says(page, /^Insufficient/)
  expect(await button(page, 'Send').isDisabled()).toBe(true)
})

test('WALLET-17: without the extension sending says so, and the console stays signed in', async () => {
  const state = await context.storageState()
  const origins = state.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => name !== 'walletToken'),
  }))
  const bare = await browser.newContext({ locale: 'en-US', viewport, storageState: { ...state, origins } })
  const visitor = await bare.newPage()
  await visitor.goto(walletPage())
  await toAmount(visitor, await world.node.newAddress())
  await says(visitor, 'Nostr extension is not available')
  await visitor.keyboard.press('Escape')
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await openPage(visitor, 'Relay settings')
  await bare.close()
})

test('WALLET-10: a payment shows within seconds, and its confirmations count by themselves', async () => {
  const address = await takeAddress(page)
  const txid = await world.node.pay(address, 123_456)
  const line = paymentOf(page, '+123,456 sats')
  await line.getByText('Unconfirmed').waitFor(withinSeconds)
  await line.getByTitle(txid).waitFor()
  for (const count of ['1 confirmation', '2 confirmations']) {
    await world.node.mine(1)
    await line.getByText(count, { exact: true }).waitFor(withinSeconds)
  }
  expect(trouble).toEqual([])
})

test('announces an incoming payment on any page with a link, and again on confirmation', async () => {
  const address = await takeAddress(page)
  await openPage(page, 'Relay settings')
  const messages = page.getByLabel('Messages')
  const txid = await world.node.pay(address, 77_000)
  await messages.getByText('Received 77,000 sats').waitFor(withinSeconds)
  await messages.getByRole('button', { name: 'Show' }).click()
  await dialog(page).waitFor()
  expect(new URL(page.url()).searchParams.get('tx')).toBe(txid)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await world.node.mine(1)
  await messages.getByText('77,000 sats confirmed').waitFor(withinSeconds)
  expect(trouble).toEqual([])
})

test('WALLET-42: a payment is the one that was shown, to the byte and the satoshi, as the node tells it, and is saved on the relay', async () => {
  const recipient = await world.node.newAddress()
  await toReview(page, recipient, 250_000)
  const shown = await readPicture(page)
  const saving = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/api/pending-transactions'),
  )
  await button(page, 'Send 250,000 sats').click()
  const txid = await readSentTxid(page)
  expect(await askNode(txid)).toEqual(shown)
  const saved = { txid, amount: 250_000, recipient_address: recipient, enable_rbf: true }
  expect((await saving).postDataJSON()).toMatchObject(saved)
  await dialog(page).getByTitle(recipient).waitFor()
  await button(page, 'Done').click()
  await history(page).getByTitle(txid).waitFor(withinSeconds)
  await openDialog(page, 'Unconfirmed Transactions')
  await pendingRow('250,000 sats').getByTitle(txid).waitFor()
  await world.node.mine(1)
  await pendingRow('250,000 sats').waitFor({ state: 'detached', ...withinSeconds })
  const received = await world.node.miner<number>('getreceivedbyaddress', [recipient, 1])
  expect(Math.round(received * 1e8)).toBe(250_000)
  expect(trouble.filter(complaint => !isOfFirstSatoshi(complaint))).toEqual([])
})

test('WALLET-45, WALLET-56: lists a payment without a response as pending, and replaces it with a higher fee on the node', async () => {
  const recipient = await world.node.newAddress()
  await toReview(page, recipient, 180_000)
  const before = await readPicture(page)
  // The wallet makes the payment, but the answer is lost.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/wallet/transaction', lose, { times: 1 })
  await button(page, 'Send 180,000 sats').click()
  await says(page, 'Transaction failed due to a network error.')
  trouble.length = 0
  await button(page, 'Unconfirmed Transactions').click()
  const row = pendingRow('180,000 sats')
  const original = (await row.locator('[title]').first().getAttribute('title')) ?? ''
  expect(await inMempool(original)).toBe(true)
  await row.getByRole('button', { name: 'Replace' }).click()
  await says(page, 'change, back to you')
  const shown = await readPicture(page)
  expect(shown.feeSats).toBeGreaterThan(before.feeSats)
  await button(page, 'Replace').click()
  const replacement = await readSentTxid(page)
  expect(await askNode(replacement)).toEqual(shown)
  expect(await inMempool(original)).toBe(false)
  await button(page, 'Done').click()
  await world.node.mine(1)
  await history(page)
    .getByRole('listitem')
    .filter({ has: page.getByTitle(replacement) })
    .getByText('1 confirmation', { exact: true })
    .waitFor(withinSeconds)
  await history(page)
    .getByRole('listitem')
    .filter({ has: page.getByTitle(original) })
    .getByText('Replaced')
    .waitFor()
  expect(trouble).toEqual([])
})

test.runIf(process.env.THOROUGH)(
  'a payment on its way is taken back at the lowest rate that is proposed: the recipient gets nothing',
  async () => {
    const recipient = await world.node.newAddress()
    await toReview(page, recipient, 170_000)
    await button(page, 'Send 170,000 sats').click()
    const original = await readSentTxid(page)
    await button(page, 'Done').click()
    await openDialog(page, 'Unconfirmed Transactions')
    await pendingRow('170,000 sats').getByRole('button', { name: 'Cancel payment' }).click()
    // The cancelling transaction is smaller: to pay more in total than the original, its rate is well above it (BIP 125).
    await dialog(page).getByText(/vB at/).waitFor()
    await button(page, 'Cancel payment').click()
    const back = await readSentTxid(page)
    expect([await inMempool(original), await inMempool(back)]).toEqual([false, true])
    await world.node.mine(1)
    expect(await world.node.miner('getreceivedbyaddress', [recipient, 0])).toBe(0)
  },
)

test('sends everything of a chosen coin less the fee, and refuses frozen coins', async () => {
  await world.node.mine(1)
  await openDialog(page, 'Coins')
  const kept = dialog(page).getByRole('listitem').first()
  await kept.getByRole('button', { name: /^Freeze/ }).click()
  await kept.getByText('Frozen').waitFor()
  await button(page, 'Close').click()

  const recipient = await world.node.newAddress()
  await toAmount(page, recipient)
  await page.getByText('Label and coins').click()
  await page.getByLabel('Label (optional)').fill('Moved out')
  await button(page, 'Choose coins').click()
  const boxes = dialog(page).getByRole('checkbox')
  expect(await boxes.first().isDisabled()).toBe(true)
  await boxes.last().click()
  const held = await readSats(page, 'Chosen')
  await button(page, 'Use these').click()
  await page.getByRole('checkbox', { name: 'Send everything' }).click()
  await expect.poll(() => button(page, 'Send').getAttribute('aria-disabled'), withinSeconds).toBe(null)
  await button(page, 'Send').click()
  await dialog(page).getByText(/vB at/).waitFor()
  const shown = await readPicture(page)
  await dialog(page)
    .getByRole('button', { name: /^Send [\d,]+ sats$/ })
    .click()
  const txid = await readSentTxid(page)
  expect(await askNode(txid)).toEqual(shown)
  const { vin, vout } = await world.node.rpc<{ vin: object[]; vout: { value: number }[] }>('getrawtransaction', [
    txid,
    true,
  ])
  expect([vin.length, vout.map(({ value }) => Math.round(value * 1e8))]).toEqual([1, [held - shown.feeSats]])
  await button(page, 'Done').click()
  await page.getByRole('button', { name: 'View Transactions' }).click()
  await says(page, 'Moved out')
})

test.runIf(process.env.THOROUGH)('a payment that comes in is sped up: the node counts the fee of both', async () => {
  const parent = await world.node.pay(await takeAddress(page), 90_000)
  await paymentOf(page, '+90,000 sats').waitFor(withinSeconds)
  await openDialog(page, 'Unconfirmed Transactions')
  await pendingRow('+90,000 sats').getByRole('button', { name: 'Speed up' }).click()
  await dialog(page).getByText(/vB at/).waitFor()
  const shown = await readPicture(page)
  const rate = Number(await page.getByLabel('New Fee Rate').inputValue())
  await button(page, 'Speed up').click()
  const child = await readSentTxid(page)
  expect(await askNode(child)).toEqual(shown)
  const both = await world.node.rpc<{ ancestorsize: number; fees: { ancestor: number } }>('getmempoolentry', [child])
  const own = await mempoolEntry(parent)
  expect(Math.round(both.fees.ancestor * 1e8) / both.ancestorsize).toBeGreaterThanOrEqual(rate)
  expect(rate).toBeGreaterThan((own.fees.base * 1e8) / own.vsize)
  await world.node.mine(1)
})

test('reports a stopped wallet, keeps working, and shows it locked when it returns', async () => {
  await world.stopWallet()
  try {
    await page.reload()
    await balanceCard(page).getByText('The wallet is not responding').waitFor(withinSeconds)
    expect(await balanceCard(page).getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await history(page).getByRole('listitem').first().waitFor()
    await openPage(page, 'Relay settings')
  } finally {
    await world.startWallet()
  }
  await page.goto(walletPage())
  await balanceCard(page).getByRole('button', { name: 'Unlock' }).click()
  await page.getByLabel('Wallet password').fill(walletPassword)
  await button(page, 'Unlock').click()
  await expect
    .poll(() => balanceCard(page).getByRole('button', { name: 'Lock', exact: true }).count(), withinSeconds)
    .toBe(1)
})

test.runIf(process.env.THOROUGH)(
  'a pasted list of fifty is paid by one transaction, as the node has it; the history has one line, which opens all of it',
  async () => {
    const payees = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => ({ address: await world.node.newAddress(), sats: 1001 + index })),
    )
    const sum = payees.reduce((total, { sats }) => total + sats, 0)
    await openDialog(page, 'Send')
    await button(page, 'Pay many').click()
    const lines = payees.map(({ address, sats }, index) => `${address};${sats};Payee ${index + 1}`)
    await page.getByLabel('Payees').fill(['address;sats;label', ...lines].join('\n'))
    await button(page, 'Continue').click()
    await says(page, '50 payees')
    await button(page, 'Continue').click()
    await says(page, 'To 50 payees')
    await dialog(page)
      .locator('button:not([aria-disabled=true])', { hasText: /^Continue$/ })
      .waitFor()
    await button(page, 'Continue').click()
    await says(page, 'Outputs: 50 payees')
    const { vsize, feeSats } = await readPicture(page)
    await button(page, `Send ${sum.toLocaleString('en')} sats`).click()
    const txid = await readSentTxid(page)
    expect(await askNode(txid)).toEqual({ vsize, feeSats })
    const { vout } = await world.node.rpc<{ vout: { value: number; scriptPubKey: { address: string } }[] }>(
      'getrawtransaction',
      [txid, true],
    )
    const paid = new Map(vout.map(({ value, scriptPubKey }) => [scriptPubKey.address, Math.round(value * 1e8)]))
    for (const { address, sats } of payees) expect(paid.get(address)).toBe(sats)

    await button(page, 'Done').click()
    const line = paymentOf(page, 'Sent to 50 payees')
    await line.getByText(`-${sum.toLocaleString('en')} sats`).waitFor(withinSeconds)
    await line.getByRole('link', { name: 'Sent to 50 payees' }).click()
    await says(page, '51 outputs')
    await says(page, 'Payee 1')
    expect(new URL(page.url()).search).toContain(`tx=${txid}`)
  },
)
