import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { filterInput } from './browse.ts'

/** Deleting and restoring many events. Of private kinds, only owners reach any. */
const session = { tag: 'Events', access: 'session' } as const

const eventsNamedMax = 1000
export const eventTrashDays = 7

const eventJobActions = ['delete', 'restore'] as const

export const eventJob = z.object({
  id: z.int(),
  action: z.enum(eventJobActions),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Matching events at the start, at least, and those that are done. */
  events: z.int(),
  done: z.int(),
  /** Of a job that restores: events that stay deleted, since their authors deleted them or wrote a newer version. */
  refused: z.int(),
  /** Events that it deleted and that can still be restored. */
  undoable: z.int(),
  /** RFC 3339, UTC. */
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  by: z.nullable(hex64),
})
export type EventJob = z.infer<typeof eventJob>

const job = z.object({ job: eventJob })
const params = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) })

export const deleteEvents = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/delete',
  summary: 'Delete what a filter finds, or these events, in the background; they can be restored for 7 days',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.delete',
  body: z.union([
    z.strictObject({ filter: filterInput }),
    z.strictObject({ ids: z.array(hex64).check(z.minLength(1), z.maxLength(eventsNamedMax)) }),
  ]),
  answers: { 202: job },
  errors: ['invalid_fields', 'conflict'],
})

export const listEventJobs = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events/jobs',
  summary: 'The last 20 jobs, newest first: their progress, and whether they can be undone',
  role: 'viewer',
  answers: { 200: z.object({ jobs: z.array(eventJob) }) },
  errors: [],
})

export const stopEventJob = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/jobs/:id/stop',
  summary: 'Stop a job, keeping what it has done',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.stop_job',
  params,
  answers: { 200: job },
  errors: ['not_found', 'conflict'],
})

export const undoEventJob = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/jobs/:id/undo',
  summary: 'Restore the events that a job deleted in the last 7 days',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.restore',
  params,
  answers: { 202: job },
  errors: ['not_found', 'conflict'],
})
