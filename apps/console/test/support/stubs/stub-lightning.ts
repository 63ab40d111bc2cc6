import type { StubRelay } from './stub-relay.ts'
import { health } from './stub-wallet.ts'

export const invoice = `lnbcrt210u1${'p5xk0wzq'.repeat(30)}`
export const paymentHash = '7c'.repeat(32)
const later = '2027-01-31T12:00:00Z'

export const connection = {
  state: 'ready',
  relay: 'relay.example.org',
  alias: 'hornet-node',
  methods: ['get_balance', 'get_info', 'list_transactions', 'lookup_invoice', 'make_invoice', 'pay_invoice'],
  balance_sats: 1_234_567,
  balance_at: '2026-01-30T12:00:00Z',
  unknown_payments: 0,
  receive_only: false,
  message: '',
}

export const invoiceReview = {
  payment_hash: paymentHash,
  invoice_sats: 21_000,
  payee: `02${'ab'.repeat(32)}`,
  description: 'One honey',
  expires_at: later,
  reserve_sats: 220,
  confirmations: [],
}

export const lightningRow = (index: number, more: object = {}) => ({
  incoming: true,
  state: 'paid',
  payment_hash: index.toString(16).padStart(64, '0'),
  amount_sats: 2500 + index,
  fee_sats: 0,
  description: `Payment ${index}`,
  created_at: '2026-01-29T12:00:00Z',
  settled_at: null,
  ...more,
})

export function playLightning({ answers }: StubRelay, more: object = {}): void {
  const told = { ...connection, ...more }
  const answer = (call: string, body: unknown) => answers.set(call, { body })
  answer('GET /wallet/health', { ...health, lightning: told.state })
  answer('GET /wallet/lightning', told)
  answer('POST /wallet/lightning/review', invoiceReview)
  answer('POST /wallet/lightning/pay', {
    status: 'paid',
    payment_hash: paymentHash,
    amount_sats: 21_000,
    fee_sats: 2,
    message: '',
  })
  answer('POST /wallet/lightning/invoice', { invoice, payment_hash: paymentHash, amount_sats: 2500, expires_at: later })
  answer('GET /wallet/lightning/invoice', { paid: false, settled_at: null })
  answer('GET /wallet/lightning/transactions', [
    lightningRow(1),
    lightningRow(2, {
      incoming: false,
      fee_sats: 2,
      state: 'unknown',
      description: 'A payment nobody has answered yet',
    }),
  ])
}
