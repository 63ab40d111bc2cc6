import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../apps/wallet/test/support/bitcoind.ts'
import { openBrowser } from '../dev/browser.ts'
import { claim, signIn } from './console.ts'
import { freePort } from './free-port.ts'
import { newOperator, openContext, type RelayProcess, startRelay } from './world.ts'

const operator = newOperator()
let node: RegtestNode
let relay: RelayProcess
let walletProcess: ChildProcess
let browser: Browser

beforeAll(async () => {
  const walletPort = await freePort()
  process.env.WALLET_URL = `http://127.0.0.1:${walletPort}`
  ;[node, relay, browser] = await Promise.all([RegtestNode.start(), startRelay(), openBrowser()])
  walletProcess = spawn(process.execPath, ['apps/wallet/src/main.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: {
      ...process.env,
      DATA_DIR: join(relay.dataDir, 'wallet'),
      WALLET_PORT: String(walletPort),
      WALLET_API_KEY_FILE: join(relay.dataDir, 'wallet-api-key'),
      WALLET_NETWORK: 'regtest',
      BITCOIND_URL: node.url,
      BITCOIND_COOKIE: node.cookieFile,
      RELAY_URL: relay.adminUrl,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(walletProcess, 'message')
})
afterAll(async () => {
  await browser?.close()
  if (walletProcess?.exitCode === null) {
    walletProcess.kill('SIGTERM')
    await once(walletProcess, 'exit')
  }
  await relay?.stop()
  await node?.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const balance = (page: Page) => page.getByRole('region', { name: 'Your balance' })

test('a wallet is made, paid, and pays, on a real node, all from the console', async () => {
  const context = await openContext(browser, operator, { reducedMotion: 'reduce' })
  const page = await context.newPage()
  await claim(page, relay.adminUrl, operator)
  await signIn(page, operator)

  await page.getByRole('button', { name: 'Set up a wallet' }).click()
  await press(page, 'Continue')
  await page.getByLabel('Wallet password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Wallet password again').fill('correct horse battery')
  await press(page, 'Create')
  await dialog(page).getByText('Write down these words').waitFor()
  const words = (await dialog(page).getByRole('listitem').allInnerTexts()).map(text => text.replace(/[^a-z]/g, ''))
  expect(words).toHaveLength(12)
  await press(page, 'I have written them down')
  for (const field of await dialog(page)
    .getByLabel(/^Word \d+$/)
    .all()) {
    const label = await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
    await field.fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
  }
  await press(page, 'Check')
  await page.getByText('The wallet is ready').waitFor()

  await page.getByRole('button', { name: 'Receiving addresses' }).click()
  await press(page, 'New address')
  const code = dialog(page).getByRole('img', { name: /^QR code of address/ })
  await code.waitFor()
  const own = await dialog(page)
    .getByText(/^bcrt1q[a-z0-9]+$/)
    .first()
    .innerText()
  await page.keyboard.press('Escape')

  await node.rpc('sendtoaddress', [own, 0.01], 'miner')
  const list = page.getByRole('region', { name: 'Your Transactions' })
  await list.getByText('+1,000,000 sats').waitFor({ timeout: 30_000 })
  await list.getByText('Unconfirmed').waitFor()
  await node.mine(1)
  await list.getByText('1 confirmation', { exact: true }).waitFor({ timeout: 30_000 })
  await balance(page).getByText('1.0M Sats').waitFor()

  const recipient = await node.newAddress()
  await balance(page).getByRole('button', { name: 'Send' }).click()
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await press(page, 'Continue')
  await page.getByLabel('Amount').fill('250000')
  await press(page, 'Send')
  await dialog(page).getByText('change, back to you').waitFor()
  await press(page, 'Send 250,000 sats')
  await dialog(page).getByText('Success!').waitFor({ timeout: 30_000 })
  const txid = await dialog(page).locator('[title]').filter({ hasText: '…' }).first().getAttribute('title')
  expect(await node.rpc('getrawmempool', [])).toEqual([txid])
  await press(page, 'Done')

  await page.getByRole('button', { name: 'Unconfirmed Transactions' }).click()
  await press(page, 'Replace')
  await dialog(page).getByText('change, back to you').waitFor({ timeout: 30_000 })
  await press(page, 'Replace')
  await dialog(page).getByText('Success!').waitFor({ timeout: 30_000 })
  const pool = (await node.rpc('getrawmempool', [])) as string[]
  expect([pool.length, pool.includes(txid ?? '')]).toEqual([1, false])
  await context.close()
})
