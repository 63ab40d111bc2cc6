import * as z from 'zod/mini'
import { sentenceParts } from '../sentence-parts.ts'

/** Confirmations that a payment outside its limits needs before signing. `fee_word` includes the password. */
export const confirmationNeeds = ['password', 'fee_word', 'approval', 'repeat'] as const
export type ConfirmationNeed = (typeof confirmationNeeds)[number]

/** Typed to confirm a fee above the ceiling, in every language. */
export const feeWord = 'EXPENSIVE'

/** A second payment of the same amount to the same address within this time needs confirmation. */
export const repeatMinutes = 10

export interface Confirmation {
  readonly reason: string
  readonly need: ConfirmationNeed
  /** English, with `{{name}}` for figures (sentence.ts). */
  readonly template: string
}

export const confirmations = {
  overPaymentLimit: {
    reason: 'over_payment_limit',
    need: 'password',
    template: 'It spends {{spent_sats}} sats. Above {{limit_sats}} sats a payment needs the wallet password',
  },
  overDayLimit: {
    reason: 'over_day_limit',
    need: 'password',
    template:
      'With it, {{spent_sats}} sats leave the wallet within 24 hours. Above {{limit_sats}} sats this needs the wallet password',
  },
  secondApproval: {
    reason: 'second_approval',
    need: 'approval',
    template: 'Another owner must approve it with a signature',
  },
  feeRateHigh: {
    reason: 'fee_rate_high',
    need: 'fee_word',
    template: 'It pays {{rate}} sat/vB, more than the {{highest_rate}} sat/vB that this wallet allows',
  },
  feeShareHigh: {
    reason: 'fee_share_high',
    need: 'fee_word',
    template: 'The fee is {{percent}} % of the amount, more than the {{highest_percent}} % that this wallet allows',
  },
  repeated: {
    reason: 'repeated',
    need: 'repeat',
    template: 'The same amount was sent to this address less than {{minutes}} minutes ago',
  },
  repeatedPayees: {
    reason: 'repeated_payees',
    need: 'repeat',
    template: '{{count}} of these payees were sent the same amount less than {{minutes}} minutes ago: {{payees}}',
  },
  payeesAlike: {
    reason: 'payees_alike',
    need: 'repeat',
    template: '{{count}} payees have the same address and amount as one before them: {{payees}}',
  },
} as const satisfies Record<string, Confirmation>

export const neededConfirmation = z.object({
  need: z.enum(confirmationNeeds),
  reason: z.string(),
  message: z.string(),
  ...sentenceParts,
})
export type NeededConfirmation = z.infer<typeof neededConfirmation>

export const confirmed = {
  /** The wallet password, for payments above a limit or ceiling. */
  password: z.optional(z.string().check(z.maxLength(1024))),
  fee_word: z.optional(z.string().check(z.maxLength(20))),
  /** Confirms a second payment. Not needed with an Idempotency-Key. */
  repeat: z.optional(z.boolean()),
}
export type Confirmed = z.infer<z.ZodMiniObject<typeof confirmed>>
