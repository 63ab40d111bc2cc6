import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cosigner, withChecksum } from '../../apps/wallet/test/support/cosigners.ts'
import { openBrowser } from '../../dev/browser.ts'
import { claimAndEnter } from '../support/calls.ts'
import { sizes } from '../support/pages.ts'
import { newOperator, openContext } from '../support/world.ts'
import { balanceCard, button, dialog, openDialog, says, toReview } from './wallet-console.ts'
import { WalletWorld } from './wallet-world.ts'

const operator = newOperator()
let world: WalletWorld
let browser: Browser
let context: BrowserContext
let signers: readonly [Cosigner, Cosigner, Cosigner]

beforeAll(async () => {
  ;[world, browser] = await Promise.all([WalletWorld.open(), openBrowser()])
  signers = [1, 2, 3].map(seed => new Cosigner(world.node, `signer${seed}`, seed)) as never
  context = await openContext(browser, operator, { acceptDownloads: true, viewport: sizes.tablet })
  context.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await context?.close()
  await browser?.close()
  await world?.close()
})

/** The first receiving address: none is issued before the chain has been searched for 2,000, which takes seconds. */
async function firstAddress(page: Page): Promise<string> {
  await openDialog(page, 'Receiving addresses')
  const code = page.getByRole('img', { name: /^QR code of address/ })
  await expect
    .poll(
      async () => {
        if ((await code.count()) === 0) await button(page, 'New address').click()
        return code.count()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1)
  const shown = dialog(page)
    .locator('section', { has: code })
    .getByText(/^bcrt1q[a-z0-9]{58}$/)
  const address = await shown.innerText()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  return address
}

async function signByFile(page: Page, signer: Cosigner): Promise<void> {
  const saving = page.waitForEvent('download')
  await button(page, 'Save file').click()
  const psbt = (await readFile(await (await saving).path())).toString('base64')
  const signed = Buffer.from(await signer.sign(psbt), 'base64')
  await dialog(page)
    .locator('input[type=file][accept*=psbt]')
    .setInputFiles({ name: `${signer.name}.psbt`, mimeType: 'application/octet-stream', buffer: signed })
  await button(page, 'Add signature').click()
}

test('a wallet of three pays: two sign by file, in two sessions, and the payment is confirmed', async () => {
  const body = `wsh(sortedmulti(2,${signers.map(({ shown }) => `${shown}/BRANCH/*`).join(',')}))`
  for (const signer of signers) await signer.open(body)
  const page = await context.newPage()
  await claimAndEnter(page, world.relay, operator)
  await page.goto(`${world.relay.adminUrl}/wallet`)
  await page.getByRole('button', { name: 'Set up a wallet' }).click()
  await page.getByText('Watch only').click()
  await button(page, 'Continue').click()
  await page
    .getByLabel('Account xpub or descriptor')
    .fill(await withChecksum(world.node, body.replaceAll('BRANCH', '<0;1>')))
  await button(page, 'Watch').click()
  await page.getByText('The wallet is ready').waitFor()
  await world.node.pay(await firstAddress(page), 1_000_000)
  await world.node.mine(1)
  await balanceCard(page).getByText('1.0M Sats').waitFor()

  await toReview(page, await world.node.newAddress(), 250_000)
  await button(page, 'Sign elsewhere').click()
  await says(page, '2 more signatures are needed')
  await signByFile(page, signers[0])
  await says(page, '1 more signature is needed')
  await page.close()

  const later = await context.newPage()
  await later.goto(`${world.relay.adminUrl}/wallet`)
  await openDialog(later, 'Details')
  await says(later, '1 signature missing')
  await button(later, 'Show').click()
  await signByFile(later, signers[2])
  await says(later, 'Enough signatures: ready to send')
  expect(await world.node.rpc('getrawmempool')).toEqual([])
  await button(later, 'Send').click()
  await says(later, 'Success!')
  const [txid] = await world.node.rpc<string[]>('getrawmempool')
  expect(txid).toMatch(/^[\da-f]{64}$/)
  await world.node.mine(1)
  const entry = await world.node.rpc<{ confirmations: number }>('getrawtransaction', [txid, true])
  expect(entry.confirmations).toBe(1)
})
