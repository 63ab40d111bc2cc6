import { messages } from '@hornets/contract/messages'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sendDialog } from '../support/send-dialog.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { recipient, sentTxid, words } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const transaction = 'POST /wallet/transaction'
const { says, toAmount, toGermanAmount, toReview, review, sendNow } = sendDialog(world)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })
const reason = 'View only for your role (Operator).'

async function goAsOperator(): Promise<Page> {
  world.relay.answers.set('GET /api/account', {
    body: { user: { ...fullAccount['/api/account'].user, role: 'operator' } },
  })
  const page = await world.go('/wallet')
  await page.getByText(reason).first().waitFor()
  return page
}

it('roles: shows non-owners pending payments, reported addresses and a missing wallet without actions, and explains why', async () => {
  const row = { index: '0', address: recipient, used: true, label: 'Till' }
  world.relay.answers.set('GET /api/addresses', { body: [row] })
  const page = await goAsOperator()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  await dialog(page).getByText(reason).waitFor()
  const names = ['Replace', 'Cancel payment']
  const buttons = names.map(name => dialog(page).getByRole('button', { name, exact: true }).first())
  expect(await Promise.all(buttons.map(button => button.isDisabled()))).toEqual([true, true])
  const close = async () => {
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'detached' })
  }
  await close()

  await page.getByRole('button', { name: 'Receiving addresses' }).click()
  await dialog(page).getByText('Till', { exact: true }).waitFor()
  await dialog(page).getByText(reason).waitFor()
  expect(await dialog(page).getByRole('button', { name: 'New address' }).isDisabled()).toBe(true)
  expect(await dialog(page).getByRole('button', { name: /label/i }).count()).toBe(0)
  await close()
  await page.getByRole('button', { name: 'View Transactions' }).click()
  await dialog(page).getByText(reason).waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Show labels' }).isDisabled()).toBe(true)
  expect(
    await dialog(page)
      .getByRole('button', { name: /^Label/ })
      .count(),
  ).toBe(0)
  await close()

  const health = world.relay.answers.get('GET /wallet/health') as { body: object }
  answer('GET /wallet/health', { ...health.body, wallet: 'none' })
  world.relay.tell('changed', { what: 'wallet' })
  const setUp = page.getByRole('button', { name: 'Set up a wallet' })
  await setUp.waitFor()
  expect(await setUp.isDisabled()).toBe(true)
})

describe('setting up', () => {
  const open = async (mode: string) => {
    const health = world.relay.answers.get('GET /wallet/health') as { body: object }
    answer('GET /wallet/health', { ...health.body, wallet: 'none' })
    answer('GET /api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
    world.relay.answers.set('POST /wallet/setup', ({ body }) => {
      answer('GET /wallet/health', health.body)
      return { status: 201, body: (body as { mode: string }).mode === 'create' ? { words } : {} }
    })
    answer('POST /wallet/words/check', { message: 'ok' })
    const page = await world.go('/wallet')
    await choose(page, mode)
    return page
  }
  const choose = async (page: Page, mode: string) => {
    await page.getByRole('button', { name: 'Set up a wallet' }).click()
    await page.getByRole('radio', { name: mode }).click()
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
  }

  it('creates: a password, the words once, three of them asked for; they stay on the screen when the wallet is seen to be there or a tablet is turned, and closing asks first', async () => {
    const page = await open('Create')
    await page.getByLabel('Wallet password', { exact: true }).fill('short')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('Please use at least 8 characters').waitFor()
    await page.getByLabel('Wallet password', { exact: true }).fill('long enough')
    await page.getByLabel('Confirm wallet password').fill('long enough')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('Write down these words').waitFor()
    expect(await dialog(page).getByRole('listitem').count()).toBe(12)
    world.relay.tell('changed', { what: 'wallet' })
    const asked = () => world.relay.calls.filter(call => call === 'GET /wallet/health').length
    await expect.poll(asked).toBeGreaterThan(1)
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await dialog(page).getByRole('listitem').count()).toBe(12)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByText('Close without checking?').waitFor()
    await page.getByRole('button', { name: 'Keep checking' }).click()
    await dialog(page).getByText('Write down these words').waitFor()
    const asksBeforeItUnloads = await page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(asksBeforeItUnloads).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })

    await dialog(page).getByRole('button', { name: 'I have written them down' }).click()
    const fields = await dialog(page)
      .getByLabel(/^Word \d+$/)
      .all()
    expect(fields).toHaveLength(3)
    await fields[0]?.fill('wrong')
    await dialog(page).getByRole('button', { name: 'Check' }).click()
    await dialog(page).getByText('That is not the word').first().waitFor()
    for (const field of fields) {
      const label = await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
      await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
    }
    await dialog(page).getByRole('button', { name: 'Check' }).click()
    await page.getByText('The wallet is ready').waitFor()
    expect(world.bodies('POST /wallet/setup')).toMatchObject([
      { mode: 'create', password: 'long enough', word_count: 12, account_type: 'bip84' },
    ])
    expect(world.bodies('POST /wallet/words/check')).toMatchObject([{ password: 'long enough' }])
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  it('watches by a descriptor, and says what is wrong with one; restores from words that are 12 or 24', async () => {
    const page = await open('Watch only')
    const setUp = world.relay.answers.get('POST /wallet/setup') as object
    world.relay.answers.set('POST /wallet/setup', {
      status: 400,
      body: { error: walletMessages.descriptorInvalid, code: 'invalid_fields' },
    })
    await page.getByLabel('Account xpub or descriptor').fill('xpub?')
    await dialog(page).getByRole('button', { name: 'Watch', exact: true }).click()
    await dialog(page).getByText(walletMessages.descriptorInvalid).waitFor()
    // A bare key states neither its type nor its origin.
    await page.getByLabel('Account xpub or descriptor').fill('xpubCatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7')
    await dialog(page).getByText('A bare key is read as native segwit (BIP 84)').waitFor()

    world.relay.answers.set('POST /wallet/setup', setUp)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await choose(page, 'Restore')
    await page.getByLabel('Words', { exact: true }).fill('abandon ability')
    await page.getByLabel('Wallet password', { exact: true }).fill('long enough')
    await page.getByLabel('Confirm wallet password').fill('long enough')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await dialog(page).getByText('Please enter all 12 or 24 words').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByText('Cancel wallet setup?').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByLabel('Words', { exact: true }).fill(words.join('  '))
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The wallet is ready').waitFor()
    expect(world.bodies('POST /wallet/setup').slice(1)).toMatchObject([{ mode: 'restore', words }])
  })
})

