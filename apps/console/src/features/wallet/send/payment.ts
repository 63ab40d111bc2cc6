import type { TierName } from './fee-tiers.ts'

/** What is to be paid, as the amount step has gathered it. */
export interface Payment {
  readonly recipient: string
  readonly amountSats: number
  readonly tier: TierName
  readonly satsPerVbyte: number
  readonly enableRbf: boolean
}

/** The same as the wallet wants it (WALLET-37). */
export function requestOf({ recipient, amountSats, satsPerVbyte, enableRbf }: Payment) {
  return {
    choice: 1,
    recipient_address: recipient,
    spend_amount: amountSats,
    priority_rate: satsPerVbyte,
    enable_rbf: enableRbf,
  } as const
}
