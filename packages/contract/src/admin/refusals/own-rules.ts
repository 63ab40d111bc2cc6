import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, kindMax } from '../../nostr.ts'

const tag = 'Access control'

export const rulesMax = 200
export const ruleKindsMax = 50
export const ruleNoteChars = 200
/** Of a limit: each event that counts is remembered until its hour or day is over. */
export const ruleTimesMax = 1000
export const newKeyHoursMax = 720
export const ruleExceptMax = 100

/** Strangers are neither allowed, nor members, nor paying, nor trusted. */
export const ruleWho = ['everyone', 'strangers', 'allowed', 'members', 'paying', 'trusted', 'new'] as const
export type RuleWho = (typeof ruleWho)[number]
export const ruleWhat = ['anything', 'media', 'larger'] as const
export type RuleWhat = (typeof ruleWhat)[number]
export const ruleActions = ['refuse', 'allow', 'limit'] as const
export type RuleAction = (typeof ruleActions)[number]

const kind = z.int().check(z.minimum(0), z.maximum(kindMax))
const kinds = z.object({ from: kind, to: kind }).check(z.refine(({ from, to }) => from <= to))

const conditions = {
  on: z._default(z.boolean(), true),
  note: z._default(z.string().check(z.trim(), z.maxLength(ruleNoteChars)), ''),
  /** Empty: all kinds. */
  kinds: z._default(z.array(kinds).check(z.maxLength(ruleKindsMax)), []),
  who: z.enum(ruleWho),
  /** For all but those that `who` names. */
  others: z._default(z.boolean(), false),
  /** Keys to which it does not apply, whoever they are. */
  except: z.optional(z.array(hex64).check(z.maxLength(ruleExceptMax))),
  /** Of new keys: those that first wrote here less than this many hours ago. */
  new_hours: z._default(z.int().check(z.minimum(1), z.maximum(newKeyHoursMax)), 24),
  /** Files that are uploaded are media of no kind. */
  what: z._default(z.enum(ruleWhat), 'anything'),
  /** Kilobytes. */
  above_kb: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 64),
  action: z.enum(ruleActions),
  times: z._default(z.int().check(z.minimum(1), z.maximum(ruleTimesMax)), 5),
  per: z._default(z.enum(['hour', 'day']), 'hour'),
  by: z._default(z.enum(['key', 'address']), 'key'),
}

const id = z.string().check(z.regex(/^[a-z0-9]{8}$/))
export const ruleInput = z.object({ ...conditions, id: z.optional(id) })
export type RuleInput = z.input<typeof ruleInput>
export const ownRule = z.object({ ...conditions, id })
export type OwnRule = z.infer<typeof ownRule>
/** Events and files of the last 7 days to which it applied. */
const countedRule = z.object({ ...conditions, id, count: z.int() })
export type CountedRule = z.infer<typeof countedRule>

const revision = z.string().check(z.maxLength(64))
const answers = { 200: z.object({ rules: z.array(countedRule), revision }) }

export const listAccessRules = defineEndpoint({
  method: 'GET',
  path: '/api/access/rules',
  tag,
  summary: "The operator's own rules in their order, with what each did in the last 7 days",
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  answers,
  errors: [],
})

export const saveAccessRules = defineEndpoint({
  method: 'POST',
  path: '/api/access/rules',
  tag,
  summary: 'Save all rules in their order; the first that allows or refuses decides. Effective within a second',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  audit: 'access.save-rules',
  body: z.strictObject({ revision, rules: z.array(ruleInput).check(z.maxLength(rulesMax)) }),
  answers,
  errors: ['invalid_fields', 'conflict'],
})
