import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** Where the events are, and their move between the data folder and PostgreSQL. */
const call = { path: '/api/event-engine', tag: 'Operation', access: 'session', role: 'owner' } as const

export const eventEngines = ['embedded', 'postgres'] as const
export type EventEngine = (typeof eventEngines)[number]

export const engineMoveStates = ['copying', 'copied', 'failed', 'switching', 'moved', 'stayed'] as const
const addressMax = 2000

const state = z.object({
  engine: z.enum(eventEngines),
  /** `events.lmdb`, or the server and the name of the database, without who signs in. */
  place: z.string(),
  /** Whether something starts the relay again, which a switch needs. */
  is_restart_offered: z.boolean(),
  /** The last move, if there was one. */
  move: z.nullable(
    z.object({
      engine: z.enum(eventEngines),
      place: z.string(),
      /**
       * `copied`: all that was there when it began, while the relay served; `moved`: compared and in use since;
       * `stayed`: something differed or failed at the switch.
       */
      state: z.enum(engineMoveStates),
      began_at: z.string(),
      ended_at: z.nullable(z.string()),
      /** Events that were compared at the switch. */
      events: z.nullable(z.int()),
      error: z.nullable(z.string()),
      /** Null while it compares what is there already, or nothing is being copied. `total` is as of the beginning. */
      progress: z.nullable(z.object({ table: z.string(), done: z.int(), total: z.int() })),
    }),
  ),
})
export type EventEngineState = z.infer<typeof state>

export const getEventEngine = defineEndpoint({
  ...call,
  method: 'GET',
  summary: 'Where the events are stored, and how far a move is',
  answers: { 200: state },
  errors: [],
})

export const copyEvents = defineEndpoint({
  ...call,
  method: 'POST',
  path: '/api/event-engine/copy',
  summary: 'Copy the events to PostgreSQL or back, while the relay serves; what is there already is compared',
  stepUp: true,
  audit: 'event-engine.copy',
  body: z.strictObject({
    engine: z.enum(eventEngines),
    /** Of the database, `postgres://…` with its password; for PostgreSQL only. Missing: that of the last move. */
    address: z.optional(z.string().check(z.maxLength(addressMax))),
  }),
  answers: { 202: state },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const cancelCopy = defineEndpoint({
  ...call,
  method: 'POST',
  path: '/api/event-engine/cancel',
  summary: 'Stop copying; what was copied stays, and a later copy continues from there',
  audit: 'event-engine.cancel',
  answers: { 200: state },
  errors: ['conflict'],
})

export const switchEngine = defineEndpoint({
  ...call,
  method: 'POST',
  path: '/api/event-engine/switch',
  summary: 'Restart the relay, which copies the rest, compares everything, and uses the copy if nothing differs',
  audit: 'event-engine.switch',
  answers: { 202: state },
  errors: ['conflict'],
})
