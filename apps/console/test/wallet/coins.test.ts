import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  account,
  coins,
  health,
  ownAddress,
  pendingTxid,
  recipient,
  sentTxid,
  transaction,
} from '../support/stubs/stub-wallet.ts'
import { openWalletConsole } from '../support/wallet-visit.ts'

const world = openWalletConsole()
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor()
const answer = (call: string, body: unknown, status = 200) => world.relay.answers.set(call, { status, body })
const payment = 'POST /wallet/transaction'

async function open(name: string): Promise<Page> {
  const page = await world.go('/wallet')
  await page.getByRole('button', { name, exact: true }).click()
  return page
}
async function toAmount(): Promise<Page> {
  const page = await open('Send')
  await fillAddress(page)
  return page
}
async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(recipient)
  await button(page, 'Continue').click()
  await says(page, '424 sats')
}

describe('sending', () => {
  it('WALLET-33, WALLET-42: shows why everything cannot be sent when the fee would take it all; else shows what is left, sends the coins that were shown, or only those that were chosen, under their label', async () => {
    const plan = world.relay.answers.get('POST /wallet/plan') as object
    answer(
      'POST /wallet/plan',
      { error: 'Insufficient funds: the fee would take everything', code: 'payment_refused' },
      422,
    )
    const page = await toAmount()
    await page.getByRole('checkbox', { name: 'Send everything' }).click()
    await says(page, 'the fee would take everything')
    expect(await button(page, 'Send').isDisabled()).toBe(true)

    world.relay.answers.set('POST /wallet/plan', plan)
    await page.getByRole('checkbox', { name: 'Send everything' }).click()
    await page.getByRole('checkbox', { name: 'Send everything' }).click()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('2,499,577')
    expect(await dialog(page).locator('dt:text-is("Total") + dd').innerText()).toBe('2,500,000 sats')
    await button(page, 'Send').click()
    await button(page, 'Send 2,499,577 sats').click()
    await says(page, /^Success!$/)
    expect(world.bodies(payment)).toMatchObject([{ choice: 1, send_all: true, coins: [`${'f'.repeat(64)}:1`] }])
    expect(world.bodies('POST /api/pending-transactions')).toMatchObject([{ txid: sentTxid, amount: 2_499_577 }])

    await button(page, 'Done').click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await fillAddress(page)
    await page.getByLabel('Amount').fill('995000')
    await page.getByText('Label and coins').click()
    await page.getByLabel('Label (optional)').fill(' Rent ')
    await button(page, 'Choose coins').click()
    expect(await page.getByRole('checkbox', { name: /10,000 sats/ }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /990,000/ }).click()
    await says(page, 'The selected coins do not cover amount and fee.')
    await page.getByRole('checkbox', { name: /1,500,000/ }).click()
    await says(page, '2,490,000 sats')
    await button(page, 'Use these').click()
    await says(page, '2 chosen, 2,490,000 sats')
    const chosen = coins.slice(0, 2).map(({ outpoint }) => outpoint)
    await says(page, '995,423 sats')
    expect(world.bodies('POST /wallet/calculate-tx-size').at(-1)).toMatchObject({ coins: chosen })
    await button(page, 'Send').click()
    await button(page, 'Send 995,000 sats').click()
    await says(page, /^Success!$/)
    expect(world.bodies(payment).slice(1)).toMatchObject([{ spend_amount: 995_000, coins: chosen, label: 'Rent' }])
  })
})

