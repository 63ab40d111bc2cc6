import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { coins, ownAddress, recipient, vbytes } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const warning = 'sender of an unconfirmed coin can cancel it'

async function open(name: string): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name, exact: true }).click()
  return page
}

it('an unconfirmed coin from others is marked, and picking it warns, in the list and before it is paid', async () => {
  const outpoint = `${'9'.repeat(64)}:0`
  const risky = { outpoint, address: ownAddress, value_sats: 700_000, confirmations: 0, locked: false }
  world.relay.answers.set('GET /wallet/coins', { body: [{ ...risky, unconfirmed: 'others' }, ...coins] })
  const inputs = [{ outpoint, address: ownAddress, value_sats: 700_000, unconfirmed: 'others' }]
  const outputs = [{ address: recipient, value_sats: 600_000, change: false }]
  const plan = { inputs, outputs, fee_sats: 4000, lift_sats: 3577, vsize: vbytes }
  world.relay.answers.set('POST /wallet/plan', { body: plan })
  const page = await open('Send')
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button(page, 'Continue').click()
  await page.getByLabel('Amount').fill('600000')
  await page.getByText('Label and coins').click()
  await button(page, 'Choose coins').click()
  await says(page, 'Unconfirmed, from someone else')
  expect(await dialog(page).getByText(warning).count()).toBe(0)
  await page.getByRole('checkbox', { name: /700,000/ }).click()
  await says(page, warning)
  await button(page, 'Use these').click()
  await button(page, 'Send').click()
  await says(page, warning)
  await says(page, '3,577 sats of the fee is for')
})

it('a payment whose change is spent says so instead of being replaced, leads to speeding up both, or is replaced with the later one, showing everyone who is paid', async () => {
  const { template, reason } = refusals.changeSpent
  const refusal = { error: template, code: 'payment_refused', reason, template, figures: {} }
  world.relay.answers.set('POST /wallet/plan', ({ body }) => {
    const { choice } = body as { choice: number }
    if (choice === 2) return { status: 422, body: refusal }
    const inputs = [{ outpoint: `${'9'.repeat(64)}:0`, address: ownAddress, value_sats: 700_000, unconfirmed: 'own' }]
    const outputs = [{ address: ownAddress, value_sats: 690_000, change: true }]
    return { body: { inputs, outputs, fee_sats: 10_000, vsize: vbytes, lowest_rate: 2.5 } }
  })
  const page = await open('Unconfirmed Transactions')
  await button(page, 'Replace').click()
  await says(page, 'A later payment spends its change')
  await button(page, 'Speed up both').click()
  await says(page, 'with a fee high enough for both transactions')
  await says(page, 'Unconfirmed change')
  expect(await button(page, 'Speed up').isDisabled()).toBe(false)

  const paid: unknown[] = []
  world.relay.answers.set('POST /wallet/plan', ({ body }) => {
    if (!(body as { with_later?: boolean }).with_later) return { status: 422, body: refusal }
    const inputs = [{ outpoint: `${'9'.repeat(64)}:0`, address: ownAddress, value_sats: 700_000 }]
    const outputs = [
      { address: recipient, value_sats: 50_000, change: false },
      { address: ownAddress.replace(/.$/, 'q'), value_sats: 60_000, change: false },
      { address: ownAddress, value_sats: 580_000, change: true },
    ]
    const takes_along = ['8'.repeat(64)]
    return { body: { inputs, outputs, fee_sats: 10_000, vsize: vbytes, lowest_rate: 2.5, takes_along } }
  })
  world.relay.answers.set('POST /wallet/transaction', ({ body }) => {
    paid.push(body)
    return { body: { txid: '7'.repeat(64), status: 'success', message: 'The network has the transaction' } }
  })
  await button(page, 'Cancel').click()
  await button(page, 'Replace').click()
  await button(page, 'Replace both').click()
  await says(page, 'This replaces the payment and a later one')
  await says(page, '110,000 sats')
  await button(page, 'Replace').click()
  await expect.poll(() => paid).toMatchObject([{ choice: 2, with_later: true }])
})
