import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { usualSecurity } from '@hornets/contract/wallet/security'
import { nip19 } from 'nostr-tools'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { health, operators, otherOwner, recipient } from '../support/stubs/stub-wallet.ts'
import { pubkey } from '../support/visitor.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })
const later = '2026-02-01T12:00:00Z'
const payment = 'POST /wallet/transaction'

async function openSecurity(): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name: 'Security', exact: true }).click()
  await says(page, 'Operators')
  return page
}

describe('the lock and the limits', () => {
  it('are saved against the wallet password only, counted down beside the balance with the state of the SOCKS proxy, and asked about before they are left; a limit that is left out says what it risks', async () => {
    answer('GET /wallet/health', { ...health, locks_in_seconds: 15 * 60 })
    answer('POST /wallet/security/settings', { error: walletMessages.passwordWrong, code: 'forbidden' }, 403)
    const page = await openSecurity()
    await page.getByText(/^Locks in 1[45]:\d\d$/).waitFor()
    for (const [state, text] of [
      ['answers', 'SOCKS proxy: on'],
      ['refuses', 'SOCKS proxy rejects the password'],
      ['silent', 'SOCKS proxy does not answer'],
    ]) {
      answer('GET /wallet/health', { ...health, socks_proxy: state })
      world.relay.tell('changed', { what: 'wallet' })
      await page.getByText(text ?? '').waitFor()
    }

    expect(await page.getByLabel('Wallet password').count()).toBe(0)
    await page.getByLabel('Limit per payment').fill('')
    await says(page, 'a stolen session can empty the wallet')
    await dialog(page).getByRole('combobox', { name: 'Lock after' }).click()
    await page.getByRole('option', { name: 'Until restart' }).click()
    await says(page, 'The keys stay in memory')
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    await page.getByLabel('Wallet password').fill('a guess')
    await button(page, 'Save').click()
    await says(page, walletMessages.passwordWrong)
    const settings = { ...usualSecurity, payment_limit_sats: null, lock_after_minutes: null }
    answer('POST /wallet/security/settings', { settings, day_spent_sats: 0 })
    answer('GET /wallet/security/settings', { settings, day_spent_sats: 0 })
    await page.getByLabel('Wallet password').fill('the password')
    await button(page, 'Save').click()
    await page.getByText('security settings are saved').waitFor()
    expect(world.bodies('POST /wallet/security/settings').at(-1)).toEqual({ settings, password: 'the password' })

    await page.getByLabel('Limit per payment').fill('5')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').waitFor()
  })
})

it('an operator is added against the wallet password, waits, and can be cancelled; another approval is a state with its next step, there and when the words are shown', async () => {
  const asked = { error: walletMessages.approvalAsked, code: 'confirmation_needed' }
  answer('POST /wallet/security/operators', asked, 403)
  const page = await openSecurity()
  await button(page, 'Add').first().click()
  await page.getByLabel('Wallet password').fill('the password')
  const content = 'Approve adding an operator (approval 0011)'
  const subject = { kind: 'operators', action: 'add', pubkey: otherOwner }
  const request = { id: '00'.repeat(32), content, asked_by: pubkey, asked_at: later, expires_at: later }
  answer('GET /wallet/approvals', [{ ...request, subject, approved_by: null }])
  await button(page, 'Add').click()
  await dialog(page).getByRole('status').getByText('Then make this change again').waitFor()
  expect(await page.getByLabel('Wallet password').count()).toBe(0)
  await says(page, content)
  const addition = dialog(page)
    .getByRole('paragraph')
    .filter({ hasText: /^Add the operator:/ })
  await addition.locator(`[data-person='${nip19.npubEncode(otherOwner)}']`).waitFor()
  await dialog(page).locator('form').getByRole('button', { name: 'Close' }).click()
  await dialog(page).getByText('Then make this change again').waitFor({ state: 'detached' })

  await says(page, 'Owner of the relay, but not an operator of this wallet')
  answer('GET /wallet/approvals', [])
  await button(page, 'Add').first().click()
  const change = { action: 'add', pubkey: otherOwner, asked_at: later, due_at: later, asked_by: pubkey }
  answer('POST /wallet/security/operators', { ...operators, told: [], changes: [change] })
  answer('GET /wallet/health', { ...health, operators_change_at: later })
  await page.getByLabel('Wallet password').fill('the password')
  await button(page, 'Add').click()
  await says(page, /^Becomes an operator on Feb 1, 2026/)
  const body = { action: 'add', pubkey: otherOwner, password: 'the password' }
  expect(world.bodies('POST /wallet/security/operators')).toEqual([body, body])
  await page.getByText(/^The wallet’s operators change on Feb 1, 2026/).waitFor()
  answer('POST /wallet/security/operators/cancel', operators)
  await button(page, 'Cancel change').click()
  await says(page, 'Owner of the relay, but not an operator of this wallet')
  await page.getByLabel('Another operator').fill('bob')
  await button(page, 'Add').last().click()
  await says(page, 'Please enter an npub')

  await page.getByLabel('Another operator').fill('')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  answer('POST /wallet/backup', asked, 403)
  await page.getByRole('button', { name: 'Recovery phrase' }).click()
  await page.getByLabel('Wallet password').fill('the password')
  await button(page, 'Show').click()
  await dialog(page).getByRole('status').getByText('Then come back here to see the words').waitFor()
  expect(await page.getByLabel('Wallet password').count()).toBe(0)
})

