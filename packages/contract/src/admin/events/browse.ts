import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'

/** Browsing the stored events. Of private kinds, everybody sees what the search shows them. */
const session = { tag: 'Events', access: 'session', role: 'viewer' } as const

/** A filter of NIP-01, with `search` (NIP-50), as JSON. */
export const filterInput = z.record(z.string().check(z.maxLength(20)), z.unknown())
const filterText = z._default(z.string().check(z.maxLength(60_000)), '{}')

export const eventAuthor = z.object({
  pubkey: hex64,
  /** Of the profile, if this relay has one; else empty. */
  name: z.string(),
  picture: z.string(),
  nip05: z.string(),
  nip05_verified: z.boolean(),
})
export type EventAuthor = z.infer<typeof eventAuthor>

export const eventsPageMax = 200

export const listEvents = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events',
  summary: 'Stored events that a filter finds, newest first, by page; by words, the best matches on one page',
  query: z.object({
    filter: filterText,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(eventsPageMax)), 50),
    /** `next` of the previous page: constant cost however far. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f]{64}$/))),
  }),
  answers: {
    200: z.object({
      events: z.array(nostrEvent),
      next: z.nullable(z.string()),
      authors: z.array(eventAuthor),
      /** False: no index serves the filter, and its time was over before all events were looked at. */
      complete: z.boolean(),
    }),
  },
  errors: ['invalid_fields'],
})
export type EventsPage = z.infer<(typeof listEvents.answers)[200]>

export const exportEvents = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events/export',
  summary: 'All events that a filter finds, newest first, one JSON object a line (JSONL), as strfry imports them',
  query: z.object({ filter: filterText }),
  answers: { 200: null },
  produces: 'application/x-ndjson',
  errors: ['invalid_fields'],
})

export const countEvents = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/count',
  summary: 'Number of events that a filter finds, and the bytes of their JSON',
  demo: 'plays',
  audit: null,
  body: z.object({ filter: filterInput }),
  answers: {
    200: z.object({
      count: z.int(),
      bytes: z.int(),
      /** False: the time was over. `count` is then the least number, `bytes` an estimate. */
      exact: z.boolean(),
    }),
  },
  errors: ['invalid_fields'],
})

export const viewNameMax = 60
export const viewsMax = 50

export const eventView = z.object({ id: z.int(), name: z.string(), filter: filterInput })
export type EventView = z.infer<typeof eventView>

export const listEventViews = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/events/views',
  summary: 'Your saved filters; other admins have their own',
  answers: { 200: z.object({ views: z.array(eventView) }) },
  errors: [],
})

export const saveEventView = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/events/views',
  summary: 'Save a filter under a name for yourself; replaces your view of this name',
  demo: 'plays',
  audit: null,
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(viewNameMax)), filter: filterInput }),
  answers: { 200: eventView },
  errors: ['invalid_fields', 'conflict'],
})

export const removeEventView = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/events/views/:id',
  summary: 'Remove one of your saved filters',
  demo: 'plays',
  audit: null,
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['not_found'],
})
