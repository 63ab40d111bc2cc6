import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'

const tag = 'Access control'

export const writeModes = ['everyone', 'listed', 'invited', 'paying', 'trusted'] as const
export type WriteMode = (typeof writeModes)[number]
export const readModes = ['everyone', 'signed-in', 'writers'] as const
export type ReadMode = (typeof readModes)[number]

export const trustRootsMax = 100
export const trustDepthMax = 3
/** NIP-59 and late publishing need some room, so limits are given in seconds up to ten years. */
const secondsMax = 315_360_000

const trustInput = {
  /** Hex or npub. */
  roots: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))).check(z.maxLength(trustRootsMax)),
  depth: z.int().check(z.minimum(1), z.maximum(trustDepthMax)),
}

const numbers = {
  /** NIP-13; 0 = none. */
  min_pow: z.int().check(z.minimum(0), z.maximum(256)),
  /** Older events are refused; 0 = no limit. */
  created_at_past_seconds: z.int().check(z.minimum(0), z.maximum(secondsMax)),
  /** Events further ahead are refused; 0 = no limit. */
  created_at_future_seconds: z.int().check(z.minimum(0), z.maximum(secondsMax)),
}

export const accessRights = z.object({
  write: z.enum(writeModes),
  read: z.enum(readModes),
  trust: z.object({ roots: z.array(hex64), depth: trustInput.depth, size: z.optional(z.int()) }),
  ...numbers,
})
export type AccessRights = z.infer<typeof accessRights>

export const getAccess = defineEndpoint({
  method: 'GET',
  path: '/api/access',
  tag,
  summary: 'Who can write and read, and which events are accepted by their work and time',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  answers: { 200: z.object({ access: accessRights }) },
  errors: [],
})

const change = z.partial(
  z.strictObject({
    write: z.enum(writeModes),
    read: z.enum(readModes),
    trust: z.partial(z.object(trustInput)),
    ...numbers,
  }),
)
export type AccessChange = z.infer<typeof change>

export const saveAccess = defineEndpoint({
  method: 'POST',
  path: '/api/access',
  tag,
  summary: 'Change who can write and read; a missing member keeps its value. Effective within a second',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  audit: 'access.save',
  body: z.strictObject({ access: change }),
  answers: { 200: z.object({ access: accessRights }) },
  errors: ['invalid_fields'],
})

export const explainTrust = defineEndpoint({
  method: 'GET',
  path: '/api/access/trust/:pubkey',
  tag,
  summary: 'Why a key is trusted: the chain of follow lists from a root to it; empty if it is not',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  params: z.object({ pubkey: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)) }),
  answers: { 200: z.object({ path: z.array(hex64) }) },
  errors: ['invalid_fields'],
})
