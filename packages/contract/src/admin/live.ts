import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { liveTopics } from '../live-topics.ts'

/** A problem that the operator should look at. */
export const trouble = z.discriminatedUnion('kind', [
  /** Free disk space is below the reserve: nothing from strangers is accepted. */
  z.object({ kind: z.literal('disk_full'), freeBytes: z.int(), reserveBytes: z.int() }),
  /** SQLite finds the file damaged: restore it from a backup. */
  z.object({ kind: z.literal('database_damaged'), file: z.string() }),
  /** Another program has locked the file: changes are refused until it finishes. */
  z.object({ kind: z.literal('database_locked'), file: z.string() }),
  /** Accounts are in PostgreSQL, which does not answer: changes are refused until it does. */
  z.object({ kind: z.literal('database_away') }),
  /** Clients use a name that is not the relay's: what they sign for it is refused. */
  z.object({ kind: z.literal('unknown_name'), name: z.string(), clients: z.int() }),
])
export type Trouble = z.infer<typeof trouble>

export const relayStatus = z.object({
  version: z.string(),
  /** RFC 3339, UTC. */
  startedAt: z.string(),
  /** As in NIP-11. */
  name: z.optional(z.string()),
  /** Its image's address, as in NIP-11; missing without one. */
  icon: z.optional(z.string()),
  /** Relay address, e.g. wss://relay.example: its own name, else the listener on this machine. Missing: neither. */
  address: z.optional(z.string()),
  /** False while the public listener is turned off (general.proxy). */
  publicListener: z.boolean(),
  connections: z.int(),
  eventsLastMinute: z.int(),
  refusedLastMinute: z.int(),
  storedEvents: z.int(),
  storedFiles: z.int(),
  /** Signature implementation in use: library, native, wasm or javascript. */
  verifier: z.string(),
  /** Maintenance is in progress: admin calls are refused. */
  maintenance: z.optional(z.boolean()),
  maintenanceReason: z.optional(z.string()),
  /** Problems for the operator; missing if there are none. */
  troubles: z.optional(z.array(trouble)),
})
export type RelayStatus = z.infer<typeof relayStatus>

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  tag: 'Live',
  summary: "The relay's status",
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
  summary: 'Check the database files; returns damaged ones',
  access: 'session',
  answers: { 200: z.object({ damaged: z.array(z.string()) }) },
  errors: [],
})

export const health = defineEndpoint({
  method: 'GET',
  path: '/health',
  tag: 'Live',
  summary: 'Whether the admin server is up',
  access: 'public',
  answers: { 200: z.object({ status: z.literal('ok'), verifier: z.string() }) },
  errors: [],
})

/** Events of the stream: the status at most once a second, and which data changed and should be refetched. */
export const liveEvents = { status: relayStatus, changed: z.object({ what: z.enum(liveTopics) }) } as const
export type LiveEventName = keyof typeof liveEvents
export type LiveEvent = {
  [N in LiveEventName]: { readonly name: N; readonly data: z.infer<(typeof liveEvents)[N]> }
}[LiveEventName]

export const live = defineEndpoint({
  method: 'GET',
  path: '/api/live',
  tag: 'Live',
  summary: 'Server-sent events: `status` and `changed`, with a comment every 15 s as keep-alive',
  access: 'session',
  role: 'viewer',
  answers: { 200: null },
  produces: 'text/event-stream',
  errors: ['unavailable'],
})