it('shows why the coins could not be loaded with a retry, or that there are none; freezes one immediately, and shows the reason if the wallet refuses to unfreeze it', async () => {
  answer('GET /wallet/coins', { error: 'Something went wrong', code: 'internal' }, 500)
  const page = await open('Coins')
  await says(page, 'Something went wrong')
  answer('GET /wallet/coins', coins)
  await button(page, 'Try again').click()
  await says(page, '10,000 sats frozen')

  world.relay.answers.set('POST /wallet/coins/lock', ({ body }) => {
    const { outpoint, locked } = body as { outpoint: string; locked: boolean }
    answer(
      'GET /wallet/coins',
      coins.map(coin => (coin.outpoint === outpoint ? { ...coin, locked } : coin)),
    )
    return { body: { message: 'ok' } }
  })
  await button(page, 'Freeze the coin of 990,000 sats').click()
  await says(page, '1,000,000 sats frozen')
  const kept = [{ outpoint: coins[1]?.outpoint, locked: true }]
  await expect.poll(() => world.bodies('POST /wallet/coins/lock')).toEqual(kept)
  answer('POST /wallet/coins/lock', { error: 'This coin is not in this wallet', code: 'not_found' }, 404)
  await button(page, 'Unfreeze the coin of 990,000 sats').click()
  await page.getByText('This coin is not in this wallet').waitFor()
  await button(page, 'Unfreeze the coin of 990,000 sats').waitFor()

  answer('GET /wallet/coins', [])
  answer('POST /wallet/coins/lock', { message: 'ok' })
  await button(page, 'Unfreeze the coin of 990,000 sats').click()
  await says(page, 'There are no coins yet')
})

it("WALLET-63, R-88: puts amount and label into an address's code and link, except an invalid amount; shows its labels only on demand, changed in place and taken back where refused", async () => {
  const page = await open('Receiving addresses')
  await button(page, 'Show the code of address 2').click()
  await page.getByLabel('Label (optional)').fill('Tea & cake')
  await page.getByLabel('Amount (optional)').fill('0.5')
  await says(page, /^Invalid Amount$/)
  await says(page, `bitcoin:${ownAddress}?label=Tea%20%26%20cake`)
  await page.getByLabel('Amount (optional)').fill('21000')
  await says(page, `bitcoin:${ownAddress}?amount=0.00021&label=Tea%20%26%20cake`)
  await button(page, 'Copy payment link').click()
  await page.getByText('Copied to clipboard', { exact: true }).waitFor()

  await button(page, 'Show labels').waitFor()
  expect(world.relay.calls.filter(call => call.includes('/wallet/challenge'))).toEqual([])
  await button(page, 'Show labels').click()
  await says(page, 'Till')
  await button(page, 'Change the label of address 2').click()
  const field = page.getByRole('textbox', { name: 'Label of address 2' })
  await field.fill('Not this')
  await field.press('Escape')
  await says(page, 'Till')
  answer('GET /wallet/labels/export', undefined)
  world.relay.answers.set('GET /wallet/labels/export', {
    text: `{"type":"addr","ref":"${ownAddress}","label":"Shop"}\n`,
  })
  await button(page, 'Change the label of address 2').click()
  await field.fill(' Shop ')
  await field.press('Enter')
  await says(page, 'Shop')
  const named = [{ type: 'addr', ref: ownAddress, label: 'Shop' }]
  await expect.poll(() => world.bodies('POST /wallet/labels')).toEqual(named)
  answer('POST /wallet/labels', { error: 'Something went wrong', code: 'internal' }, 500)
  await button(page, 'Change the label of address 2').click()
  await field.fill('Lost')
  await field.press('Enter')
  await page.getByText('Something went wrong').waitFor()
  await says(page, 'Shop')
})

