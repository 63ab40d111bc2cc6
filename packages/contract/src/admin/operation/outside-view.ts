import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { transferMessages } from '../events/transfer-messages.ts'

/** How monitors see this relay from outside (NIP-66). Anyone can write such a report: each is shown with its author. */
const session = { tag: 'Health', access: 'session', role: 'operator' } as const

export const outsideRelaysMax = 5

const relayUrl = z.string().check(z.trim(), z.regex(/^wss?:\/\/[^\s@]+$/, transferMessages.address), z.maxLength(500))

const milliseconds = z.nullable(z.int())

const report = z.object({
  monitor: hex64,
  /** The relay that had it. */
  relay: z.string(),
  /** RFC 3339, UTC, as the monitor says. */
  at: z.string(),
  /** How long opening a connection, reading and writing took; null if the monitor does not say. */
  open_ms: milliseconds,
  read_ms: milliseconds,
  write_ms: milliseconds,
})
export type OutsideReport = z.infer<typeof report>

const view = z.object({
  /** The address that monitors know this relay by; null: none is set (PUBLIC_URL). */
  address: z.nullable(z.string()),
  /** Where reports are read; empty: nobody is asked. `asked_at` is null until the first answer or failure. */
  relays: z.array(z.object({ url: z.string(), asked_at: z.nullable(z.string()), error: z.nullable(z.string()) })),
  /** The newest of each monitor, newest first. */
  reports: z.array(report),
})
export type OutsideView = z.infer<typeof view>

export const getOutsideView = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/health/outside',
  summary: 'What monitors report about this relay (NIP-66), with who says it and when',
  staleOn: ['health'],
  answers: { 200: view },
  errors: [],
})

export const setOutsideView = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/health/outside',
  summary: 'Name the relays where reports of monitors are read; they are asked at once, then every hour',
  audit: 'health.outside',
  body: z.strictObject({ relays: z.array(relayUrl).check(z.maxLength(outsideRelaysMax)) }),
  answers: { 200: view },
  errors: ['invalid_fields'],
})
