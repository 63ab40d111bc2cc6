import { messages } from '@hornets/contract/messages'
import { fillIn } from '@hornets/contract/sentence'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  balance,
  transaction as historyLine,
  ownAddress,
  pendingRow,
  pendingTxid,
  recipient,
  sentTxid,
  vbytes,
} from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const transaction = 'POST /wallet/transaction'
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })

async function openList(): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  return page
}
async function openForm(): Promise<Page> {
  const page = await openList()
  await button(page, 'Replace').click()
  await says(page, /^Replace Transaction$/)
  return page
}
async function readyForm(): Promise<Page> {
  const page = await openForm()
  await says(page, 'change, back to you')
  return page
}
async function toGerman(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('lng', 'de'))
  await page.reload()
}
function list(...rows: object[]): void {
  answer('GET /api/pending-transactions', rows)
  world.relay.tell('changed', { what: 'wallet' })
}

describe('API-15: pending transactions', () => {
  it("WALLET-49, R-88: lists what the relay lists without asking the wallet, follows the wallet's reports, and removes a payment that the wallet does not know", async () => {
    const removal = `DELETE /api/pending-transactions/${pendingTxid}`
    answer('GET /api/pending-transactions', { error: 'There are too many', code: 'forbidden' }, 403)
    const page = await openList()
    await says(page, 'There are too many')
    expect(await page.getByText('No unconfirmed transactions available').count()).toBe(0)
    answer('GET /api/pending-transactions', [])
    await button(page, 'Try again').click()
    await says(page, /^No unconfirmed transactions available$/)
    list({ ...pendingRow, status: 'success' })
    await dialog(page).getByTitle(pendingTxid).waitFor()
    expect(await button(page, 'Replace').isDisabled()).toBe(false)
    list({ ...pendingRow, txid: sentTxid, status: 'success' })
    await dialog(page).getByTitle(sentTxid).waitFor()
    expect(await dialog(page).getByTitle(pendingTxid).count()).toBe(0)
    expect(world.relay.calls.filter(call => /challenge|sends|^POST/.test(call))).toEqual([])

    list({ ...pendingRow, timestamp: '2026-01-29T12:00:00Z', untold: true })
    await says(page, 'The wallet does not know this payment')
    expect(await button(page, 'Replace').count()).toBe(0)
    answer(removal, { error: 'This pending payment does not exist', code: 'not_found' }, 404)
    await button(page, 'Remove').click()
    await page.getByText('This pending payment does not exist').waitFor()
    answer(removal, { message: 'The payment was removed' })
    answer('GET /api/pending-transactions', [])
    await button(page, 'Remove').click()
    await says(page, /^No unconfirmed transactions available$/)
    expect(world.relay.calls.filter(call => call === removal)).toHaveLength(2)
    await toGerman(page)
    await says(page, /^Keine unbestätigten Transaktionen vorhanden$/)
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    await says(page, /^No unconfirmed transactions available$/)
    // One from others is unconfirmed as well.
    answer('GET /api/transactions/latest', [historyLine(4, 75_000, { confirmations: 0 })])
    world.relay.tell('changed', { what: 'wallet' })
    await says(page, '+75,000 sats')
    expect(await page.getByText('No unconfirmed transactions available').count()).toBe(0)

    list({ ...pendingRow, txid: sentTxid, status: 'success' })
    await dialog(page).getByTitle(sentTxid).waitFor()
    answer('GET /wallet/health', { status: 'off', message: messages.walletAway })
    world.relay.tell('changed', { what: 'wallet' })
    await says(page, 'The wallet is not responding. Showing its last report.')
    await dialog(page).getByTitle(sentTxid).waitFor()
  })

  it('WALLET-46, WALLET-47, WALLET-48: lists amount, date and id, and offers a replacement, a retry or giving up by the state of the payment', async () => {
    const page = await openList()
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Replace').waitFor()
    await says(page, '20,000 sats')
    await says(page, /Jan 30, 2026/)
    await dialog(page).getByTitle(pendingTxid).waitFor()
    await says(page, '10 sat/vB')
    await page.setViewportSize({ width: 1279, height: 900 })

    const other = { ...pendingRow, txid: sentTxid, amount: 7000, timestamp: '2026-01-29T12:00:00Z' }
    list(pendingRow, { ...other, status: 'success' })
    await dialog(page).getByTitle(sentTxid).waitFor()
    for (const [txid, amount, day] of [
      [pendingTxid, '20,000 sats', 'Jan 30, 2026'],
      [sentTxid, '7,000 sats', 'Jan 29, 2026'],
    ] as const) {
      const row = dialog(page)
        .getByRole('listitem')
        .filter({ has: page.getByTitle(txid) })
      expect(await row.textContent()).toMatch(new RegExp(`${amount}.*${day}`))
      expect(await row.getByRole('button', { name: 'Replace', exact: true }).isEnabled()).toBe(true)
    }

    list({ ...pendingRow, enable_rbf: false })
    await says(page, /^Sent without RBF: cannot be replaced\.$/)
    expect([await button(page, 'Replace').isDisabled(), await button(page, 'Cancel payment').isDisabled()]).toEqual([
      true,
      true,
    ])

    // The network lacks the transaction: it can be replaced in any case.
    const refusal = {
      template: 'Rejected by the network: {{network_reason}}',
      figures: { network_reason: 'too cheap' },
    }
    list({ ...pendingRow, enable_rbf: false, status: 'pending', message: 'no', ...refusal })
    await says(page, 'Rejected by the network: too cheap')
    expect(await button(page, 'Replace').isEnabled()).toBe(true)

    // What it is built on is gone: it can be abandoned once the consequences have been read.
    list({ ...pendingRow, status: 'pending', orphaned: true })
    const question = page.getByRole('alertdialog')
    await button(page, 'Abandon').click()
    await question.getByText('could then pay twice').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(world.bodies('POST /wallet/transaction/abandon')).toEqual([])
    await button(page, 'Abandon').click()
    await question.getByRole('button', { name: 'Abandon' }).click()
    await page.getByText('The payment is abandoned').waitFor()
    expect(world.bodies('POST /wallet/transaction/abandon')).toEqual([{ txid: pendingTxid }])

    list({ ...pendingRow, enable_rbf: false })
    await toGerman(page)
    await says(page, /^Ohne RBF gesendet: Sie lässt sich nicht ersetzen\.$/)
    expect(await button(page, 'Ersetzen').isDisabled()).toBe(true)
  })
})

