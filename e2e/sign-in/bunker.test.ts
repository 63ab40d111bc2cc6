import { join } from 'node:path'
import { nip19 } from 'nostr-tools'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/wallet/test/support/bitcoind.ts'
import { openBrowser } from '../../dev/browser.ts'
import { startWallet as openWallet, type RunningWallet } from '../support/wallet.ts'
import { listenForTrouble, newOperator, type OpenRelay, startRelay } from '../support/world.ts'
import { button, says, startWallet } from '../wallet/wallet-console.ts'
import { openRemoteSigner, type RemoteSigner } from './remote-signer.ts'

const operator = newOperator()
const npub = nip19.npubEncode(operator.pubkey)

let relay: OpenRelay
let wallet: RunningWallet
let signer: RemoteSigner
let browser: Browser

beforeAll(async () => {
  const walletPort = String(await freePort())
  const env = { WALLET_URL: '', WALLET_PORT: walletPort }
  ;[relay, browser] = await Promise.all([startRelay(env), openBrowser()])
  wallet = await openWallet({
    DATA_DIR: join(relay.dataDir, 'wallet'),
    WALLET_PORT: walletPort,
    WALLET_API_KEY_FILE: join(relay.dataDir, 'wallet-api-key'),
    WALLET_NETWORK: 'regtest',
    RELAY_URL: relay.adminUrl,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  })
  signer = await openRemoteSigner(relay.publicUrl, operator.secretKey)
})
afterAll(async () => {
  signer?.close()
  await browser?.close()
  await wallet?.end()
  await relay?.stop()
})

const goRemote = (page: Page) => page.getByRole('button', { name: 'Use a remote signer' }).click()
const password = (page: Page) => page.getByLabel('Password', { exact: true })

test('NIP-46, WALLET-16, WALLET-21: claims, signs in and opens the wallet without an extension by a remote signer, which can refuse or ask for approval', async () => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const trouble = listenForTrouble(page)
  await page.goto(relay.setupUrl)
  await goRemote(page)
  const address = page.getByLabel('Address of the signer')
  for (const [wrong, says] of [
    ['bunker://x', "This is not a remote signer's address"],
    [signer.address.replace('relay=ws%3A%2F%2F127.0.0.1', 'relay=ws%3A%2F%2Fexample.org'), 'Only encrypted relays'],
    [signer.address.replace('once-only', 'guessed'), 'I do not know you'],
  ] as const) {
    await address.fill(wrong)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText(says).waitFor()
  }
  await address.fill(signer.address)
  await address.press('Enter')
  await page.getByTitle(npub).waitFor()
  await password(page).fill(operator.password)
  await page.getByLabel('Confirm password').fill(operator.password)
  signer.mood = { kind: 'refuses' }
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/auth/login')
  await page.getByText('did not sign').waitFor()

  await page.reload()
  await page.getByTitle(npub).waitFor()
  await password(page).fill(operator.password)
  signer.mood = { kind: 'asks', url: 'https://signer.example/approve' }
  await page.getByRole('button', { name: 'Sign in' }).click()
  const link = page.getByRole('link', { name: 'signer.example' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'https://signer.example/approve',
    'noopener noreferrer',
  ])
  signer.approve()
  await page.getByRole('heading', { name: 'Relay dashboard', level: 1 }).waitFor()
  const signed = () => signer.asked.filter(method => method === 'sign_event').length
  expect(signed()).toBe(2)

  // The wallet asks by itself when it is first needed (WALLET-16, R-88).
  signer.mood = { kind: 'refuses' }
  await startWallet(page)
  await says(page, 'Wallet authentication failed')
  signer.mood = { kind: 'signs' }
  await button(page, 'Create').click()
  await says(page, 'Write down these words')
  expect(signed()).toBe(4)

  // The signing credentials stay in this tab, and only the worker can reach the relays.
  const kept = await page.evaluate(() => [localStorage.getItem('bunker'), sessionStorage.getItem('bunker') !== null])
  expect(kept).toEqual([null, true])
  expect(trouble).toEqual([])
  const isRefused = await page.evaluate(
    url =>
      new Promise(resolve => {
        // zod checks whether it may compile code; the policy blocks that, too.
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective !== 'script-src') resolve(effectiveDirective)
        })
        try {
          new WebSocket(url)
        } catch {
          resolve('thrown')
        }
      }),
    relay.publicUrl,
  )
  expect(isRefused).toBe('connect-src')
  await page.context().close()
})

test("NIP-46: connects a signer that scans the page's code", async () => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await page.goto(`${relay.adminUrl}/auth/login`)
  await goRemote(page)
  await page.getByText('Or scan a code with the signer').click()
  await page.getByLabel('Relay for both sides').fill(relay.publicUrl)
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('img', { name: 'Connection address for your signer (nostrconnect://)' }).waitFor()
  const uri = (await page.locator('code').textContent()) as string
  expect(new URL(uri).searchParams.getAll('relay')).toEqual([relay.publicUrl])
  // The page listens as soon as it is connected to the relay.
  await expect
    .poll(
      async () => {
        await signer.scan(uri)
        return page.getByTitle(npub).count()
      },
      { timeout: 10_000 },
    )
    .toBe(1)
  await page.context().close()
})
