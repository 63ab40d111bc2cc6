import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { Received, StubRelay } from './stub-relay.ts'
import { pubkey } from './visitor.ts'

/** Addresses of the regtest network, and the size of every transaction of this wallet. */
export const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export const ownAddress = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
export const vbytes = 141
export const sentTxid = 'd'.repeat(64)
export const pendingTxid = 'e'.repeat(64)
export const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ')

export const health = {
  status: 'ok',
  network: 'regtest',
  chain_source: 'bitcoind',
  tip_height: 204,
  synced: true,
  wallet: 'unlocked',
  message: '',
}
export const balance = {
  latest_balance: 2_500_000,
  balance_usd: 1600,
  pending_sats: 0,
  updated_at: '2026-01-30T12:00:00Z',
  rate_at: '2026-01-30T12:00:00Z',
}

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T12:00:00Z`
export const rates = Array.from({ length: 30 }, (_, index) => ({
  ID: index + 1,
  Rate: (62_000 + index * 100).toFixed(2),
  TimestampHornets: day(index + 1),
}))

export const transaction = (ID: number, Value: number, more: object = {}) => ({
  ID,
  Value,
  Address: `${ID.toString(16).padStart(64, '0')}:0`,
  Date: day(ID),
  Output: ownAddress,
  confirmations: 3,
  ...more,
})

export const pendingRow = {
  ID: 1,
  txid: pendingTxid,
  feeRate: 10,
  amount: 20_000,
  recipient_address: recipient,
  timestamp: day(30),
  enable_rbf: true,
}

interface Spend {
  readonly choice?: number
  readonly spend_amount?: number
  readonly priority_rate?: number
  readonly new_fee_rate?: number
}

/** What the wallet would make: one coin in, the payment and the change out. */
function planFor(body: Spend, coinSats: number) {
  const amount = body.choice === 2 ? pendingRow.amount : (body.spend_amount ?? 0)
  const feeSats = feeSatsOf(vbytes, body.priority_rate ?? body.new_fee_rate ?? 1)
  const pays = body.choice === 3 ? [] : [{ address: recipient, value_sats: amount, change: false }]
  return {
    inputs: [{ outpoint: `${'f'.repeat(64)}:1`, address: ownAddress, value_sats: coinSats }],
    outputs: [...pays, { address: ownAddress, value_sats: coinSats - amount - feeSats, change: true }],
    fee_sats: feeSats,
    vsize: vbytes,
  }
}

/** Teaches a stub relay to speak for a wallet that is there, open and paid; a test changes what it is about. */
export function playWallet({ answers }: StubRelay): void {
  const get = (path: string, body: unknown) => answers.set(`GET ${path}`, { body })
  const post = (path: string, body: unknown) => answers.set(`POST ${path}`, { body })
  get('/wallet/health', health)
  get('/api/balance/usd', balance)
  get('/api/bitcoin-rates/last-30-days', rates)
  get('/api/transactions/latest', [transaction(3, 150_000), transaction(2, -20_000), transaction(1, 2_500_000)])
  get('/api/pending-transactions', [pendingRow])
  get('/api/addresses', [
    { index: '0', address: recipient, used: true },
    { index: '1', address: ownAddress },
  ])
  get('/wallet/challenge', { kind: 1, pubkey, created_at: 1, tags: [], content: 'wallet challenge' })
  post('/wallet/verify', { token: 'wallet token' })
  get('/wallet/fees', { low: 3, med: 4, high: 5, source: 'bitcoind', minimum: 1 })
  get('/wallet/wallet', {
    network: 'regtest',
    account_type: 'bip84',
    watch_only: false,
    descriptor: 'wpkh(tpub/<0;1>/*)',
    created_at: day(1),
    gap: { limit: 20, unused: 1 },
  })
  post('/wallet/calculate-tx-size', { txSize: vbytes })
  answers.set('POST /wallet/plan', ({ body }: Received) => ({ body: planFor(body as Spend, balance.latest_balance) }))
  post('/wallet/transaction', { txid: sentTxid, status: 'success', message: 'Sent' })
  post('/api/pending-transactions', { message: 'ok' })
  post('/api/replacement-transactions', { status: 'success', message: 'ok', txid: sentTxid })
  answers.set('POST /wallet/addresses', { status: 201, body: { index: 2, address: recipient } })
}
