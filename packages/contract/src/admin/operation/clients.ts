import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'

/** Who is connected to the relay right now. What clients ask for stays unseen: only counts are told. */

const session = { tag: 'Operation', access: 'session', role: 'moderator' } as const

export const connectedClient = z.object({
  /** Of this connection, since the start of the relay. */
  id: z.int(),
  address: z.string(),
  /** What the program calls itself; empty if it does not say. */
  agent: z.string(),
  pubkeys: z.array(hex64),
  subscriptions: z.int(),
  events: z.int(),
  requests: z.int(),
  events_per_minute: z.int(),
  requests_per_minute: z.int(),
  unsent_bytes: z.int(),
  /** RFC 3339, UTC. */
  since: z.string(),
})
export type ConnectedClient = z.infer<typeof connectedClient>

export const clientSorts = ['busy', 'newest', 'oldest', 'subscriptions'] as const
export type ClientSort = (typeof clientSorts)[number]

export const listClients = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/clients',
  summary: 'Connected clients: address, program, keys and counts; `count` is the number of all matches',
  query: z.object({
    /** Part of the address or the program, or the start of a key. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    sort: z._default(z.enum(clientSorts), 'busy'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
  }),
  answers: { 200: z.object({ clients: z.array(connectedClient), count: z.int() }) },
  errors: [],
})

export const disconnectClient = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/clients/:id/disconnect',
  summary: 'Close one connection; the client can connect again',
  demo: 'plays',
  audit: 'clients.disconnect',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  body: z.strictObject({}),
  answers: { 200: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})