describe('the keys', () => {
  it('are locked and unlocked, and are backed up against the password', async () => {
    const health = world.relay.answers.get('GET /wallet/health') as { body: object }
    world.relay.answers.set('POST /wallet/lock', () => {
      answer('GET /wallet/health', { ...health.body, wallet: 'locked' })
      return { body: { message: 'ok' } }
    })
    world.relay.answers.set('POST /wallet/unlock', () => {
      answer('GET /wallet/health', health.body)
      return { body: { message: 'ok' } }
    })
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await card(page, 'Your balance').getByText('Locked').waitFor()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByLabel('Wallet password').fill('correct')
    await dialog(page).getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    const subscribers = { account_number: 1005, descriptor: 'y', addresses: 4097 }
    const search = { gap_limit: 65, subscribers }
    world.relay.answers.set('POST /wallet/backup', ({ body }) =>
      (body as { password: string }).password === 'correct'
        ? { body: { words, passphrase: '', account_type: 'bip84', account_number: 5, descriptor: 'x', ...search } }
        : { status: 403, body: { error: 'The password is wrong', code: 'forbidden' } },
    )
    await page.getByRole('button', { name: 'Recovery phrase' }).click()
    await page.getByLabel('Wallet password').fill('wrong')
    await dialog(page).getByRole('button', { name: 'Show' }).click()
    await dialog(page).getByText('The password is wrong').waitFor()
    await page.getByLabel('Wallet password').fill('correct')
    await dialog(page).getByRole('button', { name: 'Show' }).click()
    await dialog(page).getByText('abandon').waitFor()
    await dialog(page).getByText('Account number: 5').waitFor()
    await dialog(page).getByText('Gap limit: 65.').waitFor()
    await dialog(page).getByText('Subscribers pay to account 1,005.').waitFor()
    await dialog(page).getByText('It needs a gap limit of 4,097.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Recovery phrase' }).click()
    await page.getByLabel('Wallet password').fill('half typ')
    expect([await page.getByText('abandon').count(), recipient.length > 0]).toEqual([0, true])
    // A temporary absence of the wallet closes no dialog.
    answer('GET /wallet/health', { status: 'off', message: messages.walletAway })
    world.relay.tell('changed', { what: 'wallet' })
    await page.getByText('The wallet is not responding').waitFor()
    expect(await page.getByLabel('Wallet password').inputValue()).toBe('half typ')
  })
})

