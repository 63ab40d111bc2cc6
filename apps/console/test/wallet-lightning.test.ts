import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  connection,
  invoice,
  invoiceReview,
  lightningRow,
  paymentHash,
  playLightning,
} from './support/stubs/stub-lightning.ts'
import { openWalletConsole } from './support/wallet-visit.ts'

const world = openWalletConsole()
const card = (page: Page) => page.getByRole('region', { name: 'Lightning' })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })
const refuse = (call: string, error: string, code = 'payment_refused', status = 422) =>
  answer(call, { error, code }, status)

async function press(name: string, more: object = {}): Promise<Page> {
  playLightning(world.relay, more)
  const page = await world.go('/wallet')
  await card(page).getByRole('button', { name, exact: true }).click()
  return page
}

describe('the card', () => {
  it("appears once a node is connected; shows why it cannot be used, the node's balance with its age on request, unanswered payments and an empty history, and which node it is, which is disconnected only after a question", async () => {
    const page = await world.go('/wallet')
    const connect = page.getByRole('button', { name: 'Lightning', exact: true })
    await connect.waitFor()
    expect(await card(page).count()).toBe(0)
    const turn = (more: object) => {
      playLightning(world.relay, more)
      world.relay.tell('changed', { what: 'wallet' })
    }
    const canPress = (name: string) => card(page).getByRole('button', { name, exact: true }).isEnabled()

    turn({ state: 'offline' })
    await card(page).getByText('The node cannot be reached').waitFor()
    expect([await canPress('Pay invoice'), await canPress('Create invoice')]).toEqual([false, false])
    expect(await canPress('History')).toBe(true)

    turn({ state: 'locked' })
    await card(page).getByText('Unlock the wallet to use Lightning.').waitFor()
    expect(await canPress('History')).toBe(false)

    turn({ unknown_payments: 2 })
    await card(page).getByRole('button', { name: 'Show balance', exact: true }).click()
    await card(page).getByText('1,234,567 sats').waitFor()
    await card(page).getByText('hornet-node via relay.example.org').waitFor()
    await card(page).getByText('2 payments are pending').waitFor()

    answer('GET /wallet/lightning/transactions', [])
    await card(page).getByRole('button', { name: 'History' }).click()
    await says(page, 'No Lightning payments yet')
    await button(page, 'Close').click()
    await dialog(page).waitFor({ state: 'detached' })

    await connect.click()
    await says(page, 'hornet-node')
    await says(page, 'get_balance, get_info')
    await button(page, 'Disconnect').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect(world.bodies('POST /wallet/lightning/disconnect')).toEqual([])
  })
})

describe('connecting', () => {
  it('offers a retry after a failed read, and explains an invalid address without clearing it', async () => {
    refuse('GET /wallet/lightning', 'The wallet service is not running', 'unavailable', 503)
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Lightning', exact: true }).click()
    await says(page, 'The wallet service is not running')
    answer('GET /wallet/lightning', { ...connection, state: 'none', methods: [], balance_sats: null, balance_at: null })
    refuse('POST /wallet/lightning/connect', lightningSentences.uriInvalid, 'invalid_fields', 400)
    await button(page, 'Try again').click()
    await page.getByLabel('Connection address').fill('nostr+walletconnect://nothing')
    expect(await button(page, 'Connect').isDisabled()).toBe(true)
    await page.getByLabel('Wallet password').fill('the password')
    await button(page, 'Connect').click()
    await says(page, lightningSentences.uriInvalid)
    expect(await page.getByLabel('Connection address').inputValue()).toBe('nostr+walletconnect://nothing')
    await button(page, 'Close').click()
    await page.getByRole('alertdialog').waitFor()
  })
})

