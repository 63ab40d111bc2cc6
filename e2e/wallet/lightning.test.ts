import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NwcDouble } from '../../apps/wallet/test/support/nwc-double.ts'
import { openBrowser } from '../../dev/browser.ts'
import { callRelay, claimAndEnter } from '../support/calls.ts'
import { listenForTrouble, newOperator, openContext } from '../support/world.ts'
import { button, createWallet, dialog, says, typeAskedWords, walletPassword } from './wallet-console.ts'
import { WalletWorld } from './wallet-world.ts'

const operator = newOperator()
let world: WalletWorld
let node: NwcDouble
let browser: Browser
let context: BrowserContext
let page: Page
let trouble: string[]

beforeAll(async () => {
  ;[world, browser, node] = await Promise.all([WalletWorld.openProcesses(), openBrowser(), NwcDouble.start()])
  context = await openContext(browser, operator, { viewport: { width: 390, height: 844 } })
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  await claimAndEnter(page, world.relay, operator)
  await page.goto(`${world.relay.adminUrl}/wallet`)
  const words = await createWallet(page)
  await button(page, 'I have written them down').click()
  await typeAskedWords(page, words)
  await button(page, 'Check').click()
  await page.getByText('The wallet is ready').waitFor()
  trouble = listenForTrouble(page)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  await node?.stop()
})

const card = () => page.getByRole('region', { name: 'Lightning' })
const press = (name: string) => card().getByRole('button', { name, exact: true }).click()

describe('one journey with a node: connected, paid to, disconnected', { shuffle: false }, () => {
  test("connects a node on a phone, receives an invoice's payment, and pays another invoice", async () => {
    expect(await card().count()).toBe(0)
    await page.getByRole('button', { name: 'Lightning', exact: true }).click()
    await page.getByLabel('Connection address').fill(node.uri())
    await page.getByLabel('Wallet password').fill(walletPassword)
    await button(page, 'Connect').click()
    await says(page, 'A node')
    await page.keyboard.press('Escape')
    await card().getByText('100,000 sats').waitFor()

    await press('Create invoice')
    await page.getByLabel('Amount').fill('2500')
    await page.getByLabel('Description').fill('Half a year')
    await button(page, 'Create invoice').click()
    await page.getByRole('img', { name: 'Lightning invoice as a QR code' }).waitFor()
    const [made] = node.entries
    node.receive(made?.payment_hash ?? '')
    await says(page, '2,500 sats received over Lightning')
    await page.keyboard.press('Escape')
    await card().getByText('102,500 sats').waitFor()

    const { text } = node.payable({ msats: 21_000_000, description: 'one honey' })
    await press('Pay invoice')
    await page.getByLabel('Invoice', { exact: true }).fill(text)
    await button(page, 'Review').click()
    await says(page, 'one honey')
    await says(page, node.nodePubkey)
    await button(page, 'Pay 21,000 sats').click()
    await says(page, 'Paid')
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(node.count('pay_invoice')).toBe(1)
    await card().getByText('81,498 sats').waitFor()

    await press('History')
    await says(page, '-21,002 sats')
    await says(page, 'Half a year')
    await page.keyboard.press('Escape')
    expect(trouble).toEqual([])
  }, 60_000)

  test('on a phone a subscriber sees the price, pays by Lightning, and sees until when they have paid', async () => {
    const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }] }
    const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
    await callRelay(world.relay, '/api/relay-settings', { token, body: { relay_settings } })
    const phone = { viewport: { width: 390, height: 844 } } as const
    const theirs = await openContext(browser, newOperator(), phone)
    const visit = await theirs.newPage()
    const complaints = listenForTrouble(visit)
    await visit.goto(`${world.relay.publicUrl.replace(/^ws/, 'http')}/subscribe`)
    expect(await visit.getByRole('row').nth(1).innerText()).toMatch(/1 GB per month\s+10,000 sats/)

    await expect
      .poll(
        async () => {
          await visit.reload()
          await visit.getByRole('button', { name: 'Sign in with your extension' }).click()
          await visit.getByText('Not paid yet').waitFor()
          return visit.locator('#address').textContent()
        },
        { timeout: 20_000, interval: 500 },
      )
      .toMatch(/^bcrt1q/)
    const address = await visit.locator('#address').textContent()
    await visit.getByRole('img', { name: `bitcoin:${address}?amount=0.00010000` }).waitFor()

    await visit.getByRole('button', { name: 'Lightning' }).click()
    await visit.getByRole('button', { name: 'Create invoice' }).click()
    await visit.getByRole('img', { name: /^lightning:lnbcrt/ }).waitFor()
    expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    node.receive(node.entries.at(-1)?.payment_hash ?? '')
    await visit.getByText('Paid. Your subscription is up to date.').waitFor()
    await visit.locator('#status', { hasText: 'Active' }).waitFor()
    expect(Date.parse(await visit.locator('#expires').innerText())).toBeGreaterThan(Date.now() + 26 * 86_400_000)
    await visit.getByRole('row', { name: /10,000 sats Paid/ }).waitFor()
    expect(complaints).toEqual([])
    await theirs.close()
  }, 60_000)

  test('the node is disconnected again', async () => {
    await page.getByRole('button', { name: 'Lightning', exact: true }).click()
    await button(page, 'Disconnect').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByLabel('Connection address').waitFor()
    await page.keyboard.press('Escape')
    await card().waitFor({ state: 'detached' })
    expect(trouble).toEqual([])
  }, 60_000)
})
