import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import type { TierName } from './fee-tiers.ts'

/** What is to be paid, as the amount step has gathered it. */
export interface Payment {
  readonly recipient: string
  /** With `sendAll`: what is left after the fee. */
  readonly amountSats: number
  /** Missing: the rate is one of their own. */
  readonly tier?: TierName
  readonly satsPerVbyte: number
  readonly enableRbf: boolean
  /** The recipient gets all that the coins hold, less the fee. */
  readonly sendAll?: boolean
  /** Only these coins are spent (`<txid>:<vout>`); the wallet chooses when missing. */
  readonly coins?: readonly string[]
  /** Kept with the transaction; never leaves the wallet. */
  readonly label?: string
}

/** The same as the wallet wants it (WALLET-37). */
export function requestOf({ recipient, amountSats, satsPerVbyte, enableRbf, sendAll, coins, label }: Payment) {
  return {
    choice: 1,
    recipient_address: recipient,
    // Where everything goes the wallet counts the amount itself, and this one says nothing.
    spend_amount: sendAll ? 1 : amountSats,
    priority_rate: satsPerVbyte,
    enable_rbf: enableRbf,
    ...(sendAll && { send_all: true }),
    ...(coins && { coins: [...coins] }),
    ...(label && { label }),
  } as const
}

/** What others get by a plan, in satoshis. */
export const paidSatsOf = ({ outputs }: PlanAnswer) =>
  outputs.reduce((sum, { change, value_sats }) => (change ? sum : sum + value_sats), 0)

/**
 * The payment of a plan that has been shown: it spends the coins of that plan and no others. Where one of them is gone
 * meanwhile the wallet refuses, and another plan is shown before it is sent.
 */
export function asShown(payment: Payment, plan: PlanAnswer): Payment {
  const amountSats = payment.sendAll ? paidSatsOf(plan) : payment.amountSats
  return { ...payment, amountSats, coins: plan.inputs.map(({ outpoint }) => outpoint) }
}
