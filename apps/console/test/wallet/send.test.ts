import { fillIn } from '@hornets/contract/sentence'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { bech32m } from '@scure/base'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sendDialog } from '../support/send-dialog.ts'
import {
  balance,
  ownAddress,
  transaction as paid,
  plannedCoin,
  recipient,
  sentTxid,
  vbytes,
} from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const transaction = 'POST /wallet/transaction'
const send = sendDialog(world)
const { button, says, openSend, toAmount, toGermanAmount, toReview, payAgain, review, sendNow } = send
/** As long as addresses can be (BIP 350). */
const longest = bech32m.encode('bcrt', [
  16,
  ...bech32m.toWords(Uint8Array.from({ length: 40 }, (_, index) => index * 5)),
])
const asPlanned = (body: unknown) => body as { readonly coins?: readonly string[] }

describe('the address', () => {
  it('WALLET-27, WALLET-28, WALLET-29, R-57, R-61, R-88: stays on step 1 without a call for an invalid address, and signs in to the wallet only for a valid one', async () => {
    const page = await openSend()
    await page.evaluate(() => localStorage.setItem('lng', 'de'))
    await page.reload()
    await page.getByRole('button', { name: 'Senden', exact: true }).click()
    await page.getByLabel('Adresse', { exact: true }).waitFor()
    await button(page, 'Weiter').click()
    await says(page, /^Ungültige Adresse$/)
    await page.evaluate(() => localStorage.setItem('lng', 'en'))
    await page.reload()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const fields = page.getByRole('dialog', { name: 'Send bitcoin' }).getByRole('textbox')
    await fields.waitFor()
    expect(await fields.count()).toBe(1)
    for (const wrong of ['', `${recipient.slice(0, -1)}q`, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']) {
      await page.getByLabel('Address', { exact: true }).fill(wrong)
      await page.getByText('Invalid Address').waitFor({ state: 'detached' })
      await button(page, 'Continue').click()
      await says(page, /^Invalid Address$/)
      await says(page, '1 of 3: Recipient')
    }
    expect(world.relay.calls.filter(call => /wallet\/(challenge|fees)/.test(call))).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Address', { exact: true }).fill(recipient)
    await button(page, 'Continue').click()
    await says(page, '2 of 3: Amount')
    await page.getByRole('dialog').getByTitle(recipient).waitFor()
    await says(page, '3 sat/vB')
    expect(await page.evaluate(() => localStorage.getItem('walletToken'))).toBe('wallet token')
    expect(world.headers('GET /wallet/fees').map(({ authorization }) => authorization)).toEqual(['Bearer wallet token'])
    for (const right of [ownAddress, longest, ` ${recipient.toUpperCase()} `]) {
      await button(page, 'Back').click()
      await page.getByLabel('Address', { exact: true }).fill(right)
      await button(page, 'Continue').click()
      await says(page, '2 of 3: Amount')
    }
  })
})

describe('WALLET-23, WALLET-25, WAPI-03: the amount', () => {
  it('WALLET-32, WALLET-34, WALLET-36, R-60, R-62, R-84: starts at 1 with the low tier and RBF, without an error, refuses amounts that are invalid or fit only without the fee, and takes a custom decimal rate, which result and history show', async () => {
    const answer = { txid: sentTxid, status: 'success', message: '', fee_sats: 212, vsize: vbytes }
    world.relay.answers.set(transaction, { body: answer })
    world.relay.answers.set('GET /api/transactions/latest', { body: [paid(1, -1000, { fee_sats: 212 })] })
    const page = await toAmount()
    await page.getByText('Fee 212 sats').waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('1')
    expect(await page.getByRole('radio', { name: 'Low' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'RBF Opt In', exact: true }).isChecked()).toBe(true)
    expect(await page.getByText('Invalid Amount').count()).toBe(0)
    for (const wrong of ['', '0', '-5', '1.5', '1e3', '0x10', String(balance.latest_balance + 1)]) {
      await page.getByLabel('Amount').fill('1000')
      await page.getByText('Invalid Amount').waitFor({ state: 'detached' })
      await page.getByLabel('Amount').fill(wrong)
      await says(page, /^Invalid Amount$/)
      // Not only while its size is awaited.
      await page.locator('dt', { hasText: 'Total' }).locator('+ dd', { hasText: /^–$/ }).waitFor()
      expect(await button(page, 'Send').isDisabled()).toBe(true)
    }
    await page.getByLabel('Amount').fill(String(balance.latest_balance))
    await says(page, /^Insufficient balance to complete the transaction\.$/)
    expect(await button(page, 'Send').isDisabled()).toBe(true)
    expect(world.bodies(transaction)).toEqual([])

    await page.getByLabel('Amount').fill('1000')
    await says(page, '1,423 sats')
    await page.getByLabel('Amount').locator('..').getByText('sats', { exact: true }).waitFor()
    await says(page, 'About $0.65')
    const rate = page.getByLabel('Fee rate')
    for (const [wrong, why] of [
      ['0.5', /^Fee too low: the minimum relay fee is 1 sat/],
      ['10001', 'Fee too high: at most 10,000 sat/vB'],
    ] as const) {
      await rate.fill(wrong)
      await says(page, why)
      expect(await button(page, 'Send').isDisabled()).toBe(true)
    }
    await rate.fill('60')
    await says(page, 'Far above the high estimate of 5 sat/vB')
    expect(await page.getByRole('radio', { name: 'Low' }).isChecked()).toBe(false)
    await page.getByRole('radio', { name: 'Medium' }).click()
    expect(await rate.inputValue()).toBe('4')
    await rate.fill('1.5')
    await says(page, '1,212 sats')
    await review(page, '1000')
    expect(await page.getByText('Fee rates have changed').count()).toBe(0)
    await button(page, 'Send 1,000 sats').click()
    await says(page, /^Success!$/)
    await says(page, '141 vB at 1.5 sat/vB')
    expect(world.bodies(transaction)).toMatchObject([{ spend_amount: 1000, priority_rate: 1.5, enable_rbf: true }])
    await button(page, 'Done').click()
    await send.reopen(page)
    expect(await page.getByLabel('Amount').inputValue()).toBe('1')

    await toGermanAmount(page)
    await page.getByLabel('Betrag').fill('')
    await says(page, /^Ungültiger Betrag$/)
  })

  it('WALLET-32, R-84: starts at 1 without an error in an empty wallet, which cannot send it', async () => {
    world.relay.answers.set('GET /api/balance/usd', { body: { ...balance, latest_balance: 0, balance_usd: 0 } })
    const page = await toAmount()
    await says(page, '0 sats')
    await says(page, '3 sat/vB')
    expect([await page.getByLabel('Amount').inputValue(), await page.getByText('Invalid Amount').count()]).toEqual([
      '1',
      0,
    ])
    expect(await button(page, 'Send').isDisabled()).toBe(true)
    await page.getByLabel('Amount').fill('2')
    await says(page, /^Invalid Amount$/)
  })

  it('WALLET-22, WALLET-24, CONST-06, R-84: uses and pays the default tiers without live estimates, reports the initial dust amount only after an edit, and explains with localised figures what the wallet cannot pay', async () => {
    world.relay.answers.set('GET /wallet/fees', 'hang up')
    const size = 'POST /wallet/calculate-tx-size'
    const start = world.bodies(size).length
    await says(await toAmount(), 'No live estimates. Using default rates.')
    await expect.poll(() => world.bodies(size).length).toBe(start + 1)
    world.relay.answers.set('GET /wallet/fees', { status: 500, body: { error: 'x', code: 'internal' } })
    const sized = world.relay.answers.get(size) as object
    const before = world.bodies(size).length
    const error = 'Invalid Amount: 1 sats are dust. Nodes relay 294 sats or more'
    const body = { error, code: 'payment_refused', reason: 'dust' }
    world.relay.answers.set(size, { status: 422, body })
    const page = await toAmount()
    await says(page, '4 sat/vB')
    const tiers = async () =>
      (await page.getByRole('radiogroup', { name: 'Fee' }).locator('label').allInnerTexts()).map(tier =>
        tier.split(/\s*\n\s*/),
      )
    expect((await tiers()).map(tier => tier.slice(0, 2))).toEqual([
      ['Low', '3 sat/vB'],
      ['Medium', '4 sat/vB'],
      ['High', '5 sat/vB'],
    ])
    await says(page, 'No live estimates. Using default rates.')
    await expect.poll(() => world.bodies(size).length).toBe(1 + before)
    const go = await world.hold(page, '/wallet/calculate-tx-size')
    await page.getByLabel('Amount').fill('2')
    expect(await page.getByText('are dust').count()).toBe(0)
    go()
    await says(page, 'are dust')

    const { reason, template } = refusals.insufficientFunds
    const figures = { needed_sats: 3_500_330, available_sats: 1200 }
    world.relay.answers.set(size, {
      status: 422,
      body: { error: fillIn(template, figures), code: 'payment_refused', reason, template, figures },
    })
    await page.getByLabel('Amount').fill('3')
    await says(page, 'Insufficient funds: at least 3,500,330 sats are needed, 1,200 can be spent')
    expect(await button(page, 'Send').isDisabled()).toBe(true)

    world.relay.answers.set(size, sized)
    await page.getByLabel('Amount').fill('12000')
    await expect.poll(async () => (await tiers()).map(([, , fee]) => fee)).toEqual(['423 sats', '564 sats', '705 sats'])
    await review(page, '12000')
    await sendNow(page)
    await says(page, /^Success!$/)
    expect(world.bodies(transaction)).toMatchObject([{ spend_amount: 12_000, priority_rate: 3 }])
  })

  it('WALLET-26, WALLET-31, WALLET-33: asks for the size once while one types, shows total and balance of the tier, and sends what it showed though exchange and fee rates have changed since', async () => {
    const page = await toAmount({ ownClock: true })
    await page.getByRole('checkbox', { name: 'RBF Opt In', exact: true, checked: true }).waitFor()
    await says(page, '424 sats')
    const fact = (name: string) => page.getByRole('dialog').locator(`dt:text-is("${name}") + dd`).innerText()
    expect([await fact('Total'), await fact('Balance')]).toEqual(['424 sats', '2,500,000 sats'])
    const before = world.bodies('POST /wallet/calculate-tx-size').length
    // On a slow machine, too: no time passes between keys.
    await page.clock.pauseAt(Date.now() + 1000)
    await page.getByLabel('Amount').fill('')
    await page.getByLabel('Amount').pressSequentially('12000')
    await page.clock.resume()
    await says(page, '12,423 sats')
    const asked = world.bodies('POST /wallet/calculate-tx-size').slice(before)
    expect(asked).toEqual([{ recipient_address: recipient, spend_amount: 12_000, priority_rate: 3 }])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Amount').fill('1000')
    await page.getByRole('radio', { name: 'High' }).click()
    await says(page, `${(1000 + vbytes * 5).toLocaleString('en')} sats`)
    await says(page, '2,500,000 sats')
    await says(page, 'About $0.65')

    await page.getByRole('radio', { name: 'Low' }).click()
    await review(page, '12000')
    await says(page, '$8.06')
    world.relay.answers.set('GET /api/bitcoin-rates/last-30-days', {
      body: [{ ID: 1, Rate: '100000.00', TimestampHornets: '2026-02-01T00:00:00Z' }],
    })
    world.relay.tell('changed', { what: 'rates' })
    await says(page, '$12.42')
    world.relay.answers.set('GET /wallet/fees', { body: { low: 9, med: 10, high: 11, source: 'bitcoind', minimum: 1 } })
    await page.clock.fastForward(31_000)
    await page.getByText('Fee rates have changed').waitFor()
    await says(page, 'pays 3 sat/vB; the current rate is 9')
    await sendNow(page)
    await says(page, /^Success!$/)
    expect(world.bodies(transaction)).toMatchObject([{ spend_amount: 12_000, priority_rate: 3 }])

    await toGermanAmount(page)
    await page.getByLabel('Betrag').waitFor()
    const tiers = page.getByRole('radiogroup', { name: 'Gebühr' }).getByRole('radio')
    expect(await tiers.count()).toBe(3)
    for (const name of ['Summe', 'Guthaben']) await page.getByRole('dialog').getByText(name, { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'RBF Opt In', exact: true }).waitFor()
    await button(page, 'Senden').waitFor()
  })
})

async function payInGerman(page: Page): Promise<void> {
  await page.getByLabel('Betrag').fill('12000')
  await expect.poll(() => button(page, 'Senden').isEnabled()).toBe(true)
  await button(page, 'Senden').click()
  await button(page, '12.000 sats senden').click()
}

describe('API-16, WAPI-04: sending', () => {
  it('WALLET-30, WALLET-37, WALLET-67: is spelt out before, posts once under a key, says so for as long as it takes and does not close meanwhile, is recorded, and its id can be copied', async () => {
    const page = await toAmount({}, longest)
    const shown = (whole: string) => page.getByRole('dialog').getByTitle(whole).innerText()
    expect(await shown(longest)).toBe(`${longest.slice(0, 65)}…`)
    await page.getByRole('checkbox', { name: 'RBF Opt In', exact: true }).uncheck()
    await review(page, '12000')
    await says(page, 'Inputs: 1 coin')
    await says(page, 'change, back to you')
    await says(page, '141 vB at 3 sat/vB')
    await says(page, '12,423 sats')
    expect(world.bodies(transaction)).toEqual([])

    const go = await world.hold(page, '/wallet/transaction')
    await sendNow(page)
    await says(page, 'Sending…')
    await page.keyboard.press('Escape')
    await says(page, 'Sending…')
    go()
    await says(page, /^Success!$/)
    const posted = { choice: 1, recipient_address: longest, spend_amount: 12_000, priority_rate: 3, enable_rbf: false }
    expect(world.bodies(transaction)).toEqual([{ ...posted, coins: [plannedCoin] }])
    const [sent] = world.headers(transaction)
    expect(sent?.['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(sent?.authorization).toBe('Bearer wallet token')
    expect(world.bodies('POST /api/pending-transactions')).toMatchObject([
      { txid: sentTxid, feeRate: 3, amount: 12_000, recipient_address: longest, enable_rbf: false },
    ])
    expect(world.headers('POST /api/pending-transactions')[0]?.authorization).toBe('Bearer token')
    await button(page, 'Copy transaction id').click()
    await page.getByText('Copied to clipboard', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sentTxid)

    await button(page, 'Done').click()
    await payAgain(page, '2.5')
    await sendNow(page)
    await says(page, /^Success!$/)
    expect(world.bodies(transaction)[1]).toEqual({
      ...posted,
      recipient_address: recipient,
      priority_rate: 2.5,
      enable_rbf: true,
      coins: [plannedCoin],
    })
  })

  it('WALLET-39, WALLET-41, CONST-09, R-65: shows what was sent and to whom, a long address cut', async () => {
    const page = await toAmount({}, longest)
    const shown = (whole: string) => page.getByRole('dialog').getByTitle(whole).innerText()
    expect(await shown(longest)).toBe(`${longest.slice(0, 65)}…`)
    await review(page, '12000')
    await sendNow(page)
    await says(page, /^Success!$/)
    await page.setViewportSize({ width: 390, height: 844 })
    await says(page, '12,000 sats')
    expect(await shown(longest)).toBe(`${longest.slice(0, 45)}…${longest.slice(-10)}`)
    expect(await shown(sentTxid)).toMatch(/^d{40}…d{10}\b/)
    await button(page, 'Copy transaction id').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(sentTxid)
    await toGermanAmount(page)
    await payInGerman(page)
    await says(page, /^Erfolgreich!$/)
  })

  it('WALLET-40, WALLET-43, WALLET-44, R-67: records nothing when the wallet refuses, warns when recording fails, and uses a new key for each payment', async () => {
    const good = world.relay.answers.get(transaction) as object
    world.relay.answers.set(transaction, { body: { txid: '', status: 'failed', message: 'The amount is dust' } })
    const page = await toReview()
    await sendNow(page)
    await says(page, /^Failed$/)
    await says(page, /^Transaction failed\.$/)
    await says(page, 'The amount is dust')
    expect(world.bodies('POST /api/pending-transactions')).toEqual([])
    // Only the reviewed coins are spent. If one of them is gone, the user reviews others first.
    await says(page, 'Go back to review the payment again.')
    await button(page, 'Back').click()
    await says(page, '2 of 3: Amount')
    await review(page, '12000')
    expect(world.bodies('POST /wallet/plan').filter(body => asPlanned(body).coins !== undefined)).toEqual([])

    world.relay.answers.set(transaction, good)
    world.relay.answers.set('POST /api/pending-transactions', { status: 500, body: { error: 'x', code: 'internal' } })
    await sendNow(page)
    await says(page, /^Success!$/)
    await says(page, /^Failed to save pending transaction\.$/)
    await button(page, 'Done').click()
    // Sending the very same payment again is another payment.
    await payAgain(page)
    await sendNow(page)
    await says(page, /^Success!$/)
    expect(new Set(world.headers(transaction).map(headers => headers['idempotency-key'])).size).toBe(3)
    await toGermanAmount(page)
    await payInGerman(page)
    await says(page, /^Die ausstehende Transaktion konnte nicht gespeichert werden\.$/)
  })

  it('WALLET-40, WALLET-43, WALLET-45: says in German that it is refused or had no answer', async () => {
    world.relay.answers.set(transaction, { body: { txid: '', status: 'failed', message: 'The amount is dust' } })
    const page = await openSend()
    await toGermanAmount(page)
    await payInGerman(page)
    await says(page, /^Fehlgeschlagen$/)
    await says(page, /^Transaktion fehlgeschlagen\.$/)
    world.relay.answers.set(transaction, 'hang up')
    await button(page, 'Zurück').click()
    await payInGerman(page)
    await says(page, /^Transaktion wegen eines Netzwerkfehlers fehlgeschlagen\.$/)
  })

  it('WALLET-45, R-67: asks for the password of a locked wallet first; does not repeat a payment without an answer by itself, and keeps its key when it is repeated by hand', async () => {
    const health = world.relay.answers.get('GET /wallet/health') as { body: object }
    world.relay.answers.set('GET /wallet/health', { body: { ...health.body, wallet: 'locked' } })
    world.relay.answers.set('POST /wallet/unlock', ({ body }) => {
      if ((body as { password: string }).password !== 'correct') {
        return { status: 403, body: { error: 'The password is wrong', code: 'forbidden' } }
      }
      world.relay.answers.set('GET /wallet/health', health)
      return { body: { message: 'ok' } }
    })
    const page = await toReview()
    expect(await button(page, 'Send 12,000 sats').isDisabled()).toBe(true)
    await page.getByLabel('Wallet password').fill('wrong')
    await button(page, 'Unlock').click()
    await says(page, 'The password is wrong')
    await page.getByLabel('Wallet password').fill('correct')
    await button(page, 'Unlock').click()
    await sendNow(page)
    await says(page, /^Success!$/)

    world.relay.answers.set(transaction, 'hang up')
    await button(page, 'Done').click()
    await payAgain(page)
    let posted = 0
    page.on('request', request => {
      if (request.url().endsWith('/wallet/transaction')) posted += 1
    })
    await sendNow(page)
    await says(page, /^Transaction failed due to a network error\.$/)
    await says(page, /check Unconfirmed Transactions before you send again/)
    await page.waitForTimeout(1500)
    expect(posted).toBe(1)
    world.relay.answers.set(transaction, { body: { txid: sentTxid, status: 'pending', message: '' } })
    await button(page, 'Try again').click()
    await says(page, /^Success!$/)
    await says(page, 'Not in the mempool yet')
    // The browser itself repeats a POST on a broken connection, which is one more reason for the key.
    const keys = world
      .headers(transaction)
      .slice(1)
      .map(headers => headers['idempotency-key'])
    expect([posted, new Set(keys).size]).toEqual([2, 1])
  })
})
