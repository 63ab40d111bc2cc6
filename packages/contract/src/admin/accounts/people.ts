import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent } from '../../nostr.ts'
import { reasonChars } from '../access.ts'
import { reportNotification } from '../notifications/reports.ts'
import { getSubscriber } from '../subscriptions/subscribers.ts'
import { pubkeyInput } from './auth.ts'

/** Who writes here. Who pays is told to operators and owners alone. */
const session = { tag: 'People', access: 'session', role: 'moderator', errors: [] } as const
/** RFC 3339, UTC. */
const timestamp = z.string()
const params = z.object({ pubkey: pubkeyInput })

export const personStatuses = ['owner', 'member', 'paying', 'trusted', 'allowed', 'blocked'] as const
export type PersonStatus = (typeof personStatuses)[number]

export const peopleSorts = [
  ...(['events_1h', 'events_24h', 'events_30d', 'events', 'bytes', 'reports', 'last_seen'] as const),
] as const
export type PeopleSort = (typeof peopleSorts)[number]

export const seenWithin = ['1h', '24h', '30d'] as const

export const person = z.object({
  pubkey: hex64,
  /** Name, picture and NIP-05 name of the profile, if this relay has one; else empty. */
  name: z.string(),
  picture: z.string(),
  nip05: z.string(),
  /** The name's server names this key. */
  nip05_verified: z.boolean(),
  /** Stored events by their arrival, without gift wraps. */
  events_1h: z.int(),
  events_24h: z.int(),
  events_30d: z.int(),
  events: z.int(),
  bytes: z.int(),
  files: z.int(),
  file_bytes: z.int(),
  /** Reports of events, files and the key itself, without those that were dismissed. */
  reports: z.int(),
  /** The last arrival; null if nothing ever arrived. */
  last_seen: z.nullable(timestamp),
  status: z.array(z.enum(personStatuses)),
})
export type Person = z.infer<typeof person>

const filters = {
  /** A whole key or npub, or words of a profile: of the name, of the NIP-05 name. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  sort: z._default(z.enum(peopleSorts), 'events_24h'),
  status: z.optional(z.enum(personStatuses)),
  seen: z.optional(z.enum(seenWithin)),
  /** 1: only people with reports against them. */
  reported: z.optional(z.literal('1')),
}

export const listPeople = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/people',
  summary: 'People who write here, by page; `count` is the number of all matches',
  staleOn: ['access', 'people'],
  query: z.object({
    ...filters,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
    /** `next` of the previous page, in place of an offset: constant cost however far. */
    after: z.optional(z.string().check(z.regex(/^-?\d{1,15}\.-?\d{1,15}$/))),
  }),
  answers: {
    200: z.object({
      people: z.array(person),
      count: z.int(),
      next: z.nullable(z.string()),
      /** False: what was stored before this version is still being counted. */
      is_counted: z.boolean(),
    }),
  },
})

export const profileKeysMax = 50

export const listProfiles = defineEndpoint({
  ...session,
  role: 'viewer',
  method: 'GET',
  path: '/api/profiles',
  summary: 'Name, picture and NIP-05 name of keys whose profiles are on this relay',
  query: z.object({
    /** Hex keys, separated by commas. */
    keys: z.string().check(z.maxLength(65 * profileKeysMax), z.regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/)),
  }),
  answers: {
    200: z.object({
      profiles: z.array(z.pick(person, { pubkey: true, name: true, picture: true, nip05: true, nip05_verified: true })),
    }),
  },
})
export type ShownProfile = z.infer<(typeof listProfiles.answers)[200]>['profiles'][number]

export const exportPeople = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/people-export',
  summary: 'All matching people as CSV',
  query: z.object({ ...filters, separator: z._default(z.enum(['comma', 'semicolon']), 'comma') }),
  answers: { 200: null },
  produces: 'application/octet-stream',
})

/** Characters of a note about a person, and notes about each. */
export const noteChars = 2000
export const notesMax = 100

export const personNote = z.object({ id: z.int(), text: z.string(), at: timestamp, by: hex64, by_name: z.string() })
export type PersonNote = z.infer<typeof personNote>

