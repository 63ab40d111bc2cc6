import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { goWithin } from '../support/rest.ts'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { health, words } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole, walletWidth } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialog = (page: Page) => page.getByRole('dialog')
const banner = (page: Page) => page.getByText('Nobody has checked yet that the recovery phrase')
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })

function leaveUnchecked(): void {
  answer('GET /wallet/health', { ...health, words_unchecked: true })
  answer('POST /wallet/backup', {
    words,
    passphrase: '',
    account_type: 'bip84',
    account_number: 0,
    descriptor: 'x',
    gap_limit: 20,
  })
  world.relay.answers.set('POST /wallet/words/check', () => {
    answer('GET /wallet/health', health)
    return { body: { message: 'ok' } }
  })
}

it('reminds on every page, after a reload during the check and after a refusal of the words until they are checked, then on none (DESK-15)', async () => {
  leaveUnchecked()
  const page = await world.go('/404', { width: walletWidth })
  await banner(page).waitFor()
  await goWithin(page, '/wallet')
  await banner(page).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByLabel('Wallet password').fill('long enough')
  await dialog(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).getByRole('button', { name: 'I have written them down' }).click()
  await dialog(page)
    .getByLabel(/^Word \d+$/)
    .first()
    .waitFor()
  for (const [language, words] of [
    ['de', 'Noch wurde nicht geprüft, ob die Wörter des Wallets aufgeschrieben sind.'],
    ['en', 'Nobody has checked yet that the recovery phrase'],
  ] as const) {
    await page.evaluate(chosen => localStorage.setItem('lng', chosen), language)
    await page.reload()
    await page.getByText(words).waitFor()
    expect(await dialog(page).count()).toBe(0)
  }
  const right = world.relay.answers.get('POST /wallet/words/check') as object
  answer('POST /wallet/words/check', { error: 'The password is wrong', code: 'forbidden' }, 403)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByLabel('Wallet password').fill('long enough')
  await dialog(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).getByRole('button', { name: 'I have written them down' }).click()
  for (const field of await dialog(page)
    .getByLabel(/^Word \d+$/)
    .all()) {
    const label = await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
    await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
  }
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click()
  await dialog(page).getByText('The password is wrong').waitFor()
  await page.keyboard.press('Escape')
  await banner(page).waitFor()
  await dialog(page).waitFor({ state: 'detached' })

  world.relay.answers.set('POST /wallet/words/check', right)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByLabel('Wallet password').fill('long enough')
  await dialog(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).getByRole('button', { name: 'I have written them down' }).click()
  const fields = await dialog(page)
    .getByLabel(/^Word \d+$/)
    .all()
  expect(fields).toHaveLength(3)
  await fields[0]?.fill('wrong')
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click()
  await dialog(page).getByText('That is not the word').first().waitFor()
  expect(world.bodies('POST /wallet/words/check')).toHaveLength(1)
  const asked: { position: number; word: string }[] = []
  for (const field of fields) {
    const label = await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
    const position = Number(label.replace('Word ', ''))
    asked.push({ position, word: words[position - 1] ?? '' })
    await field.fill(words[position - 1] ?? '')
  }
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('The recovery phrase is checked').waitFor()
  await banner(page).waitFor({ state: 'detached' })
  expect(world.bodies('POST /wallet/words/check').slice(1)).toEqual([{ password: 'long enough', words: asked }])
  await dialog(page).waitFor({ state: 'detached' })
})

it('reminds after a reload in the middle of the check of a new wallet (DESK-15)', async () => {
  answer('GET /wallet/health', { ...health, wallet: 'none' })
  answer('GET /api/balance/usd', { latest_balance: 0, balance_usd: null, updated_at: null })
  world.relay.answers.set('POST /wallet/setup', () => {
    leaveUnchecked()
    return { status: 201, body: { words } }
  })
  const page = await world.go('/wallet')
  await page.getByRole('button', { name: 'Set up a wallet' }).click()
  await page.getByRole('radio', { name: 'Create' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Wallet password', { exact: true }).fill('long enough')
  await page.getByLabel('Confirm wallet password').fill('long enough')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await dialog(page).getByRole('button', { name: 'I have written them down' }).click()
  const fields = dialog(page).getByLabel(/^Word \d+$/)
  await fields.first().fill(words[0] ?? '')
  expect(await banner(page).count()).toBe(0)
  await page.reload()
  await banner(page).waitFor()
  expect(await dialog(page).count()).toBe(0)
  expect(world.bodies('POST /wallet/words/check')).toEqual([])
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByLabel('Wallet password').fill('long enough')
  await dialog(page).getByRole('button', { name: 'Show' }).click()
  await dialog(page).getByRole('button', { name: 'I have written them down' }).waitFor()
})

it('does not remind operators, who cannot see the words', async () => {
  leaveUnchecked()
  const operator = { ...fullAccount['/api/account'].user, role: 'operator' }
  answer('GET /api/account', { user: operator })
  const page = await world.go('/404')
  await page.evaluate(person => localStorage.setItem('user', person), JSON.stringify(operator))
  const before = world.relay.calls.length
  await page.reload()
  // Asked by what announces payments, which mounts together with the reminder.
  await expect
    .poll(() => world.relay.calls.slice(before), { timeout: 10_000 })
    .toContain('GET /api/transactions/latest')
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(world.relay.calls.slice(before)).not.toContain('GET /wallet/health')
  expect(await banner(page).count()).toBe(0)
})