describe('WAPI-03: the form', () => {
  it('WALLET-50, WALLET-52, WALLET-53: names the payment, has raised tiers, and counts fee and total beside the balance', async () => {
    const page = await readyForm()
    await dialog(page).getByTitle(pendingTxid).waitFor()
    for (const width of [1279, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['Low', 'Medium', 'High']) await dialog(page).getByRole('radio', { name }).waitFor()
      for (const label of ['Amount', 'New Fee', 'Total', 'Balance'])
        await dialog(page).getByText(label, { exact: true }).first().waitFor()
    }
    await says(page, `${pendingRow.amount.toLocaleString('en')} sats`)
    await says(page, `${balance.latest_balance.toLocaleString('en')} sats`)
    for (const name of ['Cancel', 'Replace']) await button(page, name).waitFor()
    for (const rate of ['11 sat/vB', '12 sat/vB', '13 sat/vB']) await says(page, rate)
    expect(await page.getByLabel('New Fee Rate', { exact: true }).inputValue()).toBe('11')
    await says(page, `${(vbytes * 11).toLocaleString('en')} sats`)
    await says(page, `${(pendingRow.amount + vbytes * 11).toLocaleString('en')} sats`)
    const facts = ['Amount', 'New Fee', 'Total', 'Balance'].map(name =>
      dialog(page).locator(`dt:text-is("${name}") + dd`).innerText(),
    )
    expect(await Promise.all(facts)).toEqual(['20,000 sats', '1,551 sats', '21,551 sats', '2,500,000 sats'])
    expect(world.bodies('POST /wallet/calculate-tx-size')).toEqual([{ original_tx_id: pendingTxid, new_fee_rate: 11 }])
    // 141 vB at 11.3 cost 1,593.3 sats.
    await page.getByLabel('New Fee Rate', { exact: true }).fill('11.3')
    await says(page, /^1,594 sats$/)
    await says(page, `${(pendingRow.amount + 1594).toLocaleString('en')} sats`)
    await dialog(page).getByRole('radio', { name: 'High' }).click()
    expect(await page.getByLabel('New Fee Rate', { exact: true }).inputValue()).toBe('13')

    await toGerman(page)
    await button(page, 'Ersetzen').click()
    await page.getByLabel('Neuer Gebührensatz', { exact: true }).waitFor()
    for (const text of ['Transaktion ersetzen', 'Betrag', 'Neue Gebühr', 'Summe', 'Guthaben'])
      await dialog(page).getByText(text, { exact: true }).first().waitFor()
    for (const name of ['Abbrechen', 'Ersetzen']) await button(page, name).waitFor()
  })

  it('WALLET-51, WALLET-55, R-63: returns to the list on Cancel without sending, ignores letters, and replaces nothing at or under the original rate', async () => {
    const page = await readyForm()
    await button(page, 'Cancel').click()
    await button(page, 'Replace').waitFor()
    expect(world.bodies(transaction)).toEqual([])

    await button(page, 'Replace').click()
    await says(page, 'change, back to you')
    const rate = page.getByLabel('New Fee Rate', { exact: true })
    await rate.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('abc')
    await page.keyboard.press('Tab')
    expect(await rate.inputValue()).toBe('11')
    await rate.press('ArrowUp')
    expect(await rate.inputValue()).toBe('12')
    await rate.fill('0')
    await rate.press('ArrowDown')
    expect(await rate.inputValue()).toBe('0')

    await rate.fill('10')
    await expect.poll(() => button(page, 'Replace').isDisabled()).toBe(true)
    await rate.fill('14')
    await expect.poll(() => button(page, 'Replace').isDisabled()).toBe(false)
    // Back asks before it discards the input, though it leads to no other page.
    await page.goBack()
    await page.getByRole('alertdialog').getByText('Leave without sending?').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await rate.inputValue()).toBe('14')
  })

  it('WALLET-54, R-64: refuses a total above the balance, and a rate that the wallet cannot pay, with what is missing', async () => {
    answer('GET /api/balance/usd', { ...balance, latest_balance: 21_000 })
    const page = await openForm()
    await says(page, /^Insufficient balance to complete the transaction\.$/)
    // Not only while the plan is awaited.
    await says(page, 'change, back to you')
    expect(await button(page, 'Replace').isDisabled()).toBe(true)
    answer('GET /api/balance/usd', { ...balance, latest_balance: pendingRow.amount + vbytes * 11 })
    world.relay.tell('changed', { what: 'wallet' })
    await expect.poll(() => button(page, 'Replace').isDisabled()).toBe(false)

    answer('GET /api/balance/usd', balance)
    world.relay.tell('changed', { what: 'wallet' })
    await expect.poll(() => button(page, 'Replace').isDisabled()).toBe(false)
    expect(await page.getByText('Insufficient balance').count()).toBe(0)
    const { reason, template } = refusals.replacementTooDear
    const figures = { rate: 12, missing_sats: 12_500 }
    const body = { error: fillIn(template, figures), code: 'payment_refused', reason, template, figures }
    for (const path of ['/wallet/plan', '/wallet/calculate-tx-size']) answer(`POST ${path}`, body, 422)
    await page.getByLabel('New Fee Rate', { exact: true }).fill('12')
    await says(page, /^Insufficient balance to complete the transaction\.$/)
    await says(page, '12 sat/vB needs 12,500 sats more')
    expect(await button(page, 'Replace').isDisabled()).toBe(true)
    await toGerman(page)
    await button(page, 'Ersetzen').click()
    await says(page, /^Das Guthaben reicht für diese Transaktion nicht aus\.$/)
  })
})