describe('the details', () => {
  it('show the gap before it is passed, the keys, what has been done and refused, and how far an empty restore searched; labels are exported as a file and imported with a count', async () => {
    const looked = { receiving: 20, change: 20, subscribers: 4096 }
    const search = { looked, found_nothing: true, accepted: false }
    answer('GET /wallet/wallet', { ...account, gap: { limit: 20, unused: 18, widest: 18 }, restored: true, search })
    answer('POST /wallet/search', { message: 'The wallet is being searched for' })
    const page = await open('Details')
    await says(page, 'Close to the gap limit')
    await says(page, 'On this machine, encrypted')
    const unlock = dialog(page).getByRole('listitem').filter({ hasText: 'Unlock' })
    await unlock.getByText('Refused').waitFor()
    await dialog(page).getByRole('listitem').filter({ hasText: 'Not signed in' }).getByText('192.0.2.7').waitFor()

    await says(page, 'The search looked at 20 receiving addresses, 20 change addresses and 4,096 addresses')
    await says(page, 'Nothing found')
    await dialog(page).getByLabel('Gap limit').fill('100')
    await dialog(page).getByRole('button', { name: 'Search further' }).click()
    await expect.poll(() => world.bodies('POST /wallet/search')).toEqual([{ gap_limit: 100 }])
    answer('POST /wallet/search/accept', { message: 'The search is complete' })
    await dialog(page).getByRole('button', { name: 'This wallet is empty' }).click()
    await expect.poll(() => world.bodies('POST /wallet/search/accept')).toHaveLength(1)

    world.relay.answers.set('POST /wallet/labels/import', ({ body }) =>
      (body as { jsonl: string }).jsonl.startsWith('{')
        ? { body: { imported: 2, kept: 1, released: 0, ignored: 1 } }
        : { status: 400, body: { error: 'This is not a BIP 329 label file', code: 'bad_request' } },
    )
    const download = page.waitForEvent('download')
    await button(page, 'Export labels').click()
    expect((await download).suggestedFilename()).toBe('wallet-labels.jsonl')
    const file = dialog(page).locator('input[type=file]')
    const labels = (text: string) => ({ name: 'l.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
    await file.setInputFiles(labels('no labels'))
    await says(page, 'This is not a BIP 329 label file')
    await file.setInputFiles(labels('x'.repeat(4_000_001)))
    await says(page, /label file is too large/)
    await file.setInputFiles(labels('{"type":"tx"}'))
    await says(page, '1 coin to freeze')
    await says(page, '1 line skipped')
    const bodies = () =>
      world.bodies('POST /wallet/labels/import').filter(body => !(body as { preview?: true }).preview)
    expect(bodies()).toEqual([])
    await button(page, 'Cancel').click()
    await file.setInputFiles(labels('{"type":"tx"}'))
    await button(page, 'Apply').click()
    await says(page, '2 labels imported. 1 coin frozen.')
    expect(bodies()).toEqual([{ jsonl: '{"type":"tx"}' }])
  })

  it('set up a chain source after a test of the connection (SERVICE-09)', async () => {
    const none = { kind: 'none', fixed: false, url: '', user: '', has_password: false, cookie_file: '' }
    answer('GET /wallet/chain-source', none)
    answer('GET /wallet/health', { ...health, network: 'mainnet' })
    answer('POST /wallet/chain-source/test', { height: 870_000, synced: true, took_ms: 42 })
    const page = await open('Details')
    await dialog(page).getByRole('button', { name: 'Set up chain source' }).click()
    const source = page.getByRole('dialog', { name: 'Chain source' })
    await source.getByLabel('Address').fill('http://127.0.0.1:8332')
    await source.getByLabel('RPC user').fill('satoshi')
    await source.getByLabel('RPC password').fill('secret')
    await source.getByRole('button', { name: 'Test connection' }).click()
    await source.getByText('Newest block: 870,000 (42 ms)').waitFor()
    const given = { kind: 'bitcoind', url: 'http://127.0.0.1:8332', user: 'satoshi', rpc_password: 'secret' }
    expect(world.bodies('POST /wallet/chain-source/test')).toEqual([given])
    const { rpc_password: _, ...stored } = given
    answer('POST /wallet/chain-source', { ...stored, fixed: false, has_password: true, cookie_file: '' })
    // What a public server learns is said before it is asked.
    await source.getByRole('button', { name: 'Public Esplora' }).click()
    await source.getByText('This server learns which addresses are yours').waitFor()
    await source.getByRole('button', { name: 'Test connection' }).click()
    await source.getByText('(42 ms)').waitFor()
    expect(world.bodies('POST /wallet/chain-source/test')[1]).toEqual({
      kind: 'esplora',
      url: 'https://mempool.space/api',
    })
    await source.getByRole('button', { name: 'Bitcoin node' }).click()
    await source.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Chain source saved').waitFor()
    expect(world.bodies('POST /wallet/chain-source')).toEqual([given])
  })
})

describe('an incoming payment', () => {
  const incoming = transaction(4, 75_000, { confirmations: 0 })

  it('is sped up by a child whose plan is shown before, and the child is on its way then; shows why one cannot be sped up (API-16)', async () => {
    const plan = world.relay.answers.get('POST /wallet/plan') as object
    answer('POST /wallet/plan', { error: 'The transaction is not in the mempool', code: 'payment_refused' }, 422)
    const helped = { confirmations: 0, helped_by: sentTxid }
    answer('GET /api/transactions/latest', [
      incoming,
      transaction(5, 60_000, { ...helped, package_rate: 12.5 }),
      transaction(6, 50_000, helped),
    ])
    answer('GET /wallet/fees', { low: 1, med: 2, high: 3, source: 'bitcoind', minimum: 1 })
    const page = await open('Unconfirmed Transactions')
    // A coin that we are already speeding up does not offer it again.
    await says(page, /^Being sped up by .* 12.5 sat\/vB/)
    await says(page, /^One of your payments already spends this one/)
    expect(await button(page, 'Speed up').count()).toBe(1)
    await button(page, 'Speed up').click()
    await says(page, 'The transaction is not in the mempool')
    expect(await button(page, 'Speed up').isDisabled()).toBe(true)

    world.relay.answers.set('POST /wallet/plan', plan)
    await button(page, 'Cancel').click()
    await button(page, 'Speed up').click()
    await says(page, 'Combined rate of both transactions: minimum 2.5 sat/vB')
    expect(await page.getByLabel('New Fee Rate').inputValue()).toBe('2.5')
    await says(page, '2,499,647 sats')
    await button(page, 'Speed up').click()
    await says(page, /^Success!$/)
    const [original_tx_id] = incoming.Address.split(':')
    expect(world.bodies(payment)).toEqual([{ choice: 4, original_tx_id, new_fee_rate: 2.5 }])
    const sent = { txid: sentTxid, amount: 2_499_647, recipient_address: ownAddress, enable_rbf: true, feeRate: 2.504 }
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(world.bodies('POST /api/pending-transactions')).toEqual([{ ...sent, timestamp }])
  })
})

it('WALLET-58: replaces for a watch-only wallet by a PSBT: out unsigned, in signed, and recorded; releases the coins on going back, and accepts a signed one after its dialog was closed', async () => {
  answer('GET /wallet/wallet', { ...account, watch_only: true })
  answer('POST /wallet/psbt/finish', { txid: sentTxid, status: 'success', message: 'Sent' })
  const page = await open('Unconfirmed Transactions')
  await button(page, 'Replace').click()
  await button(page, 'Sign elsewhere').click()
  await button(page, 'Save file').waitFor()
  expect(world.bodies('POST /wallet/psbt')).toEqual([{ choice: 2, original_tx_id: pendingTxid, new_fee_rate: 11 }])
  const psbt = Buffer.from([0x70, 0x73, 0x62, 0x74, 0xff, 0x01])
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'signed.psbt', mimeType: 'application/octet-stream', buffer: psbt })
  await button(page, 'Send signed').click()
  await says(page, /^Success!$/)
  expect(world.bodies('POST /wallet/psbt/finish')).toEqual([{ psbt: psbt.toString('base64') }])
  expect(world.bodies('POST /api/replacement-transactions')).toMatchObject([
    { original_tx_id: pendingTxid, new_tx_id: sentTxid },
  ])

  await button(page, 'Done').click()
  await page.getByRole('button', { name: 'Unconfirmed Transactions', exact: true }).click()
  await button(page, 'Replace').click()
  await button(page, 'Sign elsewhere').click()
  await button(page, 'Save file').waitFor()
  await button(page, 'Back').click()
  await expect.poll(() => world.bodies('POST /wallet/psbt/drop')).toEqual([{ txid: sentTxid }])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Details', exact: true }).last().click()
  await page.getByLabel('Signed transaction').fill('cHNidP8B')
  const go = await world.hold(page, '/wallet/psbt/finish')
  await button(page, 'Send signed').click()
  // Escape and Back do not lose the state.
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  go()
  await says(page, /^Success!$/)
  // Only the wallet knows what it pays, and it tells the relay.
  expect(world.bodies('POST /wallet/psbt/finish')).toHaveLength(2)
  expect(world.bodies('POST /api/replacement-transactions')).toHaveLength(1)
})