describe('paying an invoice', () => {
  const review = async (page: Page) => {
    await page.getByLabel('Invoice', { exact: true }).fill(` ${invoice} `)
    await button(page, 'Review').click()
  }

  it('explains missing conditions before paying, pays the reviewed invoice immediately, asks for an amount that is left open, and shows unanswered, failed and refused payments with their reason', async () => {
    const pay = 'POST /wallet/lightning/pay'
    const page = await press('Pay invoice')
    const again = async () => {
      await button(page, 'Close').last().click()
      await dialog(page).waitFor({ state: 'detached' })
      await card(page).getByRole('button', { name: 'Pay invoice', exact: true }).click()
    }
    refuse('POST /wallet/lightning/review', lightningSentences.invoiceExpired)
    await review(page)
    await says(page, lightningSentences.invoiceExpired)
    answer('POST /wallet/lightning/review', invoiceReview)
    await button(page, 'Review').click()
    await says(page, 'One honey')
    await says(page, 'Up to 220 sats of routing fees')
    await button(page, 'Pay 21,000 sats').click()
    await says(page, /^Paid$/)
    expect(world.bodies(pay)).toEqual([{ invoice }])

    await again()
    answer('POST /wallet/lightning/review', { ...invoiceReview, invoice_sats: null })
    await review(page)
    await page.getByLabel('Amount').fill('0.5')
    expect(await button(page, 'Review').isDisabled()).toBe(true)
    await page.getByLabel('Amount').fill('700')
    await button(page, 'Review').click()
    await button(page, 'Pay 700 sats').click()
    await says(page, /^Paid$/)
    expect(world.bodies(pay).slice(1)).toEqual([{ invoice, amount_sats: 700 }])

    answer('POST /wallet/lightning/review', invoiceReview)
    for (const [status, title, message] of [
      ['unknown', 'No answer yet', lightningSentences.stillUnknown],
      ['failed', 'Not paid', lightningSentences.notPaid],
    ] as const) {
      await again()
      answer(pay, { status, payment_hash: paymentHash, amount_sats: 21_000, message })
      await review(page)
      await button(page, 'Pay 21,000 sats').click()
      await says(page, title)
      await says(page, message)
    }

    await again()
    refuse(pay, lightningSentences.relayAway, 'unavailable', 503)
    await review(page)
    await button(page, 'Pay 21,000 sats').click()
    await says(page, lightningSentences.relayAway)
    await button(page, 'Back').click()
    expect(await page.getByLabel('Invoice', { exact: true }).inputValue()).toBe(` ${invoice} `)
  })
})

describe('an invoice', () => {
  it('is shown as a code until it is paid; one that the node refuses says so', async () => {
    const page = await press('Create invoice')
    refuse('POST /wallet/lightning/invoice', lightningSentences.restricted)
    await page.getByLabel('Amount').fill('2500')
    await button(page, 'Create invoice').click()
    await says(page, lightningSentences.restricted)
    answer('POST /wallet/lightning/invoice', {
      invoice,
      payment_hash: paymentHash,
      amount_sats: 2500,
      expires_at: '2027-01-31T12:00:00Z',
    })
    await button(page, 'Create invoice').click()
    const code = page.getByRole('img', { name: 'Lightning invoice as a QR code' })
    await code.waitFor()
    answer('GET /wallet/lightning/invoice', { paid: true, settled_at: '2026-01-30T12:00:00Z' })
    await says(page, '2,500 sats received over Lightning')
    expect(await code.count()).toBe(0)
  })
})

describe('the history', () => {
  it('offers a retry after a failure, and pages through the rest', async () => {
    playLightning(world.relay)
    refuse('GET /wallet/lightning/transactions', lightningSentences.unanswered, 'unavailable', 503)
    const page = await world.go('/wallet')
    await card(page).getByRole('button', { name: 'History' }).click()
    await says(page, lightningSentences.unanswered)
    const rows = Array.from({ length: 20 }, (_, index) => lightningRow(index))
    answer('GET /wallet/lightning/transactions', rows)
    await button(page, 'Try again').click()
    await says(page, 'Payment 19')
    expect(await button(page, 'Newer').isDisabled()).toBe(true)
    answer('GET /wallet/lightning/transactions', [
      lightningRow(20, { incoming: false, fee_sats: 2, state: 'failed', description: '' }),
    ])
    await button(page, 'Older').click()
    await says(page, '-2,522 sats')
    await says(page, 'Not paid')
    expect(await button(page, 'Older').isDisabled()).toBe(true)
  })
})