export const personDecision = z.object({
  id: z.int(),
  at: timestamp,
  action: z.string(),
  /** Null: nobody in the console, for example the key itself. */
  by: z.nullable(hex64),
  by_name: z.string(),
  reason: z.string(),
  /** The end of a block or of an allowance; null = permanent. */
  expires_at: z.nullable(timestamp),
})
export type PersonDecision = z.infer<typeof personDecision>

/** Bytes; null: as for everybody. Keys with a quota of their own are not limited by address. */
const quotaBytes = z.nullable(z.int().check(z.minimum(0), z.maximum(2 ** 50)))

/** What one key can store. What subscriptions and the free tier include is counted besides. */
export const personQuota = z.object({
  /** Events of a day (UTC). */
  events_day: quotaBytes,
  /** Uploads of a day (UTC). */
  files_day: quotaBytes,
  /** Files kept at a time. */
  files_total: quotaBytes,
})
export type PersonQuota = z.infer<typeof personQuota>

export const getPerson = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/people/:pubkey',
  summary:
    'One person with profile, newest events, subscription, block, reports, decisions and notes; also for keys that never wrote',
  staleOn: ['access', 'reports', 'subscribers'],
  params,
  answers: {
    200: z.object({
      person,
      about: z.string(),
      website: z.string(),
      first_seen: z.nullable(timestamp),
      /** The newest, without private messages below owner; all of them by their own call. */
      events: z.array(nostrEvent),
      /** `until` of that call's next page. */
      events_next: z.nullable(z.int()),
      /** Null without one; missing below operator. */
      subscription: z.optional(
        z.nullable(
          z.pick(getSubscriber.answers[200], {
            status: true,
            tier: true,
            expires_at: true,
            used_bytes: true,
            total_bytes: true,
          }),
        ),
      ),
      block: z.nullable(z.object({ reason: z.string(), expires_at: z.nullable(timestamp) })),
      reports_against: z.array(reportNotification),
      reports_by: z.array(reportNotification),
      decisions: z.array(personDecision),
      notes: z.array(personNote),
      /** Null: as for everybody. */
      quota: z.nullable(personQuota),
      /** Whether the relay can write to this person (NIP-17). */
      can_write: z.boolean(),
    }),
  },
})
export type PersonDetails = z.infer<(typeof getPerson.answers)[200]>

export const listPersonEvents = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/people/:pubkey/events',
  summary: "A person's events, newest first; of private messages, nothing below owner",
  staleOn: ['access'],
  params,
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    /** `next` of the previous page: Unix seconds. */
    until: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answers: { 200: z.object({ events: z.array(nostrEvent), next: z.nullable(z.int()) }) },
})

export const setPersonQuota = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/people/:pubkey/quota',
  summary: 'Set what one key can store, from now on; nothing but nulls takes it back',
  demo: 'plays',
  audit: 'people.quota',
  params,
  body: z.extend(personQuota, { reason: z._default(z.string().check(z.trim(), z.maxLength(reasonChars)), '') }),
  answers: { 200: z.object({ quota: z.nullable(personQuota) }) },
  errors: ['invalid_fields', 'conflict'],
})

export const addPersonNote = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/people/:pubkey/notes',
  summary: 'Add a note about a person, for moderators and above',
  demo: 'plays',
  audit: 'people.note',
  params,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(noteChars)) }),
  answers: { 200: personNote },
  errors: ['invalid_fields', 'conflict'],
})

export const removePersonNote = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/people/:pubkey/notes/:id',
  summary: 'Remove a note about a person: your own, or any as owner',
  demo: 'plays',
  audit: 'people.remove_note',
  params: z.object({ pubkey: pubkeyInput, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'forbidden'],
})

export const messageChars = 4000

export const writeToPerson = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/people/:pubkey/messages',
  summary: "Send a private message from the relay's key (NIP-17)",
  audit: 'people.message',
  params,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(messageChars)) }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['invalid_fields', 'unavailable'],
})
