import { expect, it, onTestFinished } from 'vitest'
import { openConsole } from '../../apps/console/test/support/console-visit.ts'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { readSetup } from '../../apps/relay/src/health/setup-check.ts'
import { startRelay } from '../../apps/relay/test/harness.ts'
import { startHttpService } from '../../apps/relay/test/support/http-service.ts'

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /api/health/notifications', { status: 204 })
  },
  { signedIn: true },
)

/** As a relay answers that sells tiers and lacks nothing. */
const nothingMissing = () =>
  readSetup({
    publicUrl: 'wss://relay.example',
    unseenCertificates: async () => [],
    isSelling: () => true,
    sight: async () => 'seen',
    lastBackupAt: async () => 1,
    sendsMail: () => true,
  })

interface Sold {
  readonly publicUrl?: string
  /** What its wallet says of itself. */
  readonly wallet?: string
  readonly chainSource?: string
}

/** What a relay that sells tiers says is missing. */
async function missingOf({ publicUrl = 'wss://relay.example', wallet = 'unlocked', chainSource = 'bitcoind' }: Sold) {
  const health = {
    status: 'ok',
    network: 'regtest',
    chain_source: chainSource,
    tip_height: 1,
    synced: true,
    wallet,
    message: '',
  }
  const service = await startHttpService((_request, response) => response.end(JSON.stringify(health)))
  onTestFinished(() => service.close())
  const relay = await startRelay({ config: { publicUrl, walletUrl: service.url } })
  onTestFinished(() => relay.close())
  const { token } = await relay.signedIn()
  const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }] }
  expect((await relay.call('/api/relay-settings', { token, body: { relay_settings } })).status).toBe(200)
  const ask = async () => (await relay.call('/api/health/setup', { token })).body
  // A busy machine's wallet may not have answered in time.
  await expect.poll(async () => JSON.stringify(await ask()), { timeout: 40_000 }).not.toContain('wallet_unknown')
  return ask()
}

it.each<[string, Sold, RegExp]>([
  ['no wallet', { wallet: 'none' }, /wallet/i],
  ['no chain', { chainSource: 'none' }, /chain source/i],
  ['no TLS', { publicUrl: 'ws://relay.example:8080' }, /TLS/],
])(
  'never says that all is well with tiers on sale and %s, and says what is missing (DESK-12)',
  async (_, sold, word) => {
    site.relay.answers.set('GET /api/health/setup', { body: await missingOf(sold) })
    const page = await site.go('/health-notifications')
    const missing = page.getByRole('region', { name: 'Not set up' }).getByRole('listitem').filter({ hasText: word })
    await missing.getByText('At risk').waitFor()
    await page.getByText('Nothing else needs attention').waitFor()
    expect(await page.getByText('Everything is fine').count()).toBe(0)
    site.relay.answers.set('GET /api/health/setup', { body: { lines: await nothingMissing() } })
    site.relay.tell('changed', { what: 'health' })
    await page.getByText('Everything is fine').waitFor()
  },
)
