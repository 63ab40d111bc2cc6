import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { signedSats, txid } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'

/** RFC 3339, UTC. */
const timestamp = z.string()

export const ledgerKinds = [
  'address',
  /** A payment was credited, or taken back by the chain. */
  'payment',
  'payment_reversed',
  /** Credit was used for months of a tier, or the chain took back its payment. */
  'purchase',
  'purchase_undone',
  'gift',
  /** The rest of a subscription at another server, and its credit. */
  'brought',
  'tier_change',
  'refund',
  'refund_cancelled',
  /** The wallet has paid a refund that was cancelled: it takes its credit after all. */
  'refund_stands',
  'reminder',
  'expired',
  'ended',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Why a refund's payment is not in a block. */
export const stuckReasons = [
  /** Nodes have it, but no block for more than a day. */
  'slow',
  /** No node takes it now; the wallet sends it again and again. */
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
  /** The change of the credit; 0 for most kinds. The credit is the sum of all. */
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
  /** The admin's note, or the notice sent: `expires_in_7_days`. */
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
      /** Of its payment, after replacements; null while there is none. */
      txid: z.nullable(txid),
      /** Since when its payment is without a block, and why. */
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
