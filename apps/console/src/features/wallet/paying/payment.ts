import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import type { TierName } from './fee-tiers.ts'

/** One of many who are paid at once. */
export interface PaymentPayee {
  readonly address: string
  readonly amountSats: number
  /** Kept with the output that pays them. */
  readonly label?: string
}

/** What is to be paid, as the amount step has gathered it. */
export interface Payment {
  /** Of many: the first. */
  readonly recipient: string
  /** With `sendAll`: what is left after the fee. Of many: their sum. */
  readonly amountSats: number
  /** Missing where it is one alone. */
  readonly payees?: readonly PaymentPayee[]
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
export function requestOf({ payees, recipient, amountSats, sendAll, ...frame }: Payment) {
  const { satsPerVbyte, enableRbf, coins, label } = frame
  const shared = {
    ...{ priority_rate: satsPerVbyte, enable_rbf: enableRbf },
    ...(coins && { coins: [...coins] }),
    ...(label && { label }),
  }
  if (payees) return { choice: 5, payees: payees.map(askedOf), ...shared } as const
  return {
    choice: 1,
    recipient_address: recipient,
    // Where everything goes the wallet counts the amount itself, and this one says nothing.
    spend_amount: sendAll ? 1 : amountSats,
    ...shared,
    ...(sendAll && { send_all: true }),
  } as const
}

const askedOf = ({ address, amountSats, label }: PaymentPayee) => ({
  ...{ recipient_address: address, spend_amount: amountSats },
  ...(label && { label }),
})

export const sumOfPayees = (payees: readonly PaymentPayee[]) =>
  payees.reduce((sum, { amountSats }) => sum + amountSats, 0)

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
