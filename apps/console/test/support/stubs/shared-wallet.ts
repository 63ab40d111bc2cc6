import type { StubRelay } from './stub-relay.ts'
import { account, health, recipient, sentTxid } from './stub-wallet.ts'

/** As long as one with five coins. */
export const psbt = Buffer.concat([
  Buffer.from([0x70, 0x73, 0x62, 0x74, 0xff]),
  Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 7) % 256)),
]).toString('base64')
const keys = ['73c5da0a', 'd34db33f', 'c5d87297'].map(fingerprint => ({ fingerprint, path: '48h/1h/0h/2h' }))

const openWith = (signed: number) => ({
  txid: sentTxid,
  psbt,
  amount_sats: 12_000,
  recipient_address: recipient,
  fee_sats: 500,
  timestamp: '2026-01-30T12:00:00Z',
  missing: Math.max(0, 2 - signed),
  signers: keys.map((key, index) => ({ ...key, signed: index < signed })),
})

/** A 2-of-3 wallet; the state of its payment follows the added signatures. */
export function shareWallet({ answers }: StubRelay): void {
  const shared = { account_type: 'wsh', watch_only: true, shared: { needed: 2, keys } }
  answers.set('GET /wallet/wallet', { body: { ...account, ...shared } })
  answers.set('GET /wallet/health', { body: { ...health, watch_only: true } })
  let signed = 0
  answers.set('GET /wallet/psbt/open', () => ({ body: [openWith(signed)] }))
  answers.set('POST /wallet/psbt/sign', () => {
    signed += 1
    return { body: { ...openWith(signed), added: 1 } }
  })
  answers.set('POST /wallet/psbt/finish', { body: { txid: sentTxid, status: 'success', message: 'Sent' } })
}