describe('the sign-in of the wallet', () => {
  it('WALLET-17: without an extension says so in place, and the console stays signed in', async () => {
    const page = await toAmount({ extensionAfterMs: undefined })
    await says(page, /^Nostr extension is not available$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('token')
    expect(world.relay.calls).not.toContain('GET /wallet/challenge')
    await toGermanAmount(page)
    await says(page, /^Die Nostr-Erweiterung ist nicht verfügbar$/)
  })

  const expired = { status: 401, body: { error: 'Token expired', code: 'unauthorized' } }

  it('WAPI-01, WAPI-02, WALLET-16, R-88: signs a challenge for a token with the first action, and never on opening the page, even with an expired token', async () => {
    const fees = world.relay.answers.get('GET /wallet/fees') as object
    for (const call of ['GET /wallet/balance/history', 'GET /wallet/labels/export', 'GET /wallet/lightning'])
      world.relay.answers.set(call, expired)
    world.relay.answers.set('GET /wallet/fees', ({ headers }) =>
      headers.authorization === 'Bearer old' ? expired : fees,
    )
    const page = await world.go('/wallet')
    await page.evaluate(() => localStorage.setItem('walletToken', 'old'))
    await page.reload()
    await card(page, 'Balance over time').getByRole('button', { name: 'Try again' }).waitFor()
    expect(world.relay.calls).toContain('GET /wallet/balance/history')
    expect(world.relay.calls.filter(call => /wallet\/(challenge|verify)/.test(call))).toEqual([])

    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabel('Address', { exact: true }).fill(recipient)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await says(page, '3 sat/vB')
    const calls = world.relay.calls.filter(call => /wallet\/(challenge|verify|fees)/.test(call))
    expect(calls).toEqual(['GET /wallet/fees', 'GET /wallet/challenge', 'POST /wallet/verify', 'GET /wallet/fees'])
    const signed = { content: 'wallet challenge', id: 'b'.repeat(64), sig: 'c'.repeat(128) }
    const proof = { challenge: 'wallet challenge', messageHash: signed.id, signature: signed.sig, event: signed }
    expect(world.bodies('POST /wallet/verify')).toMatchObject([proof])
    expect(world.headers('GET /wallet/fees').at(-1)?.authorization).toBe('Bearer wallet token')
  })

  it('WALLET-21, R-68: that is refused says so, and that expires for ever stops after one try', async () => {
    const verified = world.relay.answers.get('POST /wallet/verify') as object
    world.relay.answers.set('POST /wallet/verify', { status: 401, body: { error: 'no', code: 'invalid_credentials' } })
    const page = await toAmount()
    await says(page, /^Wallet authentication failed$/)

    world.relay.answers.set('POST /wallet/verify', verified)
    world.relay.answers.set(transaction, expired)
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).first().click()
    await says(page, '3 sat/vB')
    await review(page, '12000')
    expect(await page.getByText('Wallet authentication failed').count()).toBe(0)
    await sendNow(page)
    await says(page, /^Wallet authentication failed$/)
    expect(world.bodies(transaction)).toHaveLength(2)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('token')

    answer('POST /wallet/verify', { error: 'no', code: 'invalid_credentials' }, 401)
    await page.evaluate(() => localStorage.removeItem('walletToken'))
    await toGermanAmount(page)
    await says(page, /^Die Anmeldung am Wallet ist fehlgeschlagen$/)
  })

  it('WALLET-15, WALLET-19, WALLET-20, R-68: that has expired is done again once, in the middle of a payment; it ends with that of the console', async () => {
    let tries = 0
    world.relay.answers.set(transaction, () => {
      tries += 1
      return tries === 1 ? expired : { body: { txid: sentTxid, status: 'success', message: '' } }
    })
    const page = await toReview()
    await sendNow(page)
    await page.getByText('Session expired. Please log in again.', { exact: true }).waitFor()
    await says(page, /^Success!$/)
    const keys = world.headers(transaction).map(headers => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(world.relay.calls.filter(call => call === 'GET /wallet/challenge')).toHaveLength(2)

    const fees = world.relay.answers.get('GET /wallet/fees') as object
    world.relay.answers.set('GET /wallet/fees', () => {
      world.relay.answers.set('GET /wallet/fees', fees)
      return expired
    })
    await toGermanAmount(page)
    await page.getByText('Sitzung abgelaufen. Bitte melden Sie sich erneut an.', { exact: true }).waitFor()
    await says(page, '3 sat/vB')

    for (const path of ['/logout', '/wallet/logout'])
      world.relay.answers.set(`POST ${path}`, { body: { message: 'ok' } })
    const token = await page.evaluate(() => localStorage.getItem('walletToken'))
    await page.goto(`${world.relay.url}/logout`, { waitUntil: 'commit' })
    await page.waitForURL('**/auth/login')
    expect(world.headers('POST /wallet/logout')).toMatchObject([{ authorization: `Bearer ${token}` }])
    expect(await page.evaluate(() => localStorage.getItem('walletToken'))).toBeNull()
  })
})
