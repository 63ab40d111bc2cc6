import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { filterInput } from './browse.ts'
import { movedThing } from './moved-things.ts'
import { transferMessages } from './transfer-messages.ts'

/** Bringing events in from files and other relays, and copying them there, in the background. */
const session = { tag: 'Events', access: 'session', role: 'operator' } as const

/** Why an event was not taken, or not given. */
export const transferCauses = [
  ...(['duplicate', 'older', 'deleted', 'expired', 'ephemeral', 'not_json', 'not_event', 'wrong_id'] as const),
  ...(['wrong_signature', 'too_long', 'refused', 'not_given', 'not_taken', 'cut_second'] as const),
] as const
export type TransferCause = (typeof transferCauses)[number]

export const copyDirections = ['pull', 'push', 'both'] as const
export type CopyDirection = (typeof copyDirections)[number]

export const transferExamplesMax = 5
/** Days that the file of an unfinished import is kept, so that it can be resumed. */
export const transferKeptDays = 7

const example = z.object({ line: z.nullable(z.int()), id: z.nullable(z.string()), text: z.string() })

export const transfer = z.object({
  id: z.int(),
  kind: z.enum(['import', 'copy', 'move']),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** The name of a file, or the address of a relay. */
  source: z.string(),
  direction: z.nullable(z.enum(copyDirections)),
  /** Of a file: bytes. Of a copy: events that differ, as far as compared. Null where it is not known. */
  total: z.nullable(z.int()),
  done: z.int(),
  /** Events that are new here, and those that were new to the other relay. */
  stored: z.int(),
  sent: z.int(),
  left_out: z.array(z.object({ cause: z.enum(transferCauses), count: z.int(), examples: z.array(example) })),
  things: z.nullable(z.array(movedThing)),
  error: z.nullable(z.string()),
  resumable: z.boolean(),
  /** RFC 3339, UTC. */
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** Who started it, hex; null by command on the server. */
  by: z.nullable(hex64),
})
export type Transfer = z.infer<typeof transfer>

const job = z.object({ job: transfer })
const params = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) })

export const importEvents = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/import',
  summary:
    'Store the events of a file: JSONL as request body, one event a line, as exports and strfry write it, also gzipped',
  audit: 'events.import',
  query: z.object({
    name: z._default(z.string().check(z.trim(), z.maxLength(255)), ''),
    /** `1`: what the rules of this relay refuse is left out. */
    rules: z.optional(z.literal('1')),
  }),
  answers: { 202: job },
  errors: ['too_large', 'unavailable', 'timeout', 'conflict'],
})

const copyPlan = {
  /** Of the other relay: wss:// or ws://. It may be in a private network. */
  url: z.string().check(z.trim(), z.regex(/^wss?:\/\/[^\s@]+$/, transferMessages.address), z.maxLength(500)),
  direction: z.enum(copyDirections),
}
export const copyIntervals = ['hour', 'day'] as const

export const syncEvents = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/sync',
  summary:
    'Copy events from another relay, to it, or both, now or also every hour or day: by comparing both (NIP-77) where it can, else page by page',
  audit: 'events.sync',
  body: z.object({ ...copyPlan, filter: z._default(filterInput, {}), every: z.optional(z.enum(copyIntervals)) }),
  answers: { 202: job },
  errors: ['invalid_fields', 'conflict'],
})

export const copySchedule = z.object({
  ...copyPlan,
  id: z.int(),
  filter: filterInput,
  every: z.enum(copyIntervals),
  /** RFC 3339, UTC. */
  next_at: z.string(),
  last: z.nullable(transfer),
})
export type CopySchedule = z.infer<typeof copySchedule>

export const listCopySchedules = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events/schedules',
  summary: 'Copies that are repeated, each with its last run',
  answers: { 200: z.object({ schedules: z.array(copySchedule) }) },
  errors: [],
})

export const removeCopySchedule = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/events/schedules/:id',
  summary: 'Stop repeating a copy; what runs goes on',
  audit: 'events.remove_schedule',
  params,
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['not_found'],
})

export const listTransfers = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events/transfers',
  summary: 'The last 20 imports and copies, newest first: their progress, and what was left out and why',
  answers: { 200: z.object({ transfers: z.array(transfer) }) },
  errors: [],
})

export const stopTransfer = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/transfers/:id/stop',
  summary: 'Stop an import or a copy, keeping what it has done',
  audit: 'events.stop_transfer',
  params,
  answers: { 200: job },
  errors: ['not_found', 'conflict'],
})

export const resumeTransfer = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/transfers/:id/resume',
  summary: 'Continue an import or a copy that was stopped or failed in the last 7 days, where it was',
  audit: 'events.resume_transfer',
  params,
  answers: { 202: job },
  errors: ['not_found', 'conflict'],
})
