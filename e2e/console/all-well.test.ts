import { expect, it } from 'vitest'
import { openConsole } from '../../apps/console/test/support/console-visit.ts'
import { playState } from '../../apps/console/test/support/stubs/relay-states.ts'
import { readSetup, type SetupParts } from '../../apps/relay/src/health/setup-check.ts'

const site = openConsole(
  relay => {
    playState(relay, 'full')
    relay.answers.set('GET /api/health/notifications', { status: 204 })
  },
  { signedIn: true },
)

/** A relay that sells tiers and lacks nothing. */
const whole: SetupParts = {
  publicUrl: 'wss://relay.example',
  unseenCertificates: async () => [],
  isSelling: () => true,
  sight: async () => 'seen',
  lastBackupAt: async () => 1,
  sendsMail: () => true,
}

it.each<[string, Partial<SetupParts>, string]>([
  ['no wallet', { sight: async () => 'no_wallet' }, 'wallet'],
  ['no chain', { sight: async () => 'no_chain' }, 'chain source'],
  ['no TLS', { publicUrl: 'ws://relay.example:8080' }, 'TLS'],
])(
  'never says that all is well with tiers on sale and %s, and says what is missing (DESK-12)',
  async (_, lack, word) => {
    const setup = async (parts: SetupParts) =>
      site.relay.answers.set('GET /api/health/setup', { body: { lines: await readSetup(parts) } })
    await setup({ ...whole, ...lack })
    const page = await site.go('/health-notifications')
    const missing = page.getByRole('region', { name: 'Not set up' }).getByRole('listitem')
    await missing.getByText(new RegExp(word, 'i')).first().waitFor()
    expect(await missing.first().innerText()).toContain('At risk')
    await page.getByText('Nothing else needs attention').waitFor()
    expect(await page.getByText('Everything is fine').count()).toBe(0)
    await setup(whole)
    site.relay.tell('changed', { what: 'health' })
    await page.getByText('Everything is fine').waitFor()
  },
)
