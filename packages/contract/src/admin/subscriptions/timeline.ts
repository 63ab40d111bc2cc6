import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { signedSats, txid } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'

const timestamp = z.string()

export const ledgerKinds = [
  'address',
  'payment',
  'payment_reversed',
  'purchase',
  'purchase_undone',
  'gift',
  'brought',
  'tier_change',
  'refund',
  'refund_cancelled',
  'refund_stands',
  'reminder',
  'expired',
  'ended',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

export const stuckReasons = [
  'slow',
  'untaken',
  /** What it is built on is gone, so it may never confirm. */
  'orphaned',
  /** The wallet has neither reported nor seen it since: it was restored from an older backup. */
  'unseen',
] as const
export type StuckReason = (typeof stuckReasons)[number]

export const ledgerEntry = z.object({
  id: z.int(),
  at: timestamp,
  kind: z.enum(ledgerKinds),
  sats: signedSats,
  tier: z.string(),
  months: z.int(),
  days: z.int(),
  coin: z.nullable(z.string()),
  payment_hash: z.optional(hex64),
  undoes: z.nullable(z.int()),
  /** The admin and their name; null and empty for automatic entries. */
  by: z.nullable(hex64),
  by_name: z.string(),
  note: z.string(),
  refund: z.optional(
    z.object({
      recipient_address: z.string(),
      intention: z.string(),
      /**
       * unclear: ordered without an answer; the same key never pays twice. Only open and unclear can be paid. stuck:
       * sent, but needs attention.
       */
      state: z.enum(['open', 'unclear', 'sent', 'stuck', 'paid', 'cancelled']),
      txid: z.nullable(txid),
      stuck: z.optional(z.object({ reason: z.enum(stuckReasons), since: timestamp })),
    }),
  ),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const listLedger = defineEndpoint({
  tag: 'Subscribers',
  access: 'session',
  role: 'operator',
  method: 'GET',
  path: '/api/subscribers/:pubkey/timeline',
  summary: 'History of one subscriber, newest first',
  staleOn: ['subscribers', 'payments', 'wallet'],
  params: z.object({ pubkey: pubkeyInput }),
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  answers: { 200: z.object({ entries: z.array(ledgerEntry), next: z.nullable(z.int()) }) },
  errors: ['not_found'],
})
