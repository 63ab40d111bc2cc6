import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { expect, it } from 'vitest'
import { Reminders } from './reminders.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const tier = '1 GB per month'
const current = () => ({ ...relaySettingsDefaults, subscription_tiers: [{ datalimit: tier, price: '10000' }] })

it.each([true, false])('names the address to pay to only while the wallet sees the chain: %s', async isSeen => {
  const written: string[] = []
  const reminders = new Reminders({
    relaySettings: { current },
    publisher: { write: async (_pubkey: string, text: string) => void written.push(text) },
    isChainSeen: async () => isSeen,
    relayName: () => 'Hornet',
    subscribeUrl: () => undefined,
    now: () => now,
  } as unknown as ConstructorParameters<typeof Reminders>[0])
  const reminder = { pubkey: 'a'.repeat(64), tier, endsAt: now + 86_400_000, language: 'en', address: 'bc1qaddress' }
  await reminders.send(reminder as Parameters<Reminders['send']>[0])
  expect(written).toHaveLength(1)
  expect(written[0]?.includes('bc1qaddress')).toBe(isSeen)
})
