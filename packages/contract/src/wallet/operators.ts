import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'

const tag = 'Operators'

/** Delay for a change of operators while the wallet holds money. */
export const operatorChangeHours = 24

const operatorChange = z.object({
  action: z.enum(['add', 'remove']),
  pubkey: hex64,
  /** RFC 3339, UTC. */
  asked_at: z.string(),
  /** When it takes effect unless cancelled. RFC 3339, UTC. */
  due_at: z.string(),
  /** Public key of the requesting operator; null for the command line. */
  asked_by: z.nullable(hex64),
})
export type OperatorChange = z.infer<typeof operatorChange>

const operators = z.object({
  /** WALLET_OPERATOR_PUBKEY sets the only operator, which nothing else can change. */
  named: z.boolean(),
  operators: z.array(hex64),
  /** Relay owners who are not operators here. Adding them needs the wallet password. */
  told: z.array(hex64),
  changes: z.array(operatorChange),
})
export type OperatorsAnswer = z.infer<typeof operators>

export const listOperators = defineEndpoint({
  method: 'GET',
  path: '/security/operators',
  tag,
  summary: "The wallet's operators and pending changes",
  access: 'session',
  answers: { 200: operators },
  errors: [],
})

export const changeOperators = defineEndpoint({
  method: 'POST',
  path: '/security/operators',
  tag,
  summary:
    'Add or remove an operator with the wallet password; waits 24 hours while the wallet holds money. With second approval, another owner must approve',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: { add: 'operators.add', remove: 'operators.remove', added: 'operators.added', removed: 'operators.removed' },
  body: z.object({
    action: z.enum(['add', 'remove']),
    pubkey: hex64,
    /** Not needed for a watch-only wallet, which has none. */
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  }),
  answers: { 200: operators },
  errors: ['conflict', 'forbidden', 'confirmation_needed', 'rate_limited'],
})

export const cancelOperatorChange = defineEndpoint({
  method: 'POST',
  path: '/security/operators/cancel',
  tag,
  summary: 'Cancel a pending change of operators, except the removal of oneself',
  access: 'session',
  audit: 'operators.cancel',
  body: z.object({ pubkey: hex64 }),
  answers: { 200: operators },
  errors: ['not_found', 'forbidden'],
})