describe('WAPI-05: replacing', () => {
  it('WALLET-56, WALLET-57, WALLET-58: from list and form posts once under a key, says so, records it and shows the new id', async () => {
    const page = await readyForm()
    await page.getByLabel('New Fee Rate', { exact: true }).fill('11.5')
    await expect.poll(() => button(page, 'Replace').isEnabled()).toBe(true)
    const go = await world.hold(page, '/wallet/transaction')
    await button(page, 'Replace').click()
    await says(page, 'Sending…')
    go()
    await says(page, /^Success!$/)
    await dialog(page).getByTitle(sentTxid).waitFor()
    expect(world.bodies(transaction)).toEqual([{ choice: 2, original_tx_id: pendingTxid, new_fee_rate: 11.5 }])
    expect(world.headers(transaction)).toMatchObject([
      { authorization: 'Bearer wallet token', 'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    expect(world.bodies('POST /api/replacement-transactions')).toEqual([
      {
        original_tx_id: pendingTxid,
        new_tx_id: sentTxid,
        new_fee_rate: 11.5,
        amount: 20_000,
        recipient_address: recipient,
        enable_rbf: true,
      },
    ])
  })

  it('NP-14: shows nothing of what the relay answers to the record of a replacement', async () => {
    const other = 'f'.repeat(64)
    answer('POST /api/replacement-transactions', { status: 'success', message: 'Noted in the book', txid: other })
    const page = await readyForm()
    await page.getByLabel('New Fee Rate', { exact: true }).fill('11.5')
    await button(page, 'Replace').click()
    await says(page, /^Success!$/)
    await dialog(page).getByTitle(sentTxid).waitFor()
    await button(page, 'Copy transaction id').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(sentTxid)
    for (const strange of ['Noted in the book', other, other.slice(0, 20)])
      expect(await page.getByText(strange).count()).toBe(0)
    expect(await page.getByTitle(other).count()).toBe(0)
  })

  it('WALLET-59, WALLET-60, R-67: shows why it is refused and records nothing; shows success with a warning if it cannot be recorded', async () => {
    const good = world.relay.answers.get(transaction) as object
    answer(transaction, { txid: '', status: 'failed', message: 'It is in a block already' })
    const page = await readyForm()
    await button(page, 'Replace').click()
    await says(page, /^Replacement transaction failed\.$/)
    await says(page, 'It is in a block already')
    expect(world.bodies('POST /api/replacement-transactions')).toEqual([])

    world.relay.answers.set(transaction, good)
    answer('POST /api/replacement-transactions', { error: 'x', code: 'not_found' }, 404)
    await button(page, 'Back').click()
    await says(page, 'change, back to you')
    // The wallet reports it even if the console could not record it.
    answer('GET /api/pending-transactions', [{ ...pendingRow, txid: sentTxid, feeRate: 11, status: 'success' }])
    await button(page, 'Replace').click()
    await says(page, /^Success!$/)
    await says(page, /^Failed to update pending transaction\.$/)
    await dialog(page).getByTitle(sentTxid).waitFor()
    await button(page, 'Done').click()
    await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
    await dialog(page).getByTitle(sentTxid).waitFor()
    expect(await dialog(page).getByTitle(pendingTxid).count()).toBe(0)
    expect(world.bodies('POST /api/replacement-transactions')).toHaveLength(1)
  })

  it('API-17, WALLET-25, WALLET-61: takes a payment back to this wallet at no rate that nodes refuse, with the fee of each tier, and does not repeat by itself what had no answer', async () => {
    const page = await openList()
    await button(page, 'Cancel payment').click()
    await says(page, 'change, back to you')
    // 141 vB at 13.9, 14.9 and 15.9.
    for (const fee of ['1,960 sats', '2,101 sats', '2,242 sats'])
      await page.getByRole('radiogroup', { name: 'Fee' }).getByText(fee, { exact: true }).waitFor()
    await button(page, 'Cancel payment').click()
    await says(page, /^Success!$/)
    expect(world.bodies(transaction)).toEqual([{ choice: 3, original_tx_id: pendingTxid, new_fee_rate: 13.9 }])
    expect(world.bodies('POST /api/replacement-transactions')).toEqual([
      {
        original_tx_id: pendingTxid,
        new_tx_id: sentTxid,
        new_fee_rate: 13.9,
        amount: 0,
        recipient_address: ownAddress,
        enable_rbf: true,
      },
    ])

    world.relay.answers.set(transaction, 'hang up')
    await button(page, 'Done').click()
    await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
    await button(page, 'Replace').click()
    await says(page, 'change, back to you')
    let posted = 0
    page.on('request', request => {
      if (request.url().endsWith('/wallet/transaction')) posted += 1
    })
    await button(page, 'Replace').click()
    await says(page, /^RBF transaction failed due to a network error\.$/)
    await says(page, /check Unconfirmed Transactions before you send again/)
    await page.waitForTimeout(1500)
    expect(posted).toBe(1)
  })

  it('WALLET-59, WALLET-60, WALLET-61: says in German that it is refused, is not recorded, or had no answer', async () => {
    const good = world.relay.answers.get(transaction) as object
    answer(transaction, { txid: '', status: 'failed', message: 'It is in a block already' })
    const page = await openList()
    await toGerman(page)
    const replace = async () => {
      await says(page, 'Wechselgeld, zurück an Sie')
      await button(page, 'Ersetzen').click()
    }
    await button(page, 'Ersetzen').click()
    await replace()
    await says(page, /^Ersatztransaktion fehlgeschlagen\.$/)

    world.relay.answers.set(transaction, 'hang up')
    await button(page, 'Zurück').click()
    await replace()
    await says(page, /^RBF-Transaktion wegen eines Netzwerkfehlers fehlgeschlagen\.$/)
    await says(page, /Prüfen Sie die unbestätigten Transaktionen, bevor Sie erneut senden/)

    world.relay.answers.set(transaction, good)
    world.relay.answers.set('POST /api/replacement-transactions', 'hang up')
    await button(page, 'Erneut versuchen').click()
    await says(page, /^Erfolgreich!$/)
    await says(page, /^Die ausstehende Transaktion konnte nicht aktualisiert werden\.$/)
  })
})
