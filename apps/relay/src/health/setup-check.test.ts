import { expect, it } from 'vitest'
import { readSetup, type SetupParts } from './setup-check.ts'

const everything: SetupParts = {
  publicUrl: 'wss://relay.example',
  unseenCertificates: async () => [],
  isSelling: () => true,
  sight: async () => 'seen',
  lastBackupAt: async () => 1,
  sendsMail: () => true,
}
const line = (what: string, urgency: string, subject = '') => ({ what, urgency, subject })

it('names nothing when everything is set up', async () => {
  expect(await readSetup(everything)).toEqual([])
})

it.each<[string, Partial<SetupParts>, object]>([
  ['a backup that was never made', { lastBackupAt: async () => null }, line('backup', 'warning')],
  ['no wallet while tiers are sold', { sight: async () => 'no_wallet' }, line('wallet', 'warning')],
  ['no wallet', { sight: async () => 'no_wallet', isSelling: () => false }, line('wallet', 'info')],
  ['a wallet without a chain source', { sight: async () => 'no_chain' }, line('chain_source', 'warning')],
  ['a wallet that never answered', { sight: async () => 'unknown' }, line('wallet_unknown', 'warning')],
  ['no public address', { publicUrl: undefined }, line('public_address', 'info')],
  [
    'a public address without TLS',
    { publicUrl: 'ws://relay.example:8080' },
    line('tls', 'warning', 'relay.example:8080'),
  ],
  [
    'a certificate that was not seen',
    { unseenCertificates: async () => ['relay.example'] },
    line('certificate', 'info', 'relay.example'),
  ],
  ['no mail server', { sendsMail: () => false }, line('mail', 'info')],
])('names %s (DESK-12)', async (_, parts, expected) => {
  expect(await readSetup({ ...everything, ...parts })).toEqual([expected])
})

it.each(['ws://localhost:7777', 'ws://127.0.0.1', 'ws://[::1]:80', 'ws://abcdef.onion'])(
  'asks no TLS of %s',
  async publicUrl => {
    expect(await readSetup({ ...everything, publicUrl })).toEqual([])
  },
)
