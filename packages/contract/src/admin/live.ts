import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { liveTopics } from '../live-topics.ts'

/** Something that the operator has to look at. */
export const trouble = z.discriminatedUnion('kind', [
  /** Less is free on the disk than the relay leaves free: nothing of strangers is taken in. */
  z.object({ kind: z.literal('disk_full'), freeBytes: z.int(), reserveBytes: z.int() }),
  /** SQLite finds the file damaged: it has to be restored from a backup. */
  z.object({ kind: z.literal('database_damaged'), file: z.string() }),
  /** Another program holds a lock on the file: changes are refused until it lets go. */
  z.object({ kind: z.literal('database_locked'), file: z.string() }),
  /** Clients reach the relay by a name that is none of its own: what they sign for it is refused. */
  z.object({ kind: z.literal('unknown_name'), name: z.string(), clients: z.int() }),
])
export type Trouble = z.infer<typeof trouble>

/** How the relay stands now. */
export const relayStatus = z.object({
  version: z.string(),
  /** RFC 3339, UTC. */
  startedAt: z.string(),
  /** False while the public listener is switched off (general.proxy). */
  publicListener: z.boolean(),
  connections: z.int(),
  eventsLastMinute: z.int(),
  refusedLastMinute: z.int(),
  storedEvents: z.int(),
  storedFiles: z.int(),
  /** Which signature check runs: library, native, wasm or javascript. */
  verifier: z.string(),
  /** The operator works on the server: admin calls are refused for now. */
  maintenance: z.optional(z.boolean()),
  /** Why, in the operator's words; empty where they gave none. */
  maintenanceReason: z.optional(z.string()),
  /** What the operator has to look at; missing while all is well. */
  troubles: z.optional(z.array(trouble)),
})
export type RelayStatus = z.infer<typeof relayStatus>

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  tag: 'Live',
  summary: 'How the relay stands now',
  access: 'session',
  role: 'viewer',
  answers: { 200: relayStatus },
  errors: [],
})

export const checkDatabases = defineEndpoint({
  method: 'GET',
  path: '/api/database-check',
  tag: 'Live',
  role: 'operator',
  summary: 'Looks through the database files now; names the damaged ones',
  access: 'session',
  answers: { 200: z.object({ damaged: z.array(z.string()) }) },
  errors: [],
})

export const health = defineEndpoint({
  method: 'GET',
  path: '/health',
  tag: 'Live',
  summary: 'Is the admin server up?',
  access: 'public',
  answers: { 200: z.object({ status: z.literal('ok'), verifier: z.string() }) },
  errors: [],
})

/** What the stream tells: the status itself at most once a second, and which data has changed and should be read again. */
export const liveEvents = {
  status: relayStatus,
  changed: z.object({
    what: z.enum(liveTopics),
  }),
} as const
export type LiveEventName = keyof typeof liveEvents
export type LiveEvent = {
  [N in LiveEventName]: { readonly name: N; readonly data: z.infer<(typeof liveEvents)[N]> }
}[LiveEventName]

export const live = defineEndpoint({
  method: 'GET',
  path: '/api/live',
  tag: 'Live',
  summary: 'Server-sent events: `status` and `changed`, a comment every 15 s to keep the line open',
  access: 'session',
  role: 'viewer',
  answers: { 200: null },
  produces: 'text/event-stream',
  errors: ['unavailable'],
})
