import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullAccount } from '../support/stubs/account-answers.ts'
import { recipient } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const reason = 'View only for your role (Operator).'

async function goAsOperator(): Promise<Page> {
  world.relay.answers.set('GET /api/account', {
    body: { user: { ...fullAccount['/api/account'].user, role: 'operator' } },
  })
  const page = await world.go('/')
  await page.getByText(reason).first().waitFor()
  return page
}

it('roles: who is no owner sees what is on its way, can do nothing about it, and is told why', async () => {
  const page = await goAsOperator()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(reason).waitFor()
  const names = ['Replace', 'Cancel payment']
  const buttons = names.map(name => dialog.getByRole('button', { name, exact: true }).first())
  expect(await Promise.all(buttons.map(button => button.isDisabled()))).toEqual([true, true])
})

it('roles: who is no owner makes no address and no label, sees those that the relay tells, and is told why', async () => {
  const row = { index: '0', address: recipient, used: true, label: 'Till' }
  world.relay.answers.set('GET /api/addresses', { body: [row] })
  const page = await goAsOperator()
  await page.getByRole('button', { name: 'Receiving addresses' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Till', { exact: true }).waitFor()
  await dialog.getByText(reason).waitFor()
  expect(await dialog.getByRole('button', { name: 'New address' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: /label/i }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'View Transactions' }).click()
  await dialog.getByText(reason).waitFor()
  expect(await dialog.getByRole('button', { name: 'Show labels' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: /^Label/ }).count()).toBe(0)
})

it('roles: who is no owner makes no wallet, and is told why', async () => {
  const health = world.relay.answers.get('GET /wallet/health') as { body: object }
  world.relay.answers.set('GET /wallet/health', { body: { ...health.body, wallet: 'none' } })
  const page = await goAsOperator()
  expect(await page.getByRole('button', { name: 'Set up a wallet' }).isDisabled()).toBe(true)
})
