import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { pubkeyInput } from './auth.ts'

const session = { tag: 'Access control', access: 'session', role: 'owner' } as const

export const methodGrant = z.object({
  pubkey: hex64,
  method: z.string(),
  granted_by: hex64,
  granted_by_name: z.string(),
  granted_at: z.string(),
  /** False: who granted it is no owner any more, so it permits nothing. */
  is_in_force: z.boolean(),
})
export type MethodGrant = z.infer<typeof methodGrant>

const changed = z.object({
  pubkey: pubkeyInput,
  methods: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(100)),
})

export const listMethodGrants = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/method-grants',
  summary: 'Single methods of the management API (NIP-86) that keys can call beside their role, and all there are',
  staleOn: ['access', 'account'],
  answers: { 200: z.object({ grants: z.array(methodGrant), methods: z.array(z.string()) }) },
  errors: [],
})

export const grantMethods = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/method-grants',
  summary: 'Let a key call single methods of the management API, until whoever grants it is no owner any more',
  stepUp: true,
  audit: 'method.grant',
  body: changed,
  answers: { 200: z.object({ granted: z.int() }) },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const revokeMethods = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/method-grants',
  summary: 'Take single methods of the management API from a key',
  audit: 'method.revoke',
  body: changed,
  answers: { 200: z.object({ revoked: z.int() }) },
  errors: ['invalid_fields'],
})
