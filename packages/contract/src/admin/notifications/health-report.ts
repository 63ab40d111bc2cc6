import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { chainSights } from '../subscriptions/subscribers.ts'

/** `off`: not set up, and nothing depends on it. `unknown`: it cannot be told from here. */
export const healthStates = ['ok', 'warn', 'bad', 'unknown', 'off'] as const
export type HealthState = (typeof healthStates)[number]

const state = z.enum(healthStates)
/** RFC 3339, UTC. */
const timestamp = z.string()
const bytes = z.number()

export const healthReport = z.object({
  disk: z.object({ state, free_bytes: bytes, total_bytes: bytes, reserve_bytes: bytes }),
  memory: z.object({ state, used_bytes: bytes, heap_bytes: bytes, available_bytes: bytes, total_bytes: bytes }),
  /** 1 is one core fully used by this program in the last half minute. */
  processor: z.object({ state, share: z.number(), cores: z.int(), load: z.number() }),
  /** How much later than planned the serving thread came to its work in the last half minute. */
  event_loop: z.object({ state, median_ms: z.number(), p99_ms: z.number(), max_ms: z.number() }),
  /** Those that serve clients beside the main one; `off` if there are none. */
  processes: z.object({
    state,
    each: z.array(
      z.object({
        number: z.int(),
        /** Where it runs, as it names itself; null: on this machine. */
        machine: z.nullable(z.object({ host: z.string(), address: z.string() })),
        is_running: z.boolean(),
        connections: z.int(),
        used_bytes: bytes,
        share: z.number(),
        p99_ms: z.number(),
      }),
    ),
  }),
  /** Machines that take over when this one is gone; `off` without STANDBY=on. `problem`: why one could not. */
  standby: z.object({
    state,
    machines: z.array(z.object({ host: z.string(), seen_at: timestamp, problem: z.nullable(z.string()) })),
  }),
  databases: z.object({ state, files: z.array(z.object({ name: z.string(), bytes, is_damaged: z.boolean() })) }),
  /** The file of the words that searches find. */
  text_index: z.object({ state, bytes }),
  /** Of public addresses, as seen from this machine; null: none was seen. */
  certificates: z.object({ state, hosts: z.array(z.object({ host: z.string(), ends_at: z.nullable(timestamp) })) }),
  /** Against the server of exchange rates; positive: this machine is ahead. */
  clock: z.object({ state, offset_ms: z.nullable(z.number()) }),
  chain: z.object({ state, sight: z.enum(chainSights) }),
  mail: z.object({ state }),
  queues: z.object({ state, connections: z.int(), unsent_bytes: bytes, images: z.int() }),
  rounds: z.object({ state, count: z.int(), bad: z.int() }),
  backup: z.object({ state, last_at: z.nullable(timestamp) }),
  /** What monitors say (NIP-66); `newest_at`: of their newest report, null without one. */
  outside: z.object({ state, monitors: z.int(), newest_at: z.nullable(timestamp) }),
  version: z.object({
    state,
    running: z.string(),
    newest: z.nullable(z.string()),
    node: z.string(),
    verifier: z.string(),
    started_at: timestamp,
  }),
  /** The last hour, oldest first. */
  history: z.array(z.object({ at: timestamp, share: z.number(), used_bytes: bytes, p99_ms: z.number() })),
})
export type HealthReport = z.infer<typeof healthReport>
export type HealthPart = Exclude<keyof HealthReport, 'history'>

export const getHealthReport = defineEndpoint({
  ...({ tag: 'Health', access: 'session', role: 'operator', errors: [] } as const),
  method: 'GET',
  path: '/api/health/report',
  summary: 'The machine, the program and what they depend on, as measured now, with the last hour',
  staleOn: ['health'],
  answers: { 200: healthReport },
})
