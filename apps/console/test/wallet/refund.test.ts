import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { playState } from '../support/stubs/relay-states.ts'
import { recipient, sentTxid } from '../support/stubs/stub-wallet.ts'
import { subscriber } from '../support/subscription-answers.ts'
import { user } from '../support/visitor.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const path = `/api/subscribers/${subscriber.pubkey}`
const intention = 'subscription-refund-9'

function playRefund(state: 'open' | 'unclear' | 'sent' | 'cancelled', txid: string | null = null): void {
  const entry = {
    id: 9,
    at: '2026-08-30T12:00:00Z',
    kind: 'refund',
    sats: -2000,
    tier: '',
    months: 0,
    days: 0,
    coin: null,
    undoes: null,
    by: 'a'.repeat(64),
    by_name: 'Ada Lovelace',
    note: '',
    refund: { recipient_address: recipient, intention, state, txid },
  }
  world.relay.answers.set(`GET ${path}/timeline`, { body: { entries: [entry], next: null } })
}
async function go(role: 'owner' | 'operator' = 'owner'): Promise<Page> {
  playState(world.relay, 'full')
  playRefund('open')
  world.relay.answers.set('GET /api/account', { body: { user: { ...user, role } } })
  return await world.go(`/subscribers?key=${subscriber.pubkey}`)
}
const subscriberDialog = (page: Page) => page.getByRole('dialog', { name: 'Subscriber' })
const sendDialog = (page: Page) => page.getByRole('dialog').last()

describe('a refund', () => {
  it('is prepared, paid by the wallet with a fixed recipient and amount under its intention, and then shown', async () => {
    const prepare = `POST ${path}/refund`
    world.relay.answers.set(prepare, {
      body: { message: 'ok', refund_id: 9, recipient_address: recipient, spend_amount: 2000, intention },
    })
    const page = await go()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const form = page.getByRole('form', { name: 'Prepare refund' })
    await form.getByLabel('Sats').fill('2000')
    await form.getByRole('button', { name: 'Prepare', exact: true }).click()
    await form.getByText('Please enter the address that receives the refund').waitFor()
    await form.getByLabel('Subscriber’s bitcoin address').fill(recipient)
    await form.getByRole('button', { name: 'Prepare', exact: true }).click()
    await page.getByText('Refund prepared').first().waitFor()
    await expect.poll(() => world.bodies(prepare)).toEqual([{ sats: 2000, address: recipient, note: '' }])

    await subscriberDialog(page).getByRole('button', { name: 'Pay refund' }).click()
    const amount = sendDialog(page).getByLabel('Amount')
    await amount.waitFor()
    expect([await amount.inputValue(), await amount.isEditable()]).toEqual(['2000', false])
    expect(await sendDialog(page).getByRole('button', { name: 'Back' }).count()).toBe(0)
    await sendDialog(page).getByTitle(recipient).first().waitFor()
    await sendDialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    await sendDialog(page).getByRole('button', { name: 'Send 2,000 sats' }).click()
    playRefund('sent', sentTxid)
    await sendDialog(page).getByTitle(sentTxid).waitFor()
    expect(world.headers('POST /wallet/transaction').map(headers => headers['idempotency-key'])).toEqual([intention])
    expect(world.bodies('POST /wallet/transaction')).toMatchObject([
      { choice: 1, recipient_address: recipient, spend_amount: 2000 },
    ])
    await sendDialog(page).getByRole('button', { name: 'Done' }).click()
    await subscriberDialog(page).getByText('Sent, not confirmed yet').waitFor()
    await subscriberDialog(page).getByTitle(sentTxid).waitFor()
    expect(await subscriberDialog(page).getByRole('button', { name: 'Pay refund' }).count()).toBe(0)
  })

  it('that another owner has paid is shown instead of paid; one whose payment is unclear says so, and is paid again under the same key', async () => {
    const page = await go()
    const pay = subscriberDialog(page).getByRole('button', { name: 'Pay refund' })
    await pay.waitFor()
    await subscriberDialog(page).getByText('Not paid yet').waitFor()
    playRefund('sent', sentTxid)
    await pay.click()
    await subscriberDialog(page).getByText('Sent, not confirmed yet').waitFor()
    expect([await page.getByRole('dialog').count(), world.bodies('POST /wallet/transaction')]).toEqual([1, []])

    playRefund('unclear')
    await page.reload()
    await subscriberDialog(page).getByText('Unclear whether it was paid').waitFor()
    await subscriberDialog(page).getByRole('button', { name: 'Pay refund' }).click()
    await sendDialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    await sendDialog(page).getByRole('button', { name: 'Send 2,000 sats' }).click()
    await sendDialog(page).getByTitle(sentTxid).waitFor()
    expect(world.headers('POST /wallet/transaction').map(headers => headers['idempotency-key'])).toEqual([intention])
  })

  it('does not let non-owners pay an open refund', async () => {
    const page = await go('operator')
    await subscriberDialog(page).getByText('Not paid yet').waitFor()
    await expect
      .poll(() =>
        subscriberDialog(page)
          .getByRole('button', { name: /refund/i })
          .count(),
      )
      .toBe(0)
  })
})
