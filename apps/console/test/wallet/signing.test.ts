import { readFile } from 'node:fs/promises'
import { fillIn } from '@hornets/contract/sentence'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { psbtParts } from '../../src/features/wallet/air-gap/psbt-ur.ts'
import { denyCamera, showToCamera } from '../support/fake-camera.ts'
import { sendDialog } from '../support/send-dialog.ts'
import { psbt, shareWallet } from '../support/stubs/shared-wallet.ts'
import { account, plannedCoin, recipient, sentTxid, vbytes } from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const { says, toReview, payAgain } = sendDialog(world)
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })

async function toSigning(): Promise<Page> {
  const page = await world.go('/wallet')
  await signElsewhere(page)
  return page
}

async function signElsewhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button(page, 'Continue').click()
  await page.getByLabel('Amount').fill('12000')
  await page.locator('[role=dialog] button:not([aria-disabled=true])', { hasText: /^Send$/ }).waitFor()
  await button(page, 'Send').click()
  await button(page, 'Sign elsewhere').click()
}

const bring = (page: Page, bytes: Buffer) =>
  dialog(page)
    .locator('input[type=file][accept*=psbt]')
    .setInputFiles({ name: 'signed.psbt', mimeType: 'application/octet-stream', buffer: bytes })

describe('a payment that several people sign', () => {
  it('shows who has signed and how many are missing, takes one signature after the other, and is sent when enough have; a wallet without keys offers no lock, backup or connection', async () => {
    shareWallet(world.relay)
    answer('POST /wallet/psbt', { psbt, txid: sentTxid, plan: { inputs: [], outputs: [], fee_sats: 500, vsize: 200 } })
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Details' }).waitFor()
    for (const name of ['Lock', 'Recovery phrase', 'Lightning'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)

    await signElsewhere(page)
    await dialog(page).getByText('2 more signatures are needed').waitFor()
    expect(await dialog(page).getByText('Not signed yet').count()).toBe(3)
    await dialog(page).getByText('73c5da0a/48h/1h/0h/2h').waitFor()
    expect(await button(page, 'Send').getAttribute('aria-disabled')).toBe('true')
    for (const left of ['1 more signature is needed', 'Enough signatures: ready to send']) {
      await bring(page, Buffer.from(psbt, 'base64'))
      await button(page, 'Add signature').click()
      await dialog(page).getByText(left).waitFor()
    }
    expect(world.bodies('POST /wallet/psbt/sign')).toEqual(Array(2).fill({ psbt, txid: sentTxid }))
    expect(await dialog(page).getByText('Signed', { exact: true }).count()).toBe(2)
    await button(page, 'Send').click()
    await dialog(page).getByText('Success!', { exact: true }).waitFor()
    expect(world.bodies('POST /wallet/psbt/finish')).toEqual([{ psbt }])
  })

  it('waits under Details between sessions; a wrong signature is refused in words, and it is discarded only after a question', async () => {
    shareWallet(world.relay)
    answer('POST /wallet/psbt/sign', { error: walletMessages.psbtOther, code: 'bad_request' }, 400)
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Details' }).click()
    await dialog(page).getByText('2 signatures of 3').waitFor()
    await dialog(page).getByText('2 signatures missing').waitFor()
    await button(page, 'Show').click()
    await bring(page, Buffer.from(psbt, 'base64'))
    await button(page, 'Add signature').click()
    await dialog(page).getByText(walletMessages.psbtOther).waitFor()
    await button(page, 'Discard').click()
    await page.getByText('Discard this payment?').waitFor()
    answer('GET /wallet/psbt/open', [])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await dialog(page).getByText('No payments are waiting for signatures').waitFor()
    expect(world.bodies('POST /wallet/psbt/drop')).toEqual([{ txid: sentTxid }])
  })
})

describe('a signer without a cable', () => {
  const watch = () => {
    answer('GET /wallet/wallet', { ...account, watch_only: true })
    answer('POST /wallet/psbt', { psbt, txid: sentTxid, plan: { inputs: [], outputs: [], fee_sats: 500, vsize: 200 } })
  }

  it('offers the PSBT as a binary file and as an animated code that can be paused, takes the signed one by the camera, part by part from wherever it begins, and explains a missing camera and the alternative', async () => {
    watch()
    const page = await toSigning()
    const saving = page.waitForEvent('download')
    await button(page, 'Save file').click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('payment.psbt')
    expect((await readFile(await file.path())).toString('base64')).toBe(psbt)

    await button(page, 'Show QR code').click()
    const code = dialog(page).getByRole('img', { name: 'The transaction as a QR code for the signer' }).locator('path')
    const first = await code.getAttribute('d')
    await expect.poll(() => code.getAttribute('d')).not.toBe(first)
    await dialog(page)
      .getByText(/^Part \d of 7$/)
      .waitFor()
    await button(page, 'Pause').click()
    const held = await code.getAttribute('d')
    await page.waitForTimeout(600)
    expect(await code.getAttribute('d')).toBe(held)

    await denyCamera(page)
    await button(page, 'Scan QR code').click()
    await dialog(page).getByText('The browser blocks the camera on this page.', { exact: false }).waitFor()
    await button(page, 'Close camera').click()
    await button(page, 'Scan QR code').waitFor()

    const parts = psbtParts(psbt)
    const numbers = Array.from({ length: parts.count * 3 }, (_, index) => parts.part(index + 3).toUpperCase())
    await showToCamera(page, numbers)
    await button(page, 'Scan QR code').click()
    await dialog(page)
      .getByText(/^\d of 7 parts read/)
      .waitFor()
    await expect.poll(() => page.getByLabel('Signed transaction').inputValue(), { timeout: 15_000 }).toBe(psbt)
    expect(await dialog(page).getByLabel('Picture of the camera').count()).toBe(0)
  })

  it('brings its account by file or by the camera when a wallet is to be watched; another account is made by its number', async () => {
    answer('GET /wallet/health', {
      status: 'ok',
      network: 'regtest',
      chain_source: 'bitcoind',
      tip_height: 1,
      synced: true,
      wallet: 'none',
      message: '',
    })
    const page = await world.go('/wallet')
    await page.getByRole('button', { name: 'Set up a wallet' }).click()
    await page.getByText('Watch only').click()
    await button(page, 'Continue').click()
    const text = '# Descriptor\nwsh(sortedmulti(1,[73c5da0a/48h/0h/0h/2h]xpub/<0;1>/*))\n'
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'wallet.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    const field = page.getByLabel('Account xpub or descriptor')
    await expect.poll(() => field.inputValue()).toBe('wsh(sortedmulti(1,[73c5da0a/48h/0h/0h/2h]xpub/<0;1>/*))')
    await showToCamera(page, [
      'UR:CRYPTO-OUTPUT/TAADMWTAADDLOSAOWKAXHDCLAXNSRSIMBNDRBNFTDEJSAXADLSMTWNDSAOWPLBIHFLSBEMLGMWCTDWDSFTFLDACPREAAHDCXMOCXBYKEGWNBDYADGHEMPYCFHGEYRYCATDTIWTWTLBGTSGPEGYECBDDARFHTFNLFAHTAADEHOEADAEAOAEAMTAADDYOTADLNCSGHYKAEYKAEYKAOCYGHENTSDKAXAXAYCYBGKBNBVAASIHFWGAGDEOESCLCFPSPY',
    ])
    await button(page, 'Scan QR code').click()
    await expect.poll(() => field.inputValue(), { timeout: 15_000 }).toMatch(/^wpkh\(\[5436d724\/84h\/0h\/0h\]xpub/)

    answer('POST /wallet/setup', { words: Array(12).fill('abandon') }, 201)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set up a wallet' }).click()
    await button(page, 'Continue').click()
    await page.getByLabel('Wallet password', { exact: true }).fill('correct horse')
    await page.getByLabel('Confirm wallet password').fill('correct horse')
    await page.getByLabel('Account number').fill('5')
    await button(page, 'Create').click()
    await dialog(page).getByText('Account number: 5. Write it down too', { exact: false }).waitFor()
    expect(world.bodies('POST /wallet/setup')).toMatchObject([{ mode: 'create', account_number: 5 }])
  })
})

describe('the transaction diagram', () => {
  it('WALLET-42: exports a PSBT of a watch-only wallet, imports it signed, and saves the payment', async () => {
    const account = world.relay.answers.get('GET /wallet/wallet') as { body: object }
    world.relay.answers.set('GET /wallet/wallet', { body: { ...account.body, watch_only: true } })
    const plan = { inputs: [], outputs: [], fee_sats: 423, vsize: vbytes }
    world.relay.answers.set('POST /wallet/psbt', { body: { psbt: 'cHNidP8=', txid: sentTxid, plan } })
    world.relay.answers.set('POST /wallet/psbt/finish', { body: { txid: sentTxid, status: 'success', message: '' } })
    const page = await toReview()
    await button(page, 'Sign elsewhere').click()
    await says(page, 'cHNidP8=')
    expect(world.bodies('POST /wallet/psbt')).toMatchObject([{ coins: [plannedCoin] }])
    // Going back shows the wallet's current plan.
    await button(page, 'Back').click()
    await says(page, '3 of 3: Review transaction')
    expect(
      world
        .bodies('POST /wallet/plan')
        .filter(body => (body as { readonly coins?: readonly string[] }).coins !== undefined),
    ).toEqual([])
    await button(page, 'Sign elsewhere').click()
    await page.getByLabel('Signed transaction').fill('c2lnbmVk')
    await button(page, 'Send signed').click()
    await says(page, /^Success!$/)
    expect(world.bodies('POST /wallet/psbt/finish')).toEqual([{ psbt: 'c2lnbmVk' }])
    const saved = { txid: sentTxid, feeRate: 3, amount: 12_000, recipient_address: recipient, enable_rbf: true }
    expect(world.bodies('POST /api/pending-transactions')).toMatchObject([saved])
    expect(world.bodies('POST /wallet/transaction')).toEqual([])

    // A payment that a node refused is not called sent: the page says what happened and where to take it back.
    const { template } = refusals.signedElsewhere
    const figures = { network_reason: 'min relay fee not met' }
    world.relay.answers.set('POST /wallet/psbt/finish', {
      body: { txid: sentTxid, status: 'pending', message: fillIn(template, figures), template, figures },
    })
    await button(page, 'Done').click()
    await payAgain(page)
    await button(page, 'Sign elsewhere').click()
    await page.getByLabel('Signed transaction').fill('c2lnbmVk')
    await button(page, 'Send signed').click()
    await says(page, /^Pending$/)
    await says(page, /^Signed elsewhere; the node refused it: min relay fee not met\. .* until it is cancelled\.$/)
    expect(await page.getByRole('dialog').getByText('Success!').count()).toBe(0)
    await button(page, 'Unconfirmed Transactions').click()
    await page.getByRole('dialog', { name: 'Unconfirmed Transactions' }).waitFor()
  })
})
