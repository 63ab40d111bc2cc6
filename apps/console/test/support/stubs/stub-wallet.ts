import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { usualSecurity } from '@hornets/contract/wallet/security'
import { pubkey } from '../visitor.ts'
import type { Answer, Received, StubRelay } from './stub-relay.ts'

/** Addresses of the regtest network, and the size of every transaction in this wallet. */
export const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export const ownAddress = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
export const vbytes = 141
export const sentTxid = 'd'.repeat(64)
export const plannedCoin = `${'f'.repeat(64)}:1`
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
const rates = Array.from({ length: 30 }, (_, index) => ({
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

export const account = {
  network: 'regtest',
  account_type: 'bip84',
  account_number: 0,
  watch_only: false,
  descriptor: `wpkh([d34db33f/84h/1h/0h]tpub${'D6NzVbkrYhZ4'.repeat(8)}/<0;1>/*)#cjjspncu`,
  created_at: day(1),
  gap: { limit: 20, unused: 1, widest: 1 },
  restored: false,
}

/** Another owner in the relay's list. */
export const otherOwner = 'ab'.repeat(32)
export const operators = { named: false, operators: [pubkey], told: [otherOwner], changes: [] }

const labelFile = `${JSON.stringify({ type: 'addr', ref: ownAddress, label: 'Till' })}\n`

const byUs = { actor: pubkey, address: '127.0.0.1' }
const audit = [
  { ...byUs, at: day(30), action: 'payment.1', detail: sentTxid, outcome: 'done' },
  { ...byUs, at: day(29), action: 'unlock', detail: 'forbidden', outcome: 'refused' },
  { ...byUs, at: day(28), action: 'sign-in', detail: '', outcome: 'done' },
  { at: day(27), actor: null, address: '192.0.2.7', action: 'session', detail: 'Token expired', outcome: 'refused' },
  { ...byUs, at: day(1), action: 'a-later-action', detail: '', outcome: 'done' },
]

/** A wallet that has held funds for a long time. */
const balanceHistory = { opening_sats: 2_500_000, days: [], undated_sats: 0 }

/** This wallet's coins, the last one reserved; their sum is the balance. */
export const coins = [
  { value_sats: 1_500_000, confirmations: 30, locked: false, label: 'Rent' },
  { value_sats: 990_000, confirmations: 1, locked: false },
  { value_sats: 10_000, confirmations: 0, locked: true },
].map((coin, index) => ({ outpoint: `${String(index + 1).repeat(64)}:0`, address: ownAddress, ...coin }))

export const transactionDetails = {
  txid: `${'0'.repeat(63)}2`,
  state: 'confirmed',
  seen_at: day(2),
  confirmations: 3,
  fee_sats: 423,
  block: { height: 202, hash: 'ab'.repeat(32), time: day(2) },
  whole: {
    vsize: vbytes,
    weight: 561,
    signals_replacement: true,
    lock_time: 0,
    hex: '02'.repeat(222),
    inputs: [{ outpoint: `${'0'.repeat(63)}1:0`, address: ownAddress, value_sats: 2_500_000, own: true, known: true }],
  },
  outputs: [
    { vout: 0, address: recipient, value_sats: 20_000, to: 'others' },
    { vout: 1, address: ownAddress, value_sats: 2_479_577, to: 'change', spent_by: pendingTxid },
  ],
  replaces: [pendingTxid],
}

interface Spend {
  readonly choice?: number
  readonly spend_amount?: number
  readonly priority_rate?: number
  readonly new_fee_rate?: number
  readonly send_all?: boolean
  readonly coins?: readonly string[]
  readonly payees?: readonly { readonly recipient_address: string; readonly spend_amount: number }[]
}

/** Those of nodes for a replacement of `pendingRow`, a smaller transaction that cancels it, and a child. */
const lowestRates: Readonly<Record<number, number>> = { 2: 11, 3: 13.819, 4: 2.5 }

/** The wallet's plan (one coin in, payment and change out) or its refusal. */
function planFor(body: Spend, coinSats: number): Answer {
  const { choice = 1, coins: chosen = [plannedCoin] } = body
  const lowest_rate = lowestRates[choice]
  const rate = body.priority_rate ?? body.new_fee_rate ?? 1
  if (lowest_rate !== undefined && rate < lowest_rate) {
    const error = `Fee too low: it needs ${lowest_rate} sat/vB or more`
    return { status: 422, body: { error, code: 'payment_refused', reason: 'fee_too_low', figures: { lowest_rate } } }
  }
  const feeSats = feeSatsOf(vbytes, rate)
  const amount = choice === 2 ? pendingRow.amount : body.send_all ? coinSats - feeSats : (body.spend_amount ?? 0)
  const one = [{ address: recipient, value_sats: amount, change: false }]
  const many = body.payees?.map(payee => ({
    address: payee.recipient_address,
    value_sats: payee.spend_amount,
    change: false,
  }))
  const pays = many ?? (choice > 2 ? [] : one)
  const left = coinSats - feeSats - pays.reduce((sum, { value_sats }) => sum + value_sats, 0)
  return {
    body: {
      inputs: chosen.map((outpoint, index) => ({
        outpoint,
        address: ownAddress,
        value_sats: index === 0 ? coinSats : 0,
      })),
      outputs: [...pays, ...(left > 0 ? [{ address: ownAddress, value_sats: left, change: true }] : [])],
      fee_sats: feeSats,
      vsize: vbytes,
      lowest_rate,
    },
  }
}

/** Makes a stub relay answer for an open wallet with funds; tests replace what they are about. */
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
  get('/wallet/wallet', account)
  post('/wallet/calculate-tx-size', { txSize: vbytes })
  answers.set('POST /wallet/plan', ({ body }: Received) => planFor(body as Spend, balance.latest_balance))
  post('/wallet/transaction', { txid: sentTxid, status: 'success', message: 'Sent' })
  post('/api/pending-transactions', { message: 'ok' })
  post('/api/replacement-transactions', { status: 'success', message: 'ok', txid: sentTxid })
  get('/wallet/coins', coins)
  post('/wallet/coins/lock', { message: 'ok' })
  answers.set('GET /wallet/labels/export', { text: labelFile })
  get('/wallet/balance/history', balanceHistory)
  answers.set('POST /wallet/psbt', ({ body }: Received) => {
    const { body: plan, ...refusal } = planFor(body as Spend, balance.latest_balance)
    return refusal.status
      ? { body: plan, ...refusal }
      : { body: { psbt: 'cHNidP8BAP4='.repeat(20), txid: sentTxid, plan } }
  })
  post('/wallet/psbt/drop', { message: 'ok' })
  get('/wallet/transaction', transactionDetails)
  get('/api/settings/wallet', { wallet: { name: 'default', api_key: '********', explorer_url: '' } })
  get('/api/search', { results: [], unfinished: [] })
  get('/wallet/psbt/open', [])
  post('/wallet/transaction/abandon', { abandoned: [pendingTxid] })
  post('/wallet/labels', { message: 'Saved' })
  get('/wallet/audit', audit)
  get('/wallet/security/settings', { settings: usualSecurity, day_spent_sats: 20_705 })
  get('/wallet/security/operators', operators)
  get('/wallet/approvals', [])
  answers.set('POST /wallet/addresses', { status: 201, body: { index: 2, address: recipient } })
}
