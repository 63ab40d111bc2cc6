import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { accessLists, putAccessEntries } from '../access-lists.ts'
import { saveAccess } from '../access-rights.ts'
import { saveRelaySettings } from '../relay-settings.ts'
import { ruleInput, rulesMax } from './own-rules.ts'

const tag = 'Access control'

export const trialEventsMax = 50_000
export const trialDays = 7
const shownMax = 100

export const trialStatuses = ['owner', 'paying', 'member', 'allowed', 'trusted', 'stranger'] as const
export type TrialStatus = (typeof trialStatuses)[number]

const refused = z.object({ events: z.int(), authors: z.int(), bytes: z.int() })
export const trialResult = z.object({
  days: z.literal(trialDays),
  /** Of what arrived in these days, stored or refused. */
  refused,
  statuses: z.partialRecord(z.enum(trialStatuses), z.int()),
  stored: refused,
  looked_at: z.int(),
  /** False: there are older ones. */
  is_all: z.boolean(),
  /** Most events first, of everything that it would refuse; authors of private messages for owners only. */
  by_author: z
    .array(z.object({ pubkey: hex64, events: z.int(), standing: z.enum(trialStatuses) }))
    .check(z.maxLength(shownMax)),
  by_kind: z.array(z.object({ kind: z.int(), events: z.int() })),
  /** Ids of stored events, newest first. */
  examples: z.array(hex64),
  /** Keys with a running subscription that could publish no note any more. */
  locked_out: z.object({ count: z.int(), pubkeys: z.array(hex64) }),
})
export type TrialResult = z.infer<typeof trialResult>

const change = z
  .strictObject({
    access: z.optional(saveAccess.body.shape.access),
    relay_settings: z.optional(saveRelaySettings.body.shape.relay_settings),
    list: z.optional(z.enum(accessLists)),
    entries: z.optional(putAccessEntries.body.shape.entries),
    rules: z.optional(z.array(ruleInput).check(z.maxLength(rulesMax))),
  })
  .check(
    z.refine(({ access, relay_settings, list, entries, rules }) => {
      const given = [access, relay_settings, list, rules].filter(part => part !== undefined)
      return given.length === 1 && (list === undefined) === (entries === undefined)
    }),
  )
export type TrialChange = z.infer<typeof change>
export type TrialInput = z.input<typeof change>

export const tryAccess = defineEndpoint({
  method: 'POST',
  path: '/api/access/try',
  tag,
  summary: 'What a change would have refused of the stored events and of the last 7 days; nothing is changed',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  audit: null,
  body: change,
  answers: { 200: trialResult },
  errors: ['invalid_fields', 'conflict'],
})

export const getTrial = defineEndpoint({
  method: 'GET',
  path: '/api/access/try',
  tag,
  summary: 'How far your running trial is; null if none is running',
  access: 'session',
  role: 'operator',
  answers: { 200: z.object({ running: z.nullable(z.object({ done: z.int(), of: z.int() })) }) },
  errors: [],
})
