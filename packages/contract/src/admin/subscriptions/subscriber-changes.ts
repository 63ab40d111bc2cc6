import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { maxSats, sats as wholeSats } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'
import { dataLimit } from '../relay-settings.ts'
import { subscriber } from './subscribers.ts'

const session = { tag: 'Subscribers', access: 'session' } as const
const operator = { ...session, role: 'operator' } as const
const params = z.object({ pubkey: pubkeyInput })
const note = z._default(z.string().check(z.trim(), z.maxLength(500)), '')
const changed = { 200: z.object({ message: z.string(), subscriber }) }

export const giftDaysMax = 3660

export const giveDays = defineEndpoint({
  ...operator,
  method: 'POST',
  path: '/api/subscribers/:pubkey/gift',
  summary: 'Give a key days of a tier, starting when its current time ends. The key needs no address',
  demo: 'plays',
  audit: 'subscribers.gift',
  params,
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(giftDaysMax)), tier: z.optional(dataLimit), note }),
  answers: changed,
  errors: ['not_found', 'invalid_fields'],
})

export const changeTier = defineEndpoint({
  ...operator,
  method: 'POST',
  path: '/api/subscribers/:pubkey/tier',
  summary: 'Move a running subscription to another tier until it ends. Bought time is never removed',
  demo: 'plays',
  audit: 'subscribers.change_tier',
  params,
  body: z.object({ tier: dataLimit, note }),
  answers: changed,
  errors: ['not_found', 'conflict', 'invalid_fields'],
})

export const prepareRefund = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/subscribers/:pubkey/refund',
  role: 'owner',
  stepUp: true,
  summary: "Refund a subscriber's credit: returns the payment to make, which the wallet pays like any other",
  audit: 'subscribers.refund',
  params,
  body: z.object({
    /** Satoshis, at most the credit. */
    sats: z.int().check(z.minimum(1), z.maximum(maxSats)),
    address: z.string().check(z.trim(), z.minLength(14), z.maxLength(100)),
    note,
  }),
  answers: {
    200: z.object({
      message: z.string(),
      refund_id: z.int(),
      /** As named by the wallet's payment call. */
      recipient_address: z.string(),
      spend_amount: wholeSats,
      /** For the wallet's Idempotency-Key, so that a refund is paid only once. */
      intention: z.string(),
    }),
  },
  errors: ['not_found', 'conflict', 'invalid_fields', 'password_needed'],
})

export const cancelRefund = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/subscribers/:pubkey/refund/cancel',
  role: 'owner',
  stepUp: true,
  summary: 'Cancel an unpaid refund and restore the credit',
  audit: 'subscribers.cancel_refund',
  params,
  body: z.object({ refund_id: z.int().check(z.minimum(1)) }),
  answers: changed,
  errors: ['not_found', 'conflict', 'password_needed'],
})
