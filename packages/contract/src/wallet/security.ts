import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64, nostrEvent } from '../nostr.ts'
import { sats } from './amounts.ts'
import { spendRequest } from './spending.ts'

const tag = 'Security'

/** Minutes without a payment after which the wallet locks. */
export const lockChoices = [5, 15, 60, 480] as const

/** Time for another owner to approve, and for using the approval. */
export const approvalHours = 24

export const securitySettings = z.object({
  /** Null: only at a restart. Until it locks, anyone with the machine or a session can spend up to the limits. */
  lock_after_minutes: z.nullable(z.literal(lockChoices)),
  /** Limit for one payment without the password, fee included; null: unlimited. */
  payment_limit_sats: z.nullable(sats.check(z.minimum(1))),
  /** The same for all payments within 24 hours. */
  day_limit_sats: z.nullable(sats.check(z.minimum(1))),
  /** Another operator must sign: above the limits, for the words, for operators and these settings. */
  second_approval: z.boolean(),
  /** Satoshis per virtual byte. Above it, or above the next, a payment needs the password and a typed word. */
  highest_fee_rate: z.number().check(z.minimum(1), z.maximum(10_000)),
  highest_fee_percent: z.number().check(z.minimum(1), z.maximum(100)),
})
export type SecuritySettings = z.infer<typeof securitySettings>

export const usualSecurity: SecuritySettings = {
  lock_after_minutes: 15,
  payment_limit_sats: 1_000_000,
  day_limit_sats: 3_000_000,
  second_approval: false,
  highest_fee_rate: 500,
  highest_fee_percent: 25,
}

const securityAnswer = z.object({ settings: securitySettings, day_spent_sats: sats })

export const getSecurity = defineEndpoint({
  method: 'GET',
  path: '/security/settings',
  tag,
  summary: 'The idle lock, spending limits without the password, and fee ceilings',
  access: 'session',
  answers: { 200: securityAnswer },
  errors: [],
})

export const saveSecurity = defineEndpoint({
  method: 'POST',
  path: '/security/settings',
  tag,
  summary: 'Change the lock and limits (wallet password; with second approval also another operator)',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'security',
  body: z.object({
    settings: securitySettings,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  }),
  answers: { 200: securityAnswer },
  errors: ['invalid_fields', 'conflict', 'forbidden', 'confirmation_needed', 'rate_limited'],
})

const approval = z.object({
  id: hex64,
  /** What the other owner signs, as a kind 1 event. */
  content: z.string(),
  subject: z.union([
    z.object({ kind: z.literal('payment'), request: spendRequest, spent_sats: sats, recipient: z.string() }),
    z.object({ kind: z.literal('lightning'), invoice: z.string(), spent_sats: sats, payee: z.string() }),
    z.object({ kind: z.literal('settings'), settings: securitySettings }),
    z.object({ kind: z.literal('words'), pubkey: hex64 }),
    z.object({ kind: z.literal('operators'), action: z.enum(['add', 'remove']), pubkey: hex64 }),
  ]),
  asked_by: hex64,
  /** RFC 3339, UTC. */
  asked_at: z.string(),
  expires_at: z.string(),
  approved_by: z.nullable(hex64),
})
export type Approval = z.infer<typeof approval>

export const listApprovals = defineEndpoint({
  method: 'GET',
  path: '/approvals',
  tag,
  summary: 'Pending approvals, and unused ones',
  access: 'session',
  answers: { 200: z.array(approval) },
  errors: [],
})

export const giveApproval = defineEndpoint({
  method: 'POST',
  path: '/approvals/give',
  tag,
  summary: "Approve as another owner: the approval's content as a signed note",
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'approval.give',
  body: z.object({ id: hex64, event: nostrEvent }),
  answers: { 200: z.array(approval) },
  errors: ['not_found', 'forbidden', 'invalid_credentials'],
})

export const withdrawApproval = defineEndpoint({
  method: 'POST',
  path: '/approvals/withdraw',
  tag,
  summary: 'Refuse or withdraw an approval; it can no longer be used',
  access: 'session',
  audit: 'approval.withdraw',
  body: z.object({ id: hex64 }),
  answers: { 200: z.array(approval) },
  errors: ['not_found'],
})
