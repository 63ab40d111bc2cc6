import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import type { TierName } from './fees/fee-tiers.ts'

export interface PaymentPayee {
  readonly address: string
  readonly amountSats: number
  /** Stored with their output. */
  readonly label?: string
}

export interface Payment {
  /** For many: the first. */
  readonly recipient: string
  /** With `sendAll`: what remains after the fee. For many: the sum. */
  readonly amountSats: number
  /** Missing for a single payee. */
  readonly payees?: readonly PaymentPayee[]
  /** Missing: a custom rate. */
  readonly tier?: TierName
  readonly satsPerVbyte: number
  readonly enableRbf: boolean
  /** The recipient gets everything in the coins, minus the fee. */
  readonly sendAll?: boolean
  /** Only these coins are spent (`<txid>:<vout>`); the wallet chooses if missing. */
  readonly coins?: readonly string[]
  /** Stored with the transaction; never leaves the wallet. */
  readonly label?: string
}

/** In the wallet's form (WALLET-37). */
export function requestOf({ payees, recipient, amountSats, sendAll, ...frame }: Payment) {
  const { satsPerVbyte, enableRbf, coins, label } = frame
  const shared = {
    priority_rate: satsPerVbyte,
    enable_rbf: enableRbf,
    ...(coins && { coins: [...coins] }),
    ...(label && { label }),
  }
  if (payees) return { choice: 5, payees: payees.map(askedOf), ...shared } as const
  return {
    choice: 1,
    recipient_address: recipient,
    // If everything is sent, the wallet computes the amount and ignores this one.
    spend_amount: sendAll ? 1 : amountSats,
    ...shared,
    ...(sendAll && { send_all: true }),
  } as const
}

const askedOf = ({ address, amountSats, label }: PaymentPayee) => ({
  recipient_address: address,
  spend_amount: amountSats,
  ...(label && { label }),
})

export const sumOfPayees = (payees: readonly PaymentPayee[]) =>
  payees.reduce((sum, { amountSats }) => sum + amountSats, 0)

/** What others get in a plan, in satoshis. */
export const paidSatsOf = ({ outputs }: PlanAnswer) =>
  outputs.reduce((sum, { change, value_sats }) => (change ? sum : sum + value_sats), 0)

/** Exactly the coins of the shown plan. If one is gone, the wallet refuses, and a new plan is shown. */
export function asShown(payment: Payment, plan: PlanAnswer): Payment {
  const amountSats = payment.sendAll ? paidSatsOf(plan) : payment.amountSats
  return { ...payment, amountSats, coins: plan.inputs.map(({ outpoint }) => outpoint) }
}