describe('a payment that takes more than a click', () => {
  const figures = { rate: 600, highest_rate: 500, spent_sats: 20_705, limit_sats: 10_000, minutes: 10 }
  const confirmations = [
    [
      'password',
      'over_payment_limit',
      'It spends {{spent_sats}} sats. Above {{limit_sats}} sats a payment needs the wallet password',
    ],
    [
      'fee_word',
      'fee_rate_high',
      'It pays {{rate}} sat/vB, more than the {{highest_rate}} sat/vB that this wallet allows',
    ],
    ['repeat', 'repeated', 'The same amount was sent to this address less than {{minutes}} minutes ago'],
  ].map(([need, reason, template = '']) => ({ need, reason, message: template, template, figures }))
  const plan = {
    inputs: [{ outpoint: `${'f'.repeat(64)}:1`, address: recipient, value_sats: 100_000 }],
    outputs: [{ address: recipient, value_sats: 20_000, change: false }],
    fee_sats: 705,
    vsize: 141,
  }

  async function toReview(page: Page, needs: object[]): Promise<void> {
    answer('POST /wallet/plan', { ...plan, confirmations: needs })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabel('Address', { exact: true }).fill(recipient)
    await button(page, 'Continue').click()
    await page.getByLabel('Amount', { exact: true }).fill('20000')
    await button(page, 'Send').click()
    await says(page, 'This payment needs confirmation')
  }

  it('WALLET-42: explains the reason, accepts the entered password, word and second time, or waits for another owner, who signs what it says, and is then saved', async () => {
    const page = await world.go('/wallet')
    await toReview(page, confirmations)
    const send = button(page, 'Send 20,000 sats')
    await says(page, 'more than the 500 sat/vB that this wallet allows.')
    expect(await send.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'Pay it again' }).click()
    await page.getByLabel('Type EXPENSIVE').fill('expensive')
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('Wallet password').fill('the password')
    await send.click()
    await says(page, /^Success!$/)
    const [body] = world.bodies(payment)
    expect(body).toMatchObject({ password: 'the password', fee_word: 'expensive', repeat: true, spend_amount: 20_000 })
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      'the password',
    )
    await button(page, 'Done').click()
    await dialog(page).waitFor({ state: 'detached' })

    const approval = {
      need: 'approval',
      reason: 'second_approval',
      message: 'Another owner must approve it with a signature',
    }
    answer(payment, { error: walletMessages.approvalAsked, code: 'confirmation_needed' }, 403)
    await toReview(page, [...confirmations.slice(0, 1), approval])
    await page.getByLabel('Wallet password').fill('the password')
    await button(page, 'Ask for approval').click()
    await says(page, 'Waiting for approval')
    await says(page, 'Nothing has been paid')
    await button(page, 'Done').click()

    const request = {
      choice: 1,
      recipient_address: recipient,
      spend_amount: 20_000,
      priority_rate: 5,
      enable_rbf: true,
      send_all: false,
    }
    const content = `Approve a payment of 20705 sats to ${recipient} at 5 sat/vB (approval 0011)`
    const waiting = {
      id: '00'.repeat(32),
      content,
      asked_by: otherOwner,
      asked_at: later,
      expires_at: later,
      approved_by: null,
      subject: { kind: 'payment', request, spent_sats: 20_705, recipient },
    }
    answer('GET /wallet/approvals', [waiting])
    answer('POST /wallet/approvals/give', [{ ...waiting, asked_by: pubkey, approved_by: otherOwner }])
    await page.getByRole('button', { name: 'Security', exact: true }).click()
    await says(page, content)
    await button(page, 'Sign approval').click()
    await says(page, 'Approved by')
    expect(world.bodies('POST /wallet/approvals/give')).toMatchObject([{ event: { kind: 1, content } }])
    answer(payment, { txid: 'd'.repeat(64), status: 'success', message: 'Sent' })
    await page.getByLabel('Wallet password').fill('the password')
    await button(page, 'Send now').click()
    await page.getByText('Success!', { exact: true }).waitFor()
    expect(world.bodies(payment).at(-1)).toMatchObject({ ...request, password: 'the password' })
    const saved = { feeRate: 5, amount: 20_000, recipient_address: recipient, enable_rbf: true }
    expect(world.bodies('POST /api/pending-transactions').at(-1)).toMatchObject({ txid: 'd'.repeat(64), ...saved })
  })
})
