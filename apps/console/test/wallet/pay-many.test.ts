import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { showToCamera } from '../support/fake-camera.ts'
import { ownAddress, pendingRow, recipient, transaction } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => page.getByRole('dialog').getByText(text).first().waitFor()

async function openMany(): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await button(page, 'Pay many').click()
  await says(page, '1 of 4: Recipients')
  return page
}

it('a pasted list shows each error by its line; mended and without the rest it is paid by one call; several pasted lines or a file become a list, which keeps edits on going back', async () => {
  const page = await openMany()
  const list = `address;amount (btc);label\n${recipient};0,00012;"Ada; wages"\n${ownAddress};0.5.1;Bob\nnobody;1;\n${recipient};0.0002;`
  await page.getByLabel('Payees').fill(list)
  await button(page, 'Continue').click()
  await says(page, '2 lines cannot be paid')
  await says(page, /^Invalid Address$/)
  await says(page, /^Invalid Amount$/)
  expect(await button(page, 'Continue').isDisabled()).toBe(true)

  await button(page, 'Change the payee: Line 3').click()
  await page.getByLabel('Amount').fill('200')
  await button(page, 'Save').click()
  await says(page, 'Too little: nodes do not relay outputs this small.')
  await page.getByLabel('Amount').fill('30000')
  await button(page, 'Save').click()
  await button(page, 'Remove the payee: Line 4').click()
  await says(page, '1 payee repeats an earlier address. Each payee is paid.')
  await says(page, 'Same address as line 2')
  await says(page, '62,000 sats')
  await button(page, 'Continue').click()

  await says(page, '3 of 4: Fee')
  await page
    .locator('[role=dialog] button:not([aria-disabled=true]):not([disabled])', { hasText: /^Continue$/ })
    .waitFor()
  await button(page, 'Continue').click()
  await says(page, '4 of 4: Review transaction')
  await says(page, 'Ada; wages')
  await button(page, 'Send 62,000 sats').click()
  await says(page, /^Success!$/)
  await says(page, '3 payees')
  expect(world.bodies('POST /wallet/transaction')).toMatchObject([
    {
      choice: 5,
      priority_rate: 3,
      enable_rbf: true,
      payees: [
        { recipient_address: recipient, spend_amount: 12_000, label: 'Ada; wages' },
        { recipient_address: ownAddress, spend_amount: 30_000, label: 'Bob' },
        { recipient_address: recipient, spend_amount: 20_000 },
      ],
    },
  ])
  expect(world.bodies('POST /api/pending-transactions')).toMatchObject([
    { amount: 62_000, recipient_address: recipient, payees: 3 },
  ])

  await button(page, 'Done').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('Address', { exact: true }).focus()
  await page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, `${recipient} 5000\n${ownAddress} 6000`)
  await says(page, '1 of 4: Recipients')
  await button(page, 'Continue').click()
  await says(page, '11,000 sats')
  await button(page, 'Remove the payee: Line 1').click()
  await button(page, 'Back').click()
  await button(page, 'Continue').click()
  await says(page, '6,000 sats')
  expect(await page.getByText('11,000 sats').count()).toBe(0)

  await button(page, 'Back').click()
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'wages.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`bitcoin:${recipient}?amount=0.0001&label=Ada\n`),
    })
  await page.getByText('bitcoin:').waitFor()
  await button(page, 'Continue').click()
  await says(page, '10,000 sats')
})

it('a payment link from the camera fills in address, amount and label; the reader that the browser brings is asked first', async () => {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('Address', { exact: true }).waitFor()
  await showToCamera(page, [`bitcoin:${recipient}?amount=0.0005&label=Rent`])
  await button(page, 'Scan QR code').click()
  await says(page, '2 of 3: Amount')
  expect(await page.getByLabel('Amount').inputValue()).toBe('50000')

  await button(page, 'Back').click()
  await page.getByLabel('Address', { exact: true }).fill('')
  await page.evaluate(said => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: said }]
    }
    Object.assign(window, { BarcodeDetector })
  }, recipient)
  await showToCamera(page, ['another code'])
  await button(page, 'Scan QR code').click()
  await says(page, '2 of 3: Amount')
})

it('in history and on its way a payment to many is one line, with how many and their sum', async () => {
  const row = transaction(4, -12_000, { payees: 50, paid_sats: 62_000, fee_sats: 500, confirmations: 2 })
  world.relay.answers.set('GET /api/transactions/latest', { body: [row] })
  world.relay.answers.set('GET /api/pending-transactions', { body: [{ ...pendingRow, payees: 50 }] })
  const page = await world.go('/wallet')
  await page.getByText('Sent to 50 payees').waitFor()
  await page.getByText('-62,000 sats').waitFor()
  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  await says(page, 'To 50 payees')
})
